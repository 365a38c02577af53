import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
  type ICalLuxonDateTimeStub,
} from 'ical-generator'
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library'
import { type Mailbox, oneLine } from '../../mail/mailbox.ts'
import { isShownTwice, offsetAt, type Place, wallClock, zoneOf } from '../../mail/zoned-time.ts'

type DemoEvent = {
  id: string
  reference: string
  startsAt: Date
  place: Place
  organizer: Mailbox
  attendee: Mailbox
  /** When this version of the entry was made. */
  stamp: Date
  /** Higher with every later version, which calendars then take for an update of the same entry. */
  sequence: number
  /** Asked for, agreed, or called off. */
  status: 'tentative' | 'confirmed' | 'canceled'
  lengthMinutes: number
  meetingLink: string | null
}

const versions = {
  tentative: {
    summary: 'Sherpa demo (to be confirmed)',
    about: 'The time is tentative until we confirm it.',
    status: ICalEventStatus.TENTATIVE,
    busy: ICalEventBusyStatus.TENTATIVE,
  },
  confirmed: {
    summary: 'Sherpa demo',
    about: 'The time is confirmed.',
    status: ICalEventStatus.CONFIRMED,
    busy: ICalEventBusyStatus.BUSY,
  },
  canceled: {
    summary: 'Sherpa demo (canceled)',
    about: 'The demo was canceled.',
    status: ICalEventStatus.CANCELLED,
    busy: ICalEventBusyStatus.FREE,
  },
}

/** A demo as calendars take it: every version of it is the same entry. */
export function demoCalendar(event: DemoEvent) {
  const { startsAt, place, stamp, sequence, lengthMinutes, meetingLink } = event
  const version = versions[event.status]
  const method = event.status === 'canceled' ? 'CANCEL' : 'REQUEST'
  const endsAt = new Date(startsAt.getTime() + lengthMinutes * 60_000)
  const zone = describeZone(place, [startsAt, endsAt])
  const calendar = ical({
    prodId: { company: 'Sherpa', product: 'Demo requests', language: 'EN' },
    method: ICalCalendarMethod[method],
    // The calendar itself has no zone: with one, ical-generator would write DTSTAMP in local time too.
    timezone: zone ? { name: null, generator: () => zone.definition } : null,
  })
  calendar.createEvent({
    id: `demo-${event.id}@sherpa.example`,
    sequence,
    stamp,
    start: zone ? onTheWall(startsAt, place) : startsAt,
    end: zone ? onTheWall(endsAt, place) : endsAt,
    timezone: zone?.id ?? null,
    summary: version.summary,
    description: `Your request ${event.reference} for a demo. ${version.about}${meetingLink ? `\nJoin: ${meetingLink}` : ''}`,
    ...(meetingLink && { location: meetingLink, url: meetingLink }),
    status: version.status,
    busystatus: version.busy,
    organizer: { name: event.organizer.name || 'Sherpa', email: event.organizer.address },
    attendees: [
      {
        name: oneLine(event.attendee.name),
        email: oneLine(event.attendee.address),
        role: ICalAttendeeRole.REQ,
        // The visitor has asked for it, so nothing is left for them to answer.
        status: event.status === 'confirmed' ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
        rsvp: false,
      },
    ],
  })
  return { method, content: `${calendar.toString()}\r\n` } as const
}

const knownZones = new Set(tzlib_get_timezones())

/**
 * The zone as calendars are told it, or `undefined` where only UTC is certain to be understood: without a zone, for a
 * time that its clocks show twice, and where the definition is newer or older than this machine's own.
 */
function describeZone(place: Place, moments: Date[]) {
  const timeZone = zoneOf(place)
  if (!timeZone || !knownZones.has(timeZone)) return undefined
  const [definition = '', parameter = ''] = tzlib_get_ical_block(timeZone)
  const agreed = moments.every((moment) => {
    const [date = '', time = ''] = wallClock(moment, place).split('T')
    const offset = tzlib_get_offset(timeZone, date, time.slice(0, 5))
    return minutesOf(offset) === offsetAt(moment, place) && !isShownTwice(moment, place)
  })
  // An older name is defined under the newer one (US/Eastern as America/New_York), so that is what the times refer to.
  return agreed ? { id: parameter.replace('TZID=', ''), definition } : undefined
}

/** `-0330` */
function minutesOf(offset: string) {
  const distance = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5))
  return offset.startsWith('-') ? -distance : distance
}

/**
 * ical-generator reads a `Date` by the clock of this process, but asks Luxon's objects for their own.
 * This is the little that it asks them.
 */
function onTheWall(moment: Date, place: Place): ICalLuxonDateTimeStub {
  const digits = wallClock(moment, place).replace(/\D/g, '')
  const clock: ICalLuxonDateTimeStub = {
    isValid: true,
    zone: { type: 'iana' },
    setZone: () => clock,
    toFormat: (format) => (format === 'yyyyLLdd' ? digits.slice(0, 8) : digits.slice(8)),
    toJSDate: () => moment,
    toJSON: () => moment.toISOString(),
  }
  return clock
}
