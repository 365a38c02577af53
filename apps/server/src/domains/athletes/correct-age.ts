import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { noteEvent } from '../audit/audit.ts'
import { tellOwners, todayIn } from '../organizations/organizations.ts'
import { ageFactsOf, isMinor, type NoteCorrectedAge, type TellOfCorrectedAge } from './minors.ts'
import { noteOnTimeline } from './timeline.ts'

type Parts = { clock: () => Date; tellOfCorrectedAge: TellOfCorrectedAge }

/**
 * For changes of birth date or level, in their transaction. A guardian was verified because somebody knew the athlete as a minor: an adult
 * then needs a reason, which the owners hear of and approvers see.
 */
export function notingCorrectedAge({ clock, tellOfCorrectedAge }: Parts): NoteCorrectedAge {
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
    const becomesAdult = isMinor(today, before) && !isMinor(today, ageFactsOf(after))
    if (becomesAdult && (await hadVerifiedGuardian(client, organization, athlete))) {
      if (!reason) throw new Refusal('age-reason-needed')
      const actor = author.person.id
      await noteOnTimeline(client, author, athlete, { kind: 'made-adult', text: reason })
      await noteEvent(client, { event: 'athlete-made-adult', actor, organization, athlete })
      const { name } = await oneRowOf(
        client,
        query.selectFrom(userFacts.as('u')).select('name').where('id', '=', actor),
      )
      const by = { name: name ?? 'A former member' }
      await tellOwners(client, { organization, by, action: 'athlete-made-adult', at: clock() })
    }
    await tellOfCorrectedAge(client, author, athlete, before)
  }
}

/** Removing the guardian first does not help. */
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

/** The latest correction that made the athlete an adult for a reason. */
export function latestCorrection(client: Queryable, organization: string, athlete: string) {
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
