import { addDays } from '@sherpa/contracts/days'
import type { SampleKind } from '@sherpa/contracts/organization'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { todayIn } from '../organizations/organizations.ts'

/** `who` counts colleagues; days from today. */
const licenses = [
  { who: 0, state: 'TX', number: 'TX-20418', from: -340, until: 390 },
  { who: 0, state: 'OH', number: 'AA-3307', from: -706, until: 24 },
  { who: 1, state: 'GA', number: 'GA-1182', from: -742, until: -12 },
  { who: 1, state: 'FL', number: 'FL-90551', from: -120, until: null },
]

/** `athlete` counts the sample's athletes; days from today. */
const notices = [
  { athlete: 0, agent: 'Dana Whitfield', agency: 'Northgate Sports', received: -2, contract: -4 },
  { athlete: 1, agent: 'Émile Roux', agency: null, received: -19, contract: -20 },
  { athlete: 2, agent: 'Lee Ford', agency: 'Ford & Lund', received: -48, contract: -57 },
]

/** Licenses of an agency's people, and the notices that a department has received. */
export async function makeSampleLicenses(
  client: Queryable,
  organization: string,
  { kind, colleagues, approver }: { kind: SampleKind; colleagues: string[]; approver: string | undefined },
  now: Date,
) {
  const today = await todayIn(client, organization, now)
  const dayIn = (days: number) => addDays(today, days)
  if (kind === 'agency') {
    await run(
      client,
      query.insertInto('licenses').values(
        licenses.map(({ who, state, number, from, until }) => ({
          organization_id: organization,
          id: newId(),
          user_id: colleagues[who] ?? '',
          state,
          number,
          starts_on: dayIn(from),
          ends_on: until === null ? null : dayIn(until),
          added_by: colleagues[who] ?? null,
        })),
      ),
    )
    return
  }
  const athletes = await rowsOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .select('a.id')
      .where('a.organization_id', '=', organization)
      .orderBy('a.id')
      .limit(notices.length),
  )
  await run(
    client,
    query.insertInto('agent_notices').values(
      notices.map(({ athlete, agent, agency, received, contract }) => ({
        organization_id: organization,
        id: newId(),
        athlete_id: athletes[athlete]?.id ?? '',
        agent,
        agency,
        received_on: dayIn(received),
        contract_on: dayIn(contract),
        added_by: approver ?? null,
      })),
    ),
  )
}
