import type { CompanyCompliance, CompanyComplianceChange, NewAssociation } from '@sherpa/contracts/compliance'
import type { ClubLeague } from '@sherpa/contracts/compliance/judgment'
import { Refusal } from '@sherpa/contracts/problem'
import type { UsState } from '@sherpa/contracts/us-states'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { publicCompanies, requireCompany } from '../companies/companies.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import { requireSchool } from './athlete-facts.ts'
import { userJson, type Viewer } from './compliance-access.ts'

/** Facts about companies and schools that only compliance rules read. */
export function createCompanyFactService({ database, clock }: { database: Database; clock: () => Date }) {
  const checkedNow = (viewer: Viewer) => checkedBy(viewer, clock())

  function change(viewer: Viewer, company: string, work: (client: Queryable) => Promise<object>) {
    return inTransaction(database, (client) => changeCompanyFacts(client, viewer, company, () => work(client)))
  }

  return {
    async load({ member }: Viewer, company: string): Promise<CompanyCompliance> {
      await requireCompany(database, member.organization, company)
      return loadFacts(database, member.organization, company)
    },

    /** Optimistic locking: a stale version is refused, with the current facts in the response. */
    change: (viewer: Viewer, company: string, { version, changes }: CompanyComplianceChange) =>
      change(viewer, company, async (client) => {
        const present = await loadFacts(client, viewer.member.organization, company)
        if (present.version !== version) throw new Refusal('changed-meanwhile', { present })
        const { state, directorName, directorEmail, league, country, associationsChecked } = changes
        if (associationsChecked === false && present.associations.length > 0) {
          throw new Refusal('invalid-fields', {
            errors: [{ field: 'associationsChecked', message: 'Remove the associations first' }],
          })
        }
        return {
          ...(state !== undefined && { state }),
          ...(directorName !== undefined && { director_name: directorName || null }),
          ...(directorEmail !== undefined && { director_email: directorEmail }),
          ...(league !== undefined && { league }),
          ...(country !== undefined && { country }),
          ...(associationsChecked === true && checkedNow(viewer)),
          ...(associationsChecked === false && { associations_checked_at: null, associations_checked_by: null }),
        }
      }),

    addAssociation: (viewer: Viewer, company: string, association: NewAssociation) =>
      change(viewer, company, async (client) => {
        await insertAssociation(client, viewer, company, association, clock())
        return checkedNow(viewer)
      }),

    /** The company stays checked. */
    removeAssociation: (viewer: Viewer, company: string, association: string) =>
      change(viewer, company, async (client) => {
        const removed = await run(
          client,
          query
            .deleteFrom('company_associations')
            .where('organization_id', '=', viewer.member.organization)
            .where('company_id', '=', company)
            .where('id', '=', association),
        )
        if (removed === 0) throw new Refusal('not-found')
        return checkedNow(viewer)
      }),
  }
}
export type CompanyFactService = ReturnType<typeof createCompanyFactService>

export const checkedBy = ({ person }: Viewer, at: Date) => ({
  associations_checked_at: at,
  associations_checked_by: person.id,
})

/** Stores the columns that the work returns, with one event. */
export async function changeCompanyFacts(
  client: Queryable,
  viewer: Viewer,
  company: string,
  work: () => Promise<object>,
) {
  const { organization } = viewer.member
  await lockOrganization(client, organization)
  const { name } = await requireCompany(client, organization, company)
  const before = await loadFacts(client, organization, company)
  const columns = await work()
  await run(
    client,
    query
      .insertInto('company_compliance')
      .values({ organization_id: organization, company_id: company, ...columns })
      .onConflict((known) =>
        known
          .columns(['organization_id', 'company_id'])
          .doUpdateSet({ ...columns, version: sql<number>`company_compliance.version + 1` }),
      ),
  )
  const after = await loadFacts(client, organization, company)
  await recordEvent(client, {
    event: 'company-changed',
    actor: viewer.person.id,
    organization,
    details: name,
    changes: changedValues(describeFacts(before), describeFacts(after)),
  })
  return after
}

