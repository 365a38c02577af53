import type { Currency } from '@sherpa/contracts/currency'
import { dayIn, IN_FUTURE } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { publicOrganizations } from '../organizations/organizations.ts'

/** Time zone of the organization, today there, its currency and the start of its fiscal year. */
export async function loadBookkeeping(database: Queryable, organization: string, now: Date) {
  const { time_zone, currency, fiscal_month } = await oneRowOf(
    database,
    query
      .selectFrom(publicOrganizations.as('o'))
      .select(['time_zone', 'currency', 'fiscal_month'])
      .where('id', '=', organization)
      .$narrowType<{ currency: Currency }>(),
    'bookkeeping-of',
  )
  return { today: dayIn(now.toISOString(), time_zone), timeZone: time_zone, currency, fiscalMonth: fiscal_month }
}

/** Earlier dates are typing errors. */
const FIRST_DAY = '2000-01-01'

/** Bookings need a plausible date that is not in the future. */
export function requireBookableDay(field: string, day: string, today: string) {
  if (day >= FIRST_DAY && day <= today) return
  const message = day > today ? IN_FUTURE : 'Enter a year from 2000'
  throw new Refusal('invalid-fields', { errors: [{ field, message }] })
}
