import type { SigningSide } from '@sherpa/contracts/deal'
import { Refusal } from '@sherpa/contracts/problem'
import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import { factsForDeals, signingGuardians } from '../athletes/athletes.ts'
import { notify } from '../notifications/notifications.ts'
import type { LockedDeal, Viewer } from './deal-access.ts'
import { guardianSignatureAskedMail, signatureAskedMail } from './deal-mail.ts'
import { namesToSign } from './frozen-names.ts'

/** Who signs: the athlete, for a minor a guardian too, and the company. */
export const sidesOf = (minor: boolean): SigningSide[] =>
  minor ? ['athlete', 'guardian', 'company'] : ['athlete', 'company']

/** Of the newest version, without copies that were replaced. */
export function signaturesThatCount(client: Queryable, deal: LockedDeal) {
  return rowsOf(
    client,
    query
      .selectFrom('deal_signatures')
      .select(['id', 'side', 'method'])
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', deal.newest)
      .where('superseded_at', 'is', null)
      .$narrowType<{ side: SigningSide }>(),
  )
}

/** Asks those who have not signed yet, as far as they have accounts. A minor's deal waits for a guardian. */
export async function askForSignatures(client: Queryable, viewer: Viewer, deal: LockedDeal, now: Date) {
  const { organization_id: organization } = deal
  const athlete = await factsForDeals(client, organization, deal.athlete_id, now)
  const signed = (await signaturesThatCount(client, deal)).map(({ side }) => side)
  const { title, athlete: athleteName } = await namesToSign(client, deal)
  const guardians = athlete.minor ? await signingGuardians(client, organization, athlete.id) : []
  if (athlete.minor && guardians.length === 0) throw new Refusal('guardian-needed')
  if (athlete.userId && !signed.includes('athlete')) {
    const user = await oneRowOf(
      client,
      query
        .selectFrom('users')
        .select(['name', 'email'])
        .where('id', '=', athlete.userId)
        .$narrowType<{ email: string }>(),
    )
    await notify(client, {
      organization,
      person: athlete.userId,
      actor: viewer.person.id,
      kind: 'signature-asked',
      details: { deal: deal.id, title },
    })
    await queueMail(client, signatureAskedMail, {
      recipient: user.email,
      person: athlete.userId,
      details: { name: user.name, title, organization, deal: deal.id },
    })
  }
  if (!athlete.minor || signed.includes('guardian')) return
  for (const { id: guardianship, userId, name, email } of guardians) {
    await queueMail(client, guardianSignatureAskedMail, {
      recipient: email,
      person: userId,
      details: { name, title, athlete: athleteName, guardianship, deal: deal.id },
    })
  }
}