export async function insertAssociation(
  client: Queryable,
  viewer: Viewer,
  company: string,
  { schoolId, reason, source, isRightsPartner = false }: NewAssociation,
  at: Date,
) {
  const { organization } = viewer.member
  await requireSchool(client, organization, schoolId, 'schoolId')
  await run(
    client,
    query.insertInto('company_associations').values({
      organization_id: organization,
      id: newId(at.getTime()),
      company_id: company,
      school_id: schoolId,
      reason,
      source: source || null,
      is_rights_partner: isRightsPartner,
      added_by: viewer.person.id,
      added_at: at,
    }),
  )
}

/** For the audit trail. */
const describeFacts = ({ checked, associations, version: _, ...facts }: CompanyCompliance) => ({
  ...facts,
  associationsChecked: checked !== null,
  associations: associations
    .map(({ school, reason, source, isRightsPartner }) =>
      [school.name, reason, source, ...(isRightsPartner ? ['multimedia-rights partner'] : [])].join(', '),
    )
    .join('; '),
})

async function loadFacts(client: Queryable, organization: string, company: string): Promise<CompanyCompliance> {
  const facts = await rowOf(
    client,
    query
      .selectFrom('company_compliance as x')
      .select(['x.state', 'x.director_name as directorName', 'x.director_email as directorEmail', 'x.version'])
      .select(['x.league', 'x.country'])
      .select(['x.associations_checked_at as checkedAt', userJson('x.associations_checked_by').as('checkedBy')])
      .where('x.organization_id', '=', organization)
      .where('x.company_id', '=', company)
      .$narrowType<{ state: UsState | null; league: ClubLeague | null }>(),
  )
  const associations = await rowsOf(
    client,
    query
      .selectFrom('company_associations as a')
      .innerJoin(publicCompanies.as('s'), (join) =>
        join.onRef('s.organization_id', '=', 'a.organization_id').onRef('s.id', '=', 'a.school_id'),
      )
      .select([
        'a.id',
        'a.reason',
        'a.source',
        'a.is_rights_partner as isRightsPartner',
        'a.added_at',
        userJson('a.added_by').as('by'),
      ])
      .select(sql<{ id: string; name: string }>`json_build_object('id', s.id, 'name', s.name)`.as('school'))
      .where('a.organization_id', '=', organization)
      .where('a.company_id', '=', company)
      .orderBy('a.added_at')
      .orderBy('a.id'),
  )
  const { checkedAt, checkedBy, ...known } = facts ?? {
    ...{ state: null, directorName: null, directorEmail: null, league: null, country: null, version: 0 },
    ...{ checkedAt: null, checkedBy: null },
  }
  return {
    ...known,
    checked: checkedAt && { at: checkedAt.toISOString(), by: checkedBy },
    associations: associations.map(({ added_at, ...one }) => ({ ...one, at: added_at.toISOString() })),
  }
}

/**
 * Moves facts of a company that is merged into another, or those named by `only` back. Returns them as `kind:id`. A
 * company with facts of its own keeps them.
 */
export async function moveComplianceOfCompany(
  client: Queryable,
  organization: string,
  { from, to, only = null }: { from: string; to: string; only?: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await client.query<{ moved: string }>(
    `with facts as (update company_compliance set company_id = $3 where organization_id = $1 and company_id = $2
         and ($4::text[] is null or 'facts' = any($4)) and not exists (select from company_compliance known
           where known.organization_id = $1 and known.company_id = $3) returning 'facts' as moved),
       associations as (update company_associations set company_id = $3 where organization_id = $1 and company_id = $2
         and ($4::text[] is null or 'association:' || id = any($4)) returning 'association:' || id as moved),
       schooled as (update athlete_compliance set school_id = $3, version = version + 1
         where organization_id = $1 and school_id = $2
         and ($4::text[] is null or 'athlete:' || athlete_id = any($4)) returning 'athlete:' || athlete_id as moved),
       sponsors as (update school_sponsors set company_id = $3 where organization_id = $1 and company_id = $2
         and ($4::text[] is null or 'sponsor:' || id = any($4)) returning 'sponsor:' || id as moved)
     select moved from facts union all select moved from associations union all select moved from schooled
     union all select moved from sponsors`,
    [organization, from, to, only],
  )
  // Apart, because one statement cannot update a row twice.
  const schools = await client.query<{ moved: string }>(
    `update company_associations set school_id = $3 where organization_id = $1 and school_id = $2
       and ($4::text[] is null or 'school:' || id = any($4)) returning 'school:' || id as moved`,
    [organization, from, to, only],
  )
  return [...rows, ...schools.rows].map(({ moved }) => moved)
}
