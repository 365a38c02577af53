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
  /** DTSTAMP of this version. */
  stamp: Date
  /** Increases with every version, so that calendars update the same event. */
  sequence: number
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

/** iCalendar event. All versions share one UID. */
export function createDemoCalendar(event: DemoEvent) {
  const { startsAt, place, stamp, sequence, lengthMinutes, meetingLink } = event
  const version = versions[event.status]
  const method = event.status === 'canceled' ? 'CANCEL' : 'REQUEST'
  const endsAt = new Date(startsAt.getTime() + lengthMinutes * 60_000)
  const zone = findZoneDefinition(place, [startsAt, endsAt])
  const calendar = ical({
    prodId: { company: 'Sherpa', product: 'Demo requests', language: 'EN' },
    method: ICalCalendarMethod[method],
    // Without a calendar zone: otherwise ical-generator also writes DTSTAMP in local time.
    timezone: zone ? { name: null, generator: () => zone.definition } : null,
  })
  calendar.createEvent({
    id: `demo-${event.id}@sherpa.example`,
    sequence,
    stamp,
    start: zone ? createLocalTime(startsAt, place) : startsAt,
    end: zone ? createLocalTime(endsAt, place) : endsAt,
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
        // The visitor requested the demo, so no reply is needed.
        status: event.status === 'confirmed' ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
        rsvp: false,
      },
    ],
  })
  return { method, content: `${calendar.toString()}\r\n` } as const
}

const knownZones = new Set(tzlib_get_timezones())

/**
 * VTIMEZONE definition, or `undefined` to use UTC: without a zone, for an ambiguous local time, or if the definition
 * disagrees with this machine's time zone data.
 */
function findZoneDefinition(place: Place, moments: Date[]) {
  const timeZone = zoneOf(place)
  if (!timeZone || !knownZones.has(timeZone)) return undefined
  const [definition = '', parameter = ''] = tzlib_get_ical_block(timeZone)
  const isConsistent = moments.every((moment) => {
    const [date = '', time = ''] = wallClock(moment, place).split('T')
    const offset = tzlib_get_offset(timeZone, date, time.slice(0, 5))
    return parseOffset(offset) === offsetAt(moment, place) && !isShownTwice(moment, place)
  })
  // Aliases resolve to the canonical name: US/Eastern becomes America/New_York.
  return isConsistent ? { id: parameter.replace('TZID=', ''), definition } : undefined
}

/** Parses `-0330`. */
function parseOffset(offset: string) {
  const distance = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5))
  return offset.startsWith('-') ? -distance : distance
}

/** ical-generator formats a `Date` in the process's zone, but accepts Luxon objects. This stub has what it calls. */
function createLocalTime(moment: Date, place: Place): ICalLuxonDateTimeStub {
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
