import { describe, expect, test } from 'vitest'
import { readTaskLine } from './task-line.ts'

/** Tuesday, November 17, 2026, 10:24 AM in New York. */
const here = { now: '2026-11-17T15:24:00Z', zone: 'America/New_York' }
const read = (line: string, at = here) => {
  const { title, day, time, unread } = readTaskLine(line, at)
  return [title, day, time, unread]
}
const plain = (title: string, day: string | null, time: string | null = null) => [title, day, time, null]

describe('a day', () => {
  test.each([
    ['Call the club today', 'Call the club', '2026-11-17'],
    ['Call the club tomorrow', 'Call the club', '2026-11-18'],
    ['Call the club Thu', 'Call the club', '2026-11-19'],
    ['call the club thu', 'call the club', '2026-11-19'],
    ['Thursday call the club', 'call the club', '2026-11-19'],
    ['Call on Thu about the kit', 'Call about the kit', '2026-11-19'],
    ['Send the kit by Friday, please', 'Send the kit, please', '2026-11-20'],
    ['Send the kit in 2 weeks', 'Send the kit', '2026-12-01'],
    ['Send the kit in a week', 'Send the kit', '2026-11-24'],
    ['Send the kit in three days', 'Send the kit', '2026-11-20'],
    ['Renew in 3 months', 'Renew', '2027-02-17'],
    ['Renew next week', 'Renew', '2026-11-23'],
    ['Renew next month', 'Renew', '2026-12-01'],
    ['Renew next Monday', 'Renew', '2026-11-23'],
    ['Renew next Thu', 'Renew', '2026-11-26'],
    ['Renew Nov 24', 'Renew', '2026-11-24'],
    ['Renew Nov. 24th', 'Renew', '2026-11-24'],
    ['Renew 24 November', 'Renew', '2026-11-24'],
    ['Renew 11/24', 'Renew', '2026-11-24'],
    ['Renew 11/24/27', 'Renew', '2027-11-24'],
    ['Renew 2026-11-24', 'Renew', '2026-11-24'],
    ['Renew March 3, 2028', 'Renew', '2028-03-03'],
    ['Renew Nov 17', 'Renew', '2026-11-17'],
    ['Renew Nov 16', 'Renew', '2027-11-16'],
    ['Move the Nov 24 call to Friday', 'Move the Nov 24 call to', '2026-11-20'],
  ])('%s', (line, title, day) => expect(read(line)).toEqual(plain(title, day)))

  test('a weekday is the next one, never today', () => {
    expect(read('Call Tuesday')).toEqual(plain('Call', '2026-11-24'))
  })

  test('today is the day of the time zone', () => {
    const late = '2026-11-18T03:00:00Z'
    expect(read('Call today', { now: late, zone: 'America/Los_Angeles' })).toEqual(plain('Call', '2026-11-17'))
    expect(read('Call today', { now: late, zone: 'Europe/Paris' })).toEqual(plain('Call', '2026-11-18'))
  })
})

describe('a time', () => {
  test.each([
    ['Call Thu at 3pm', 'Call', '2026-11-19', '15:00'],
    ['Call at 3:30 PM Thu', 'Call', '2026-11-19', '15:30'],
    ['Call Thu 09:15', 'Call', '2026-11-19', '09:15'],
    ['Call tomorrow at noon', 'Call', '2026-11-18', '12:00'],
    ['Call at 12am tomorrow', 'Call', '2026-11-18', '00:00'],
    ['Call at 3pm', 'Call', '2026-11-17', '15:00'],
    ['Call at 9am', 'Call', '2026-11-18', '09:00'],
  ])('%s', (line, title, day, time) => expect(read(line)).toEqual(plain(title, day, time)))
})

describe('other text stays', () => {
  test.each([
    'Ask May about the kit',
    'He sat with the coach',
    'Sun cream for the shoot',
    'Support is 24/7',
    'Jersey 11 for Wed Thomas to sign',
    'March with the band',
    'Send page 3 of 4',
    'Score was 13pm',
    'Version 1.2.3',
    '',
  ])('%s', (line) => expect(read(line)).toEqual(plain(line, null)))

  test.each([
    ['Renew Feb 30', 'Feb 30'],
    ['Renew by Feb 30', 'Feb 30'],
    ['Renew 2/30', '2/30'],
    ['Renew April 31', 'April 31'],
  ])('a day that does not exist is named: %s', (line, unread) => {
    expect(read(line)).toEqual([line, null, null, unread])
  })
})

test('a long line is read fast', () => {
  const started = process.cpuUsage().user
  for (const part of ['next ', 'in 2 ', 'Nov ', '1/', ' ', 'at ']) readTaskLine(part.repeat(2000), here)
  expect(process.cpuUsage().user - started).toBeLessThan(2_000_000)
})
