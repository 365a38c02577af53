import type { NewPaper } from '@sherpa/contracts/deal-work'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { Refusal } from '@sherpa/contracts/problem'
import { doubtAboutSigner, isSameName } from '@sherpa/contracts/signer-name'
import type { Queryable } from '../../persistence/database.ts'
import { loadAthleteFacts, signingGuardians, viewersOfAthlete } from '../athletes/athletes.ts'
import { membersOf } from '../organizations/organizations.ts'
import type { LockedDeal, Viewer } from './deal-access.ts'
import { loadFrozenNames } from './frozen-names.ts'
import { loadEditors, type Version } from './versions.ts'

type Paper = Pick<NewPaper, 'side' | 'signer' | 'reason'>

/**
 * Refuses a signed copy with an unexpected signer. Guardians must be verified; other names may differ with a reason.
 * A guardian's copy must be added by someone who did not edit the version.
 */
export async function requireValidSignedCopy(
  client: Queryable,
  viewer: Viewer,
  deal: LockedDeal,
  version: Version,
  { side, signer, reason }: Paper,
  now: Date,
) {
  const { organization_id: organization, athlete_id } = deal
  const guardians = (await signingGuardians(client, organization, athlete_id)).map(({ name }) => name)
  const { name, legalName, minor } = await loadAthleteFacts(client, organization, athlete_id, now)
  if (side === 'guardian') {
    // An adult needs no guardian: recording the signature refuses it.
    if (!minor) return
    if (guardians.length === 0) throw new Refusal('guardian-needed')
    if (!guardians.some((name) => isSameName(name, signer))) {
      const seesNames = viewer.member.permissions.includes('athletes.sensitive')
      const names = seesNames ? `: ${listInWords(guardians)}` : ''
      throw invalid('signer', `Enter the name of a verified guardian${names}`)
    }
    return requireIndependentUploader(client, viewer, deal, version, reason)
  }
  const { athlete } = await loadFrozenNames(client, deal, version.number)
  const payor = version.terms.payor?.name
  const expected = { athlete: [athlete, legalName, name], guardian: guardians, company: payor ? [payor] : [] }
  if (doubtAboutSigner(side, signer, expected) && !reason) {
    throw invalid('reason', 'This is not the expected name. Explain why it is correct')
  }
}

/** Separation of duties: an editor of the deal must not also provide the guardian's consent. */
async function requireIndependentUploader(
  client: Queryable,
  { person }: Viewer,
  deal: LockedDeal,
  { number }: Version,
  reason: string | undefined,
) {
  const { organization_id: organization, athlete_id, lead_id } = deal
  const involved = [lead_id, ...(await loadEditors(client, deal, number))]
  if (!involved.includes(person.id)) return
  const viewers = await viewersOfAthlete(client, organization, athlete_id)
  const others = (await membersOf(client, organization)).filter(
    ({ id, permissions }) =>
      !involved.includes(id) &&
      permissions.includes('deals.edit') &&
      permissions.includes('money.view') &&
      (permissions.includes('athletes.all') || viewers.includes(id)),
  )
  if (others.length > 0) throw new Refusal('another-may-add-copy')
  if (!reason) throw invalid('reason', 'Explain why you add the guardian’s copy yourself')
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
