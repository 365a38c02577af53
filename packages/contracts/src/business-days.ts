import { addDays, weekday } from './days.ts'

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

/** US federal holiday. A holiday on a weekend is observed on the nearest weekday. */
export type FederalHoliday = { name: string; day: string; observed: string }

/** Federal holidays of a year (5 USC 6103). A Saturday New Year is observed in the previous year. */
export function federalHolidays(year: number): FederalHoliday[] {
  const holidays: [name: string, day: string][] = [
    ['New Year’s Day', `${year}-01-01`],
    ['Birthday of Martin Luther King, Jr.', nth(3, MONDAY, `${year}-01-01`)],
    ['Washington’s Birthday', nth(3, MONDAY, `${year}-02-01`)],
    // The last Monday of May.
    ['Memorial Day', nth(1, MONDAY, `${year}-05-25`)],
    ['Juneteenth', `${year}-06-19`],
    ['Independence Day', `${year}-07-04`],
    ['Labor Day', nth(1, MONDAY, `${year}-09-01`)],
    ['Columbus Day', nth(2, MONDAY, `${year}-10-01`)],
    ['Veterans Day', `${year}-11-11`],
    ['Thanksgiving Day', nth(4, THURSDAY, `${year}-11-01`)],
    ['Christmas Day', `${year}-12-25`],
  ]
  return holidays
    .filter(([name]) => name !== 'Juneteenth' || year >= 2021)
    .map(([name, day]) => ({ name, day, observed: observed(day) }))
}

export function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !freeDays(Number(day.slice(0, 4))).has(day)
}

/** Adds or subtracts business days. The start day does not count. */
export function addBusinessDays(day: string, businessDays: number): string {
  const step = Math.sign(businessDays)
  let result = day
  for (let left = Math.abs(businessDays); left > 0; left--) {
    do result = addDays(result, step)
    while (!isBusinessDay(result))
  }
  return result
}

/** The day itself or the next business day. */
export function nextBusinessDay(day: string): string {
  return isBusinessDay(day) ? day : addBusinessDays(day, 1)
}

/** Nth weekday from a day, such as the third Monday. */
function nth(count: number, wanted: number, from: string) {
  return addDays(from, ((wanted - weekday(from) + 7) % 7) + (count - 1) * 7)
}

function observed(day: string) {
  if (weekday(day) === SATURDAY) return addDays(day, -1)
  if (weekday(day) === SUNDAY) return addDays(day, 1)
  return day
}

function isWeekend(day: string) {
  return weekday(day) === SATURDAY || weekday(day) === SUNDAY
}

const freeDaysOfYears = new Map<number, ReadonlySet<string>>()

function freeDays(year: number) {
  const known = freeDaysOfYears.get(year)
  if (known) return known
  const days = new Set([...federalHolidays(year), ...federalHolidays(year + 1)].map((holiday) => holiday.observed))
  freeDaysOfYears.set(year, days)
  return days
}
