import { expect, test } from 'vitest'
import { dayIn } from '../days.ts'
import {
  athleticDirectorDue,
  attestationDue,
  cancellationDue,
  dueAt,
  enrollmentReportDue,
  highSchoolNoticeDue,
  reportDue,
} from './deadlines.ts'

const zones = {
  NY: 'America/New_York',
  CHI: 'America/Chicago',
  DEN: 'America/Denver',
  PHX: 'America/Phoenix',
  LA: 'America/Los_Angeles',
  ANC: 'America/Anchorage',
  HNL: 'Pacific/Honolulu',
  LON: 'Europe/London',
}
type Zone = keyof typeof zones

// All expected days and instants were counted on a calendar, not computed by the code.
test.each<[signedAt: string, zone: Zone, due: string, lapses: string]>([
  ['2025-07-01T15:00Z', 'NY', '2025-07-09', '2025-07-10T04:00Z'], // over July 4
  ['2025-08-27T15:00Z', 'LA', '2025-09-04', '2025-09-05T07:00Z'], // over Labor Day
  ['2025-10-09T15:00Z', 'CHI', '2025-10-17', '2025-10-18T05:00Z'], // over Columbus Day
  ['2025-11-06T15:00Z', 'NY', '2025-11-14', '2025-11-15T05:00Z'], // over Veterans Day
  ['2025-11-24T15:00Z', 'DEN', '2025-12-02', '2025-12-03T07:00Z'], // over Thanksgiving
  ['2025-12-19T15:00Z', 'NY', '2025-12-29', '2025-12-30T05:00Z'], // over Christmas
  ['2025-12-29T15:00Z', 'NY', '2026-01-06', '2026-01-07T05:00Z'], // over New Year
  ['2026-01-14T20:00Z', 'HNL', '2026-01-22', '2026-01-23T10:00Z'], // over King's birthday
  ['2026-02-12T15:00Z', 'PHX', '2026-02-20', '2026-02-21T07:00Z'], // over Washington's birthday
  ['2026-03-04T15:00Z', 'NY', '2026-03-11', '2026-03-12T04:00Z'], // DST starts on March 8
  ['2026-03-04T15:00Z', 'PHX', '2026-03-11', '2026-03-12T07:00Z'], // no DST
  ['2026-05-20T15:00Z', 'CHI', '2026-05-28', '2026-05-29T05:00Z'], // over Memorial Day
  ['2026-06-15T15:00Z', 'LA', '2026-06-23', '2026-06-24T07:00Z'], // over Juneteenth
  ['2026-06-29T15:00Z', 'NY', '2026-07-07', '2026-07-08T04:00Z'], // July 4 is observed on Friday, July 3
  ['2026-07-03T15:00Z', 'NY', '2026-07-10', '2026-07-11T04:00Z'], // signed on the holiday
  ['2026-07-04T15:00Z', 'NY', '2026-07-10', '2026-07-11T04:00Z'], // signed on a Saturday
  ['2026-07-05T15:00Z', 'NY', '2026-07-10', '2026-07-11T04:00Z'], // signed on a Sunday
  ['2026-09-01T20:00Z', 'ANC', '2026-09-09', '2026-09-10T08:00Z'],
  ['2026-10-26T15:00Z', 'NY', '2026-11-02', '2026-11-03T05:00Z'], // DST ends on November 1
  ['2026-11-20T15:00Z', 'NY', '2026-11-30', '2026-12-01T05:00Z'], // over Thanksgiving
  ['2026-11-18T03:30Z', 'LA', '2026-11-24', '2026-11-25T08:00Z'], // still November 17
  ['2026-11-18T03:30Z', 'NY', '2026-11-24', '2026-11-25T05:00Z'], // still November 17
  ['2026-11-18T05:30Z', 'NY', '2026-11-25', '2026-11-26T05:00Z'], // already November 18
  ['2026-11-18T05:30Z', 'CHI', '2026-11-24', '2026-11-25T06:00Z'], // still November 17
  ['2026-12-24T15:00Z', 'NY', '2027-01-04', '2027-01-05T05:00Z'], // two holidays and two weekends
  ['2027-06-16T15:00Z', 'NY', '2027-06-24', '2027-06-25T04:00Z'], // Juneteenth is observed on Friday
  ['2027-07-01T15:00Z', 'NY', '2027-07-09', '2027-07-10T04:00Z'], // July 4 is observed on Monday
  ['2027-12-21T15:00Z', 'NY', '2027-12-29', '2027-12-30T05:00Z'], // Christmas is observed on Friday
  ['2027-12-29T15:00Z', 'NY', '2028-01-06', '2028-01-07T05:00Z'], // New Year is observed on December 31
  ['2028-02-25T15:00Z', 'NY', '2028-03-03', '2028-03-04T05:00Z'], // leap day
  ['2028-11-08T15:00Z', 'NY', '2028-11-16', '2028-11-17T05:00Z'], // Veterans Day is observed on Friday
])('a deal signed at %s in %s is reported by %s', (signedAt, zone, due, lapses) => {
  const found = reportDue(dayIn(signedAt, zones[zone]))
  expect(found).toEqual({ day: due })
  expect(dueAt(found, zones[zone])).toBe(instant(lapses))
})

