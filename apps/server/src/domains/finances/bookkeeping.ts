import type { Currency } from '@sherpa/contracts/currency'
import { dayIn } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { organizationFacts } from '../organizations/organizations.ts'

/** What day it is for the organization, what it counts in, and when its year begins. */
export async function bookkeepingOf(database: Queryable, organization: string, now: Date) {
  const { time_zone, currency, fiscal_month } = await oneRowOf(
    database,
    query
      .selectFrom(organizationFacts.as('o'))
      .select(['time_zone', 'currency', 'fiscal_month'])
      .where('id', '=', organization)
      .$narrowType<{ currency: Currency }>(),
    'bookkeeping-of',
  )
  return { today: dayIn(now.toISOString(), time_zone), currency, fiscalMonth: fiscal_month }
}

/** What is older is a slip. */
const FIRST_DAY = '2000-01-01'

/** What is booked has happened, and not so long ago. */
export function requireBookableDay(field: string, day: string, today: string) {
  if (day >= FIRST_DAY && day <= today) return
  const message = day > today ? 'Enter a date that is not in the future' : 'Enter a year from 2000'
  throw new Refusal('invalid-fields', { errors: [{ field, message }] })
}
