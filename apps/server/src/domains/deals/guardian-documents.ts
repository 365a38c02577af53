import { addDays, addMonths } from '@sherpa/contracts/days'
import { COPIES_DAYS, type SignedCopy } from '@sherpa/contracts/guardian-home'
import { sql } from 'kysely'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { guardianshipsOf, loadAthleteFacts, signingGuardianship } from '../athletes/athletes.ts'

const MONTHS_OF_MINORITY = 18 * 12

/** Signed copies of an athlete's deals, newest first. `signedBy` limits them to those a guardian signed. */
export async function signedCopies(
  client: Queryable,
  { organization, athlete, signedBy }: { organization: string; athlete: string; signedBy?: string },
): Promise<SignedCopy[]> {
  let copies = query
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
    .select(['f.id', 'f.name', 'f.added_at', 'v.title'])
    .where('f.organization_id', '=', organization)
    .where('f.kind', '=', 'signed')
    .where('d.athlete_id', '=', athlete)
    .where('d.removed_at', 'is', null)
  if (signedBy) {
    copies = copies.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deal_signatures as s')
          .select('s.id')
          .whereRef('s.organization_id', '=', 'f.organization_id')
          .whereRef('s.deal_id', '=', 'f.deal_id')
          .whereRef('s.number', '=', 'f.number')
          .where('s.side', '=', 'guardian')
          .where('s.user_id', '=', signedBy)
          .where('s.superseded_at', 'is', null),
      ),
    )
  }
  const rows = await rowsOf(client, copies.orderBy('f.added_at', 'desc').orderBy('f.id', 'desc'))
  return rows.map(({ added_at, ...copy }) => ({ ...copy, addedAt: added_at.toISOString() }))
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
  for (const { id, organization, organizationName, athlete } of await guardianshipsOf(database, person)) {
    const entry = await inOrganization(organization, async () => {
      const { minor, today, name, isRemoved, ageFacts } = await loadAthleteFacts(database, organization, athlete, now)
      if (minor || isRemoved || !ageFacts.birthDate) return undefined
      const until = addDays(addMonths(ageFacts.birthDate, MONTHS_OF_MINORITY), COPIES_DAYS)
      if (today > until) return undefined
      const documents = await signedCopies(database, { organization, athlete, signedBy: person })
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
