import {
  type Eligibility,
  eligibilityStatuses,
  type Measurement,
  type NewEligibility,
  type NewMeasurement,
  type SocialAccount,
  socialPlatforms,
} from '@sherpa/contracts/athlete'
import { measurables, showMeasurable } from '@sherpa/contracts/measurable'
import { Refusal } from '@sherpa/contracts/problem'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { may, type Viewer } from './athlete-access.ts'
import { addTimelineEntry, createRecordChange } from './timeline.ts'

/** Measurements, eligibility and social accounts. */
export function createAthleteDetailService(database: Database) {
  const changeRecord = createRecordChange(database)

  return {
    addMeasurement(viewer: Viewer, athlete: string, measured: NewMeasurement): Promise<Measurement> {
      return changeRecord(viewer, athlete, async (client) => {
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('athlete_measurements')
            .values({ ...toKey(viewer, athlete), ...toColumns(measured), added_by: viewer.person.id })
            .returning('id'),
        )
        await addTimelineEntry(client, viewer, athlete, { kind: 'measured', about: describe(measured) })
        return { id, ...measured, changeable: true }
      })
    },

    changeMeasurement(viewer: Viewer, athlete: string, id: string, measured: NewMeasurement): Promise<Measurement> {
      return changeRecord(viewer, athlete, async (client) => {
        const before = await requireChangeable(client, viewer, athlete, id)
        await run(
          client,
          query
            .updateTable('athlete_measurements')
            .set(toColumns(measured))
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', id),
        )
        await addTimelineEntry(client, viewer, athlete, {
          kind: 'measurement-changed',
          about: `${describe(measured)} (was ${showMeasurable(before.kind, before.value)})`,
        })
        return { id, ...measured, changeable: true }
      })
    },

    removeMeasurement(viewer: Viewer, athlete: string, id: string) {
      return changeRecord(viewer, athlete, async (client) => {
        const { kind } = await requireChangeable(client, viewer, athlete, id)
        await run(
          client,
          query
            .deleteFrom('athlete_measurements')
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', id),
        )
        await addTimelineEntry(client, viewer, athlete, {
          kind: 'measurement-removed',
          about: measurables[kind].name,
        })
      })
    },

    addEligibility(viewer: Viewer, athlete: string, entry: NewEligibility): Promise<Eligibility> {
      return changeRecord(viewer, athlete, async (client) => {
        const { season, status, reason, checkedOn } = entry
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('athlete_eligibility')
            .values({ ...toKey(viewer, athlete), season, status, reason, checked_on: checkedOn })
            .returning('id'),
        )
        const about = `${season}: ${eligibilityStatuses[status].toLowerCase()}`
        await addTimelineEntry(client, viewer, athlete, { kind: 'eligibility-added', about })
        return { id, ...entry }
      })
    },

    removeEligibility(viewer: Viewer, athlete: string, id: string) {
      return changeRecord(viewer, athlete, async (client) => {
        const removed = await rowOf(
          client,
          query
            .deleteFrom('athlete_eligibility')
            .where('organization_id', '=', viewer.member.organization)
            .where('athlete_id', '=', athlete)
            .where('id', '=', id)
            .returning('season'),
        )
        if (!removed) throw new Refusal('not-found')
        await addTimelineEntry(client, viewer, athlete, { kind: 'eligibility-removed', about: removed.season })
      })
    },

    setSocialAccounts(viewer: Viewer, athlete: string, accounts: SocialAccount[]) {
      if (new Set(accounts.map(({ platform }) => platform)).size < accounts.length) {
        throw new Refusal('invalid-fields', { errors: [{ field: 'accounts', message: 'Enter each platform once' }] })
      }
      return changeRecord(viewer, athlete, async (client) => {
        await run(
          client,
          query
            .deleteFrom('athlete_social_accounts')
            .where('organization_id', '=', viewer.member.organization)
            .where('athlete_id', '=', athlete),
        )
        const rows = accounts.map((account) => ({ ...toKey(viewer, athlete), ...account }))
        if (rows.length > 0) await run(client, query.insertInto('athlete_social_accounts').values(rows))
        const about = accounts.map(({ platform }) => socialPlatforms[platform]).join(', ')
        await addTimelineEntry(client, viewer, athlete, { kind: 'social-changed', about })
      })
    },
  }
}
export type AthleteDetails = ReturnType<typeof createAthleteDetailService>

const toKey = ({ member }: Viewer, athlete: string) => ({ organization_id: member.organization, athlete_id: athlete })

const toColumns = ({ kind, value, measuredOn, source }: NewMeasurement) => ({
  kind,
  value,
  measured_on: measuredOn,
  source,
})

const describe = ({ kind, value }: NewMeasurement) => `${measurables[kind].name}: ${showMeasurable(kind, value)}`

/** Editors of the record may change every measurement, others only their own. */
export const isChangeable = (viewer: Viewer, addedBy: string | null) =>
  may(viewer, 'athletes.log') && (may(viewer, 'athletes.edit') || addedBy === viewer.person.id)

async function requireChangeable(client: Queryable, viewer: Viewer, athlete: string, id: string) {
  const found = await rowOf(
    client,
    query
      .selectFrom('athlete_measurements')
      .select(['kind', 'value', 'added_by'])
      .where('organization_id', '=', viewer.member.organization)
      .where('athlete_id', '=', athlete)
      .where('id', '=', id)
      .$narrowType<{ kind: NewMeasurement['kind'] }>(),
  )
  if (!found) throw new Refusal('not-found')
  if (!isChangeable(viewer, found.added_by)) throw new Refusal('not-yours')
  return found
}
