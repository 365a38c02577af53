import { expect, test } from 'vitest'
import { seededRandom } from '../test/seeded-random.ts'
import { addBusinessDays, federalHolidays, isBusinessDay, nextBusinessDay } from './business-days.ts'
import { addDays } from './days.ts'

/** In order of the year, with the observed day where it differs. */
const holidays = {
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-04>07-03 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-19>06-18 07-04>07-05 09-06 10-11 11-11 11-25 12-25>12-24',
  2028: '01-01>2027-12-31 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11>11-10 11-23 12-25',
}

test.each(Object.entries(holidays))('lists the federal holidays of %s', (year, expected) => {
  const inYear = (day: string) => (day.length === 5 ? `${year}-${day}` : day)
  const days = expected.split(' ').map((text) => {
    const [day = '', observed = day] = text.split('>')
    return { day: inYear(day), observed: inYear(observed) }
  })
  expect(federalHolidays(Number(year)).map(({ day, observed }) => ({ day, observed }))).toEqual(days)
})

test('Juneteenth is a holiday from 2021 on', () => {
  const names = (year: number) => federalHolidays(year).map(({ name }) => name)
  expect(names(2020)).not.toContain('Juneteenth')
  expect(names(2020)).toHaveLength(10)
  expect(names(2021)).toContain('Juneteenth')
})

test('the business days of a year exclude weekends and holidays', () => {
  const count = (year: number) => {
    let days = 0
    for (let day = `${year}-01-01`; day < `${year + 1}`; day = addDays(day, 1)) if (isBusinessDay(day)) days++
    return days
  }
  expect([2025, 2026, 2027, 2028].map(count)).toEqual([250, 250, 249, 250])
})

test.each([
  ['2026-11-15', false], // Sunday
  ['2026-11-16', true],
  ['2026-07-03', false], // observed for Saturday, July 4
  ['2027-07-05', false], // observed for Sunday, July 4
  ['2027-12-31', false], // observed for Saturday, January 1
  ['2028-01-03', true],
  ['2021-12-31', false],
  ['2026-12-31', true],
])('%s is a business day: %s', (day, expected) => {
  expect(isBusinessDay(day)).toBe(expected)
})

test.each([
  ['2025-06-30', 5, '2025-07-08'], // over July 4 and a weekend
  ['2025-11-26', 1, '2025-11-28'], // over Thanksgiving
  ['2025-12-31', 1, '2026-01-02'],
  ['2026-01-16', 1, '2026-01-20'], // over a weekend and a holiday on Monday
  ['2026-07-02', 1, '2026-07-06'], // July 4 is observed on Friday
  ['2026-07-06', -1, '2026-07-02'],
  ['2026-11-10', 5, '2026-11-18'], // over Veterans Day
  ['2026-11-14', 5, '2026-11-20'], // from a Saturday
  ['2026-11-14', -1, '2026-11-13'],
  ['2026-11-14', 0, '2026-11-14'],
  ['2027-06-17', 1, '2027-06-21'],
  ['2027-07-02', 1, '2027-07-06'],
  ['2027-12-23', 1, '2027-12-27'], // Christmas is observed on Friday
  ['2027-12-30', 1, '2028-01-03'], // New Year is observed on Friday
  ['2028-01-03', -1, '2027-12-30'],
  ['2028-11-09', 1, '2028-11-13'],
  ['2028-12-22', 10, '2029-01-09'],
])('%s plus %i business days is %s', (from, days, to) => {
  expect(addBusinessDays(from, days)).toBe(to)
})

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-14', '2026-11-16'],
  ['2026-07-03', '2026-07-06'],
  ['2027-12-31', '2028-01-03'],
])('the first business day from %s is %s', (from, to) => {
  expect(nextBusinessDay(from)).toBe(to)
})

test('adding and subtracting business days returns to the start', () => {
  const random = seededRandom(3)
  for (let run = 0; run < 150; run++) {
    const from = nextBusinessDay(addDays('2019-01-01', random(0, 6000)))
    const days = random(-300, 300)
    const to = addBusinessDays(from, days)
    expect(isBusinessDay(to)).toBe(true)
    expect(addBusinessDays(to, -days)).toBe(from)
  }
})
