import { isMinor } from '@sherpa/contracts/age'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyOwners, todayIn } from '../organizations/organizations.ts'
import { type NoteCorrectedAge, type TellOfCorrectedAge, toAgeFacts } from './minors.ts'
import { addTimelineEntry } from './timeline.ts'

type Parts = { clock: () => Date; notifyAgeCorrection: TellOfCorrectedAge }

/**
 * Runs in the transaction of a change of birth date or level. Turning a minor with a verified guardian into an adult
 * needs a reason, which owners and approvers see.
 */
export function createAgeCorrectionService({ clock, notifyAgeCorrection }: Parts): NoteCorrectedAge {
  return async (client, author, athlete, before, reason) => {
    const { organization } = author.member
    const after = await oneRowOf(
      client,
      query
        .selectFrom('athletes')
        .select(['birth_date', 'level'])
        .where('organization_id', '=', organization)
        .where('id', '=', athlete),
    )
    const today = await todayIn(client, organization, clock())
    const becomesAdult = isMinor(today, before) && !isMinor(today, toAgeFacts(after))
    if (becomesAdult && (await hadVerifiedGuardian(client, organization, athlete))) {
      if (!reason) throw new Refusal('age-reason-needed')
      const actor = author.person.id
      await addTimelineEntry(client, author, athlete, { kind: 'made-adult', text: reason })
      await recordEvent(client, { event: 'athlete-made-adult', actor, organization, athlete })
      const { name } = await oneRowOf(
        client,
        query.selectFrom(publicUsers.as('u')).select('name').where('id', '=', actor),
      )
      const by = { name: name ?? 'A former member' }
      await notifyOwners(client, { organization, by, action: 'athlete-made-adult', at: clock() })
    }
    await notifyAgeCorrection(client, author, athlete, before)
  }
}

/** Includes ended guardianships, so that removing the guardian first does not bypass the check. */
async function hadVerifiedGuardian(client: Queryable, organization: string, athlete: string) {
  const verified = query
    .selectFrom('guardianships')
    .select('id')
    .where('organization_id', '=', organization)
    .where('athlete_id', '=', athlete)
    .where('verified_at', 'is not', null)
    .limit(1)
  return (await rowOf(client, verified)) !== undefined
}

/** Latest correction from minor to adult. */
export function findLatestCorrection(client: Queryable, organization: string, athlete: string) {
  return rowOf(
    client,
    query
      .selectFrom('athlete_timeline')
      .select(['at', 'actor_id as by', 'text as reason'])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('kind', '=', 'made-adult')
      .orderBy('at', 'desc')
      .limit(1),
  )
}
