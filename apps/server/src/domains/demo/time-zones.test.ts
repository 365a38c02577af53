// slow: every time zone through the year; represented by apps/server/src/domains/demo/schedule-demo.test.ts, apps/server/src/domains/demo/demo-mail.test.ts
import ICAL from 'ical.js'
import { afterAll, expect, test } from 'vitest'
import { slotsOfDay, spokenMoment, timestampWithOffset } from '../../../../site/app/behaviors/local-time.ts'
import { request, sender } from '../../../test/mail.ts'
import { isTimeZone, spokenTime, zoneLabel } from '../../mail/zoned-time.ts'
import { composeConfirmation } from './demo-mail.ts'

const machineZone = process.env.TZ
const setZone = (zone: string | undefined) => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}
afterAll(() => setZone(machineZone))

/** Site and server use the process's time zone, so each runs in its own. */
function inZone<Result>(zone: string, act: () => Result) {
  setZone(zone)
  try {
    return act()
  } finally {
    setZone(machineZone)
  }
}

/** Displayed and sent values of the page. */
type Choice = { moment: Date; echo: string; timestamp: string }
const choose = (moment: Date): Choice => ({
  moment,
  echo: spokenMoment(moment),
  timestamp: timestampWithOffset(moment),
})

/** The server's own daylight saving changes must not matter. */
const serverZone = 'Europe/Berlin'

function confirm({ timestamp }: Choice, timeZone: string | null) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(timestamp) ?? []
  const offsetMinutes = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  const changes = { demoAt: new Date(timestamp), offsetMinutes, timeZone }
  const mail = composeConfirmation({ ...request, ...changes }, sender)
  return { ...readMail(mail.text), ...readCalendar(mail.ics?.content ?? '') }
}

/** Parses the printed time and offset. */
function readMail(text: string) {
  const [, date, time, offset = ''] = /^Preferred time: (.+) at (.+) \(.*?UTC([^,]+)\)$/m.exec(text) ?? []
  return { words: `${date} at ${time}`, mailMoment: new Date(`${date} ${time} GMT${offset.replace(':', '')}`) }
}

/** Uses only the zone definition inside the calendar. */
function readCalendar(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  const event = calendar.getFirstSubcomponent('vevent')
  const time = (name: string) => event?.getFirstPropertyValue(name) as ICAL.Time
  return {
    start: time('dtstart').toJSDate(),
    end: time('dtend').toJSDate(),
    startZone: event?.getFirstProperty('dtstart')?.getFirstParameter('tzid'),
    defined: calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid'),
  }
}

function expectSameInstant(choice: Choice, timeZone: string | null) {
  const { moment, echo } = choice
  const mail = confirm(choice, timeZone)
  expect(mail).toMatchObject({ words: echo, mailMoment: moment, start: moment })
  expect(mail.end.getTime() - mail.start.getTime()).toBe(30 * 60_000)
  expect(mail.startZone).toBe(mail.defined ?? undefined)
  return mail
}

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Chatham',
  'Pacific/Apia',
  'UTC',
]

/** Sundays on which a zone of the list changes its clocks. */
const changes2027 = ['03-14', '03-28', '04-04', '09-26', '10-03', '10-31', '11-07']

/** Time slots of these days and their neighbors: all at night on Sunday, a sample otherwise. */
function listChoices() {
  return changes2027.flatMap((sunday) =>
    [-1, 0, 1].flatMap((shift) => {
      const [month = 0, day = 0] = sunday.split('-').map(Number)
      const slots = slotsOfDay(new Date(2027, month - 1, day + shift), new Date(0))
      return slots.filter((_, index) => index % 15 === 0 || (shift === 0 && index < 10)).map(choose)
    }),
  )
}

test.each(zones)(
  'page, mail and calendar have the same instant in %s around daylight saving changes in 2027',
  (zone) => {
    const choices = inZone(zone, listChoices)
    inZone(serverZone, () => {
      for (const choice of choices) {
        expectSameInstant(choice, zone)
      }
    })
  },
)

