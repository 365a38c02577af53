import type { Termination } from '@sherpa/contracts/deal-work'
import type { NotificationDetails } from '@sherpa/contracts/notification'
import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { guardiansToNotify, loadAthleteFacts } from '../athletes/athletes.ts'
import { findTold, notifyByMail, settleTakenBack } from '../notifications/notifications.ts'
import type { LockedDeal } from './deal-access.ts'
import { dealEndedMail, guardianDealEndedMail } from './deal-mail.ts'
import type { Author } from './deal-timeline.ts'
import { findMemberOf, findResponsible } from './responsible.ts'
import { loadVersion, type Version } from './versions.ts'

type Ended = { ending: NonNullable<NotificationDetails['ending']>; now: Date }
type Newest = Pick<Version, 'stage' | 'title'>

/** Who was told that the deal or the amendment goes ahead. After the signatures, that is each party. */
export async function findPeopleToTell(client: Queryable, deal: LockedDeal, newest: Newest, { ending, now }: Ended) {
  const { organization_id: organization, id, athlete_id } = deal
  const athlete = await loadAthleteFacts(client, organization, athlete_id, now)
  // Nobody was asked to sign these changes yet.
  if (ending === 'amendment-declined' && newest.stage !== 'approved') return { athlete, members: [], guardians: [] }
  const people = new Set(await findTold(client, organization, 'deal-ended', { deal: id }))
  if (ending === 'terminated') {
    for (const { id } of await findResponsible(client, organization, deal)) people.add(id)
    if (athlete.userId) people.add(athlete.userId)
  }
  const members = await Promise.all([...people].map((person) => findMemberOf(client, organization, person)))
  // Guardians are asked to sign once a version is approved.
  const wereAsked = ending === 'terminated' || newest.stage === 'approved'
  return {
    athlete,
    members: members.flatMap((member) => member ?? []),
    guardians: athlete.minor && wereAsked ? await guardiansToNotify(client, organization, athlete_id) : [],
  }
}

/** Tells them, each once, in the transaction that ends the deal. */
export async function tellEnded(
  client: Queryable,
  { person: actor }: Author,
  deal: LockedDeal,
  newest: Newest,
  {
    except = [],
    by,
    isHidden = false,
    ...ended
  }: Ended & {
    /** Members who are told otherwise. */
    except?: readonly string[]
    /** Who ended it without an account. */
    by?: string
    /** The athlete no longer sees the deal. */
    isHidden?: boolean
  },
) {
  const { organization_id: organization, id } = deal
  const { ending } = ended
  const { title } = newest
  const { athlete, members, guardians } = await findPeopleToTell(client, deal, newest, ended)
  if (ending !== 'amendment-declined') await settleTakenBack(client, organization, 'deal-ended', { deal: id })
  for (const { id: person, name, email, organizationName } of members) {
    if (except.includes(person)) continue
    const about = { title, ending, ...(!(isHidden && person === athlete.userId) && { deal: id }) }
    await notifyByMail(
      client,
      {
        organization,
        person,
        ...(actor && { actor: actor.id }),
        kind: 'deal-ended',
        details: { ...about, ...(by && { by }) },
      },
      { mail: dealEndedMail, recipient: email, words: { name, organization, organizationName, ...about } },
    )
  }
  for (const { id: guardianship, userId, name, email } of guardians) {
    await queueMail(client, guardianDealEndedMail, {
      recipient: email,
      person: userId,
      details: { name, title, athlete: athlete.name, guardianship, organization, deal: id, ending },
    })
  }
}

/** Who signed for the company by link, else the contact in the terms. */
export async function findCompanyContact(client: Queryable, deal: LockedDeal): Promise<Termination['company']> {
  const { organization_id: organization, id, version_in_force: number } = deal
  if (number === null) return null
  const signer = await rowOf(
    client,
    query
      .selectFrom('deal_signatures')
      .select(['signer_name as name', 'signer_email as email'])
      .where('organization_id', '=', organization)
      .where('deal_id', '=', id)
      .where('number', '=', number)
      .where('side', '=', 'company')
      .where('method', '=', 'link')
      .where('superseded_at', 'is', null),
  )
  if (signer?.email) return { name: signer.name, email: signer.email }
  const { payor } = (await loadVersion(client, deal, number)).terms
  return payor?.email ? { name: payor.name, email: payor.email } : null
}