test.each([
  ['2026-08-24', '2026-09-07'], // Labor Day does not move it
  ['2027-01-11', '2027-01-25'],
  ['2028-02-20', '2028-03-05'],
  ['2026-12-25', '2027-01-08'],
])('after enrollment on %s deals are reported by %s', (enrolledOn, due) => {
  expect(enrollmentReportDue(enrolledOn)).toEqual({ day: due })
})

test.each([
  ['2026-02-27', '2026-03-13', '2026-03-14T04:00Z'], // DST starts
  ['2026-10-20', '2026-11-03', '2026-11-04T05:00Z'], // DST ends
  ['2026-12-20', '2027-01-03', '2027-01-04T05:00Z'], // a Sunday does not move it
  ['2028-02-15', '2028-02-29', '2028-03-01T05:00Z'],
])('an agreement of %s can be canceled until %s', (signedOn, due, lapses) => {
  expect(cancellationDue(signedOn)).toEqual({ day: due })
  expect(dueAt({ day: due }, zones.NY)).toBe(instant(lapses))
})

test.each<[signedAt: string, zone: Zone, nextEvent: string | null, day: string | null, lapses: string]>([
  ['2026-11-18T14:00Z', 'NY', null, null, '2026-11-21T14:00Z'],
  ['2026-03-06T20:00Z', 'NY', null, null, '2026-03-09T20:00Z'], // DST starts: 4 PM instead of 3 PM
  ['2026-10-30T21:00Z', 'NY', null, null, '2026-11-02T21:00Z'], // DST ends
  ['2026-12-30T23:59Z', 'LA', null, null, '2027-01-02T23:59Z'],
  ['2028-02-27T12:00Z', 'NY', null, null, '2028-03-01T12:00Z'],
  ['2026-11-18T14:00Z', 'NY', '2026-11-20', '2026-11-19', '2026-11-20T05:00Z'],
  ['2026-11-18T14:00Z', 'NY', '2026-11-21', '2026-11-20', '2026-11-21T05:00Z'],
  ['2026-11-18T14:00Z', 'NY', '2026-11-22', null, '2026-11-21T14:00Z'], // 72 hours are sooner
  ['2026-11-18T14:00Z', 'HNL', '2026-11-21', '2026-11-20', '2026-11-21T10:00Z'],
  ['2026-11-18T09:00Z', 'HNL', '2026-11-21', null, '2026-11-21T09:00Z'], // an hour before midnight there
  ['2026-11-18T14:00Z', 'NY', '2026-11-18', null, '2026-11-18T14:00Z'], // at once
  ['2026-11-18T03:30Z', 'LA', '2026-11-17', null, '2026-11-18T03:30Z'], // the same day there
  ['2026-11-18T14:00Z', 'NY', '2026-11-17', null, '2026-11-21T14:00Z'], // over already
  ['2026-03-06T20:00Z', 'NY', '2026-03-08', '2026-03-07', '2026-03-08T05:00Z'], // the day DST starts
  ['2026-03-27T10:00Z', 'LON', '2026-03-29', '2026-03-28', '2026-03-29T00:00Z'],
])('after signing at %s in %s with an event on %s the notice is due', (signedAt, zone, nextEvent, day, lapses) => {
  const due = athleticDirectorDue(signedAt, dayIn(signedAt, zones[zone]), nextEvent, zones[zone])
  expect('day' in due ? due.day : null).toBe(day)
  expect(dueAt(due, zones[zone])).toBe(instant(lapses))
})

test.each([
  ['2026-11-20', '2026-11-25'],
  ['2026-12-28', '2027-01-02'],
])('a payor who was invited on %s attests by %s', (invitedOn, due) => {
  expect(attestationDue(invitedOn)).toEqual({ day: due })
})

test('Ohio’s association is told within 14 days', () => {
  expect(highSchoolNoticeDue('2026-04-20')).toEqual({ day: '2026-05-04' })
})

function instant(text: string) {
  return text.replace('Z', ':00.000Z')
}