test.each(zones)('without a zone, the offset gives the same instant: %s', (zone) => {
  const choices = inZone(zone, () => [new Date(2027, 0, 15, 10, 30), new Date(2027, 6, 15, 23, 30)].map(choose))
  inZone(serverZone, () => {
    for (const choice of choices) {
      expect(expectSameInstant(choice, null).defined).toBeUndefined()
    }
  })
})

test.each(zones.filter((zone) => zone !== 'UTC'))('the calendar includes the definition of %s', (zone) => {
  const choice = inZone(zone, () => choose(new Date(2027, 6, 15, 10, 30)))
  expect(inZone(serverZone, () => confirm(choice, zone)).defined).toBe(zone)
})

test('a skipped local time is moved forward on page, mail and calendar', () => {
  const chosen = inZone('America/New_York', () => choose(new Date(2027, 2, 14, 2, 30)))
  expect(chosen.echo).toBe('Sunday, March 14, 2027 at 3:30 AM')
  expectSameInstant(chosen, 'America/New_York')

  // Another client may send it with the offset of the day before.
  const skipped = { ...chosen, timestamp: '2027-03-14T02:30:00-05:00' }
  expectSameInstant(skipped, 'America/New_York')
})

test('an ambiguous local time keeps its instant', () => {
  const hour = 3_600_000
  const [first, second] = inZone('America/New_York', () => {
    const moment = new Date(2027, 10, 7, 1, 30)
    return [choose(moment), choose(new Date(moment.getTime() + hour))] as const
  })
  expect(first.echo).toBe(second.echo)
  expect(first.timestamp).toBe('2027-11-07T01:30:00-04:00')
  expect(second.timestamp).toBe('2027-11-07T01:30:00-05:00')
  for (const choice of [first, second]) {
    const mail = expectSameInstant(choice, 'America/New_York')
    // `TZID` is ambiguous here, and programs disagree.
    expect(mail.defined).toBeUndefined()
  }
})

test('a zone alias is replaced by its canonical name', () => {
  const choice = inZone('America/New_York', () => choose(new Date(2027, 6, 15, 10, 30)))
  const mail = expectSameInstant(choice, 'US/Eastern')
  expect(mail).toMatchObject({ defined: 'America/New_York', startZone: 'America/New_York' })
})

test('an unknown zone falls back to the offset', () => {
  const choice = inZone('Asia/Kolkata', () => choose(new Date(2027, 6, 15, 10, 30)))
  expect(expectSameInstant(choice, 'Mars/Olympus_Mons').defined).toBeUndefined()
})

test.each([
  [
    { timeZone: 'America/New_York', offsetMinutes: 0 },
    'Monday, November 16, 2026 at 10:30 AM',
    'America/New_York, UTC-05:00',
  ],
  [{ timeZone: null, offsetMinutes: -300 }, 'Monday, November 16, 2026 at 10:30 AM', 'UTC-05:00'],
  [{ timeZone: null, offsetMinutes: -210 }, 'Monday, November 16, 2026 at 12:00 PM', 'UTC-03:30'],
  [
    { timeZone: 'Asia/Kathmandu', offsetMinutes: 0 },
    'Monday, November 16, 2026 at 9:15 PM',
    'Asia/Kathmandu, UTC+05:45',
  ],
  [{ timeZone: null, offsetMinutes: 840 }, 'Tuesday, November 17, 2026 at 5:30 AM', 'UTC+14:00'],
])('formats an instant for %o as %s, %s', (place, words, label) => {
  const moment = new Date('2026-11-16T15:30:00Z')
  expect(spokenTime(moment, place)).toBe(words)
  expect(zoneLabel(moment, place)).toBe(label)
})

test.each([
  ['America/New_York', true],
  ['Etc/GMT+5', true],
  ['UTC', true],
  ['+05:30', false],
  ['Mars/Olympus_Mons', false],
  ['UTC\r\nBcc: everyone@evil.example', false],
  ['', false],
])('validates %j as a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})
