import { ADULT_YEARS } from '@sherpa/contracts/age'
import { addDays, addMonths, dayIn } from '@sherpa/contracts/days'
import { COPIES_DAYS, type SignedCopy } from '@sherpa/contracts/guardian-home'
import { isSameName } from '@sherpa/contracts/signer-name'
import { sql } from 'kysely'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { guardianshipsOf, loadAthleteFacts, signingGuardianship } from '../athletes/athletes.ts'
import { publicOrganizations } from '../organizations/organizations.ts'

/** What a former guardian keeps: copies of versions that they signed, from before the athlete came of age. */
type Kept = { person: string; name: string; before: string }

/** Signed copies of an athlete's deals, newest first. */
export async function signedCopies(
  client: Queryable,
  { organization, athlete }: { organization: string; athlete: string },
  kept?: Kept,
): Promise<SignedCopy[]> {
  const copies = query
    .selectFrom('deal_documents as f')
    .innerJoin('deals as d', (join) =>
      join.onRef('d.organization_id', '=', 'f.organization_id').onRef('d.id', '=', 'f.deal_id'),
    )
    .innerJoin('deal_versions as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'f.organization_id')
        .onRef('v.deal_id', '=', 'f.deal_id')
        .onRef('v.number', '=', 'f.number'),
    )
    .innerJoin(publicOrganizations.as('o'), 'o.id', 'f.organization_id')
    .select(['f.id', 'f.name', 'f.added_at', 'v.title'])
    .select([
      sql<string>`(f.added_at at time zone o.time_zone)::date::text`.as('addedOn'),
      // A signature on paper has no account, only the name.
      sql<
        { person: string | null; name: string }[]
      >`(select coalesce(json_agg(json_build_object('person', s.user_id, 'name', s.signer_name)), '[]')
        from deal_signatures s where s.organization_id = f.organization_id and s.deal_id = f.deal_id and s.number = f.number
          and s.side = 'guardian' and s.superseded_at is null)`.as('guardians'),
    ])
    .where('f.organization_id', '=', organization)
    .where('f.kind', '=', 'signed')
    .where('d.athlete_id', '=', athlete)
    .where('d.removed_at', 'is', null)
  const rows = await rowsOf(client, copies.orderBy('f.added_at', 'desc').orderBy('f.id', 'desc'))
  const isKept = ({ addedOn, guardians }: (typeof rows)[number]) =>
    !kept ||
    (addedOn < kept.before &&
      guardians.some(({ person, name }) => (person ? person === kept.person : isSameName(name, kept.name))))
  return rows
    .filter(isKept)
    .map(({ id, name, title, added_at }) => ({ id, name, title, addedAt: added_at.toISOString() }))
}

/** The contract of a version that guardians see. */
async function isSharedContract(
  client: Queryable,
  { organization, athlete }: { organization: string; athlete: string },
  document: string,
) {
  const found = await rowOf(
    client,
    query
      .selectFrom('deal_documents as f')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'f.organization_id').onRef('d.id', '=', 'f.deal_id'),
      )
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'f.organization_id')
          .onRef('v.deal_id', '=', 'f.deal_id')
          .onRef('v.number', '=', 'f.number'),
      )
      .select('f.id')
      .where('f.organization_id', '=', organization)
      .where('f.id', '=', document)
      .where('f.kind', '=', 'contract')
      .where('d.athlete_id', '=', athlete)
      .where('d.removed_at', 'is', null)
      .where(seenByGuardians),
  )
  return found !== undefined
}

/** Condition on `deals d` and `deal_versions v`: approved or signed, or shared before approval. */
export const seenByGuardians = sql<boolean>`(v.stage in ('approved', 'signed') or d.shared and v.number = d.newest_version)`

/** Copies of athletes who came of age: access has ended, but the guardian keeps what they signed for 90 days. */
export async function copiesAfterMajority(database: Database, person: string, now: Date) {
  const found = []
  for (const one of await guardianshipsOf(database, person)) {
    const { id, organization, organizationName, athlete, endedAt, guardian, zone } = one
    const entry = await inOrganization(organization, async () => {
      const { minor, today, name, isRemoved, ageFacts } = await loadAthleteFacts(database, organization, athlete, now)
      if (minor || isRemoved || !ageFacts.birthDate) return undefined
      const before = addMonths(ageFacts.birthDate, 12 * ADULT_YEARS)
      // Someone who stopped being the guardian earlier keeps nothing.
      if (endedAt && dayIn(endedAt.toISOString(), zone) < before) return undefined
      const until = addDays(before, COPIES_DAYS)
      if (today > until) return undefined
      const documents = await signedCopies(database, { organization, athlete }, { person, name: guardian, before })
      return {
        guardianship: id,
        athlete: name,
        organization: organizationName,
        organizationId: organization,
        until,
        documents,
      }
    })
    if (entry && entry.documents.length > 0) found.push(entry)
  }
  return found
}

/** The organization of a copy that the guardian may open; undefined if there is none. */
export async function organizationOfCopy(
  database: Database,
  person: string,
  guardianship: string,
  document: string,
  now: Date,
): Promise<string | undefined> {
  const current = await signingGuardianship(database, person, guardianship)
  if (current) {
    const { organization, athlete } = current
    const isReadable = await inOrganization(organization, async () => {
      const { minor } = await loadAthleteFacts(database, organization, athlete, now)
      if (!minor) return false
      const copies = await signedCopies(database, current)
      return copies.some(({ id }) => id === document) || isSharedContract(database, current, document)
    })
    if (isReadable) return organization
  }
  const past = await copiesAfterMajority(database, person, now)
  return past.find((one) => one.guardianship === guardianship && one.documents.some(({ id }) => id === document))
    ?.organizationId
}

/** Whether any guardianship of the person opens the copy. */
export async function isCopyOfGuardian(
  database: Database,
  person: string,
  { organization, document }: { organization: string; document: string },
  now: Date,
): Promise<boolean> {
  for (const { id, organization: own } of await guardianshipsOf(database, person)) {
    if (own === organization && (await organizationOfCopy(database, person, id, document, now))) return true
  }
  return false
}
