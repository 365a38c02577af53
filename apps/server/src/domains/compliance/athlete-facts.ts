import type { AthleteCompliance, AthleteComplianceChange } from '@sherpa/contracts/compliance'
import { type Division, divisions } from '@sherpa/contracts/compliance/judgment'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import {
  athleteFacts,
  lockAthletes,
  requireAthlete,
  requireAthleteForShare,
  seesSensitiveFacts,
} from '../athletes/athletes.ts'
import { changedValues, recordEvent, recordNcaaIdShown } from '../audit/audit.ts'
import { findCompaniesByName, publicCompanies, requireCompany } from '../companies/companies.ts'
import type { Viewer } from './compliance-access.ts'

/** Facts about athletes that only compliance rules read. */
export function createAthleteFactService({ database }: { database: Database }) {
  return {
    async load(viewer: Viewer, athlete: string): Promise<AthleteCompliance> {
      await requireAthlete(database, viewer, athlete)
      const facts = await loadFacts(database, viewer, athlete)
      if (facts.ncaaId && viewer.member.role !== 'athlete') await recordNcaaIdShown(database, viewer, athlete)
      return facts
    },

    /** Optimistic locking: a stale version is refused, with the current facts in the response. */
    change(viewer: Viewer, athlete: string, { version, changes }: AthleteComplianceChange): Promise<AthleteCompliance> {
      const { organization } = viewer.member
      const { division, enrolledOn, juniorYearOn, ncaaId, schoolId } = changes
      if (ncaaId !== undefined && !seesSensitiveFacts(viewer)) {
        throw invalid('ncaaId', 'You don’t have permission to change this')
      }
      return inTransaction(database, async (client) => {
        await requireAthleteForShare(client, viewer, athlete)
        await lockAthletes(client, organization, sql`${[athlete]}::uuid[]`)
        const present = await loadFacts(client, viewer, athlete)
        if (present.version !== version) throw new Refusal('changed-meanwhile', { present })
        if (schoolId) await requireSchool(client, organization, schoolId, 'schoolId')
        const columns = {
          ...(division !== undefined && { division }),
          ...(enrolledOn !== undefined && { enrolled_on: enrolledOn }),
          ...(juniorYearOn !== undefined && { junior_year_on: juniorYearOn }),
          ...(ncaaId !== undefined && { ncaa_id: ncaaId || null }),
          ...(schoolId !== undefined && { school_id: schoolId }),
        }
        await run(
          client,
          query
            .insertInto('athlete_compliance')
            .values({ organization_id: organization, athlete_id: athlete, ...columns })
            .onConflict((known) =>
              known.columns(['organization_id', 'athlete_id']).doUpdateSet({ ...columns, version: version + 1 }),
            ),
        )
        const changed = await loadFacts(client, viewer, athlete)
        await recordEvent(client, {
          event: 'athlete-changed',
          actor: viewer.person.id,
          organization,
          athlete,
          changes: changedValues(asText(present), asText(changed)),
        })
        return changed
      })
    },
  }
}
export type AthleteFactService = ReturnType<typeof createAthleteFactService>

/** For the audit trail. */
const asText = ({ division, enrolledOn, juniorYearOn, ncaaId, school }: AthleteCompliance) => ({
  division: division && divisions[division],
  enrolledOn,
  juniorYearOn,
  ncaaId,
  school: school?.name ?? null,
})

async function loadFacts(client: Queryable, viewer: Viewer, athlete: string): Promise<AthleteCompliance> {
  const { organization } = viewer.member
  const { schoolName, ...facts } = await oneRowOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .leftJoin('athlete_compliance as x', (join) =>
        join.onRef('x.organization_id', '=', 'a.organization_id').onRef('x.athlete_id', '=', 'a.id'),
      )
      .leftJoin(publicCompanies.as('s'), (join) =>
        join
          .onRef('s.organization_id', '=', 'x.organization_id')
          .onRef('s.id', '=', 'x.school_id')
          .on('s.removed_at', 'is', null),
      )
      .select(['x.division', 'x.enrolled_on as enrolledOn', 'x.junior_year_on as juniorYearOn', 'x.ncaa_id as ncaaId'])
      .select([
        sql<AthleteCompliance['school']>`case when s.id is not null
          then json_build_object('id', s.id, 'name', s.name) end`.as('school'),
        sql<number>`coalesce(x.version, 0)`.as('version'),
        'a.school as schoolName',
      ])
      .where('a.organization_id', '=', organization)
      .where('a.id', '=', athlete)
      .$narrowType<{ division: Division | null }>(),
  )
  return {
    ...facts,
    ncaaId: seesSensitiveFacts(viewer) ? facts.ncaaId : null,
    suggestion: facts.school || !schoolName ? null : await suggestSchool(client, viewer, schoolName),
  }
}

/** Companies are only for people who see deals. */
async function suggestSchool(client: Queryable, { member }: Viewer, name: string) {
  if (!member.permissions.includes('deals.view') || member.role === 'athlete') return { name, company: null }
  const found = (await findCompaniesByName(client, member.organization, [name])).get(name)
  const school = found?.exact.find(({ about }) => about === 'School')
  return { name, company: school ? { id: school.id, name: school.name } : null }
}

/** A company of the kind school. */
export async function requireSchool(client: Queryable, organization: string, id: string, field: string) {
  if ((await requireCompany(client, organization, id)).kind !== 'school') {
    throw invalid(field, 'Choose a company of the kind school')
  }
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
