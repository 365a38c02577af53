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
import type { Database } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import type { Viewer } from './athlete-access.ts'
import { addTimelineEntry, createRecordChange } from './timeline.ts'

/** Measurements, eligibility and social accounts. */
export function createAthleteDetailService(database: Database) {
  const changeRecord = createRecordChange(database)

  return {
    addMeasurement(viewer: Viewer, athlete: string, measured: NewMeasurement): Promise<Measurement> {
      return changeRecord(viewer, athlete, async (client) => {
        const { kind, value, measuredOn, source } = measured
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('athlete_measurements')
            .values({ ...toKey(viewer, athlete), kind, value, measured_on: measuredOn, source })
            .returning('id'),
        )
        const about = `${measurables[kind].name}: ${showMeasurable(kind, value)}`
        await addTimelineEntry(client, viewer, athlete, { kind: 'measured', about })
        return { id, ...measured }
      })
    },

    removeMeasurement(viewer: Viewer, athlete: string, id: string) {
      return changeRecord(viewer, athlete, async (client) => {
        const removed = await rowOf(
          client,
          query
            .deleteFrom('athlete_measurements')
            .where('organization_id', '=', viewer.member.organization)
            .where('athlete_id', '=', athlete)
            .where('id', '=', id)
            .returning('kind')
            .$narrowType<{ kind: NewMeasurement['kind'] }>(),
        )
        if (!removed) throw new Refusal('not-found')
        await addTimelineEntry(client, viewer, athlete, {
          kind: 'measurement-removed',
          about: measurables[removed.kind].name,
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
