import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { scheduleDemo } from '../../../../site/app/content/home.ts'
import { readHtml, request, sender, staffNotice } from '../../../test/mail.ts'
import { createDemoCalendar } from './demo-calendar.ts'
import { composeConfirmation, type DemoMailRequest } from './demo-mail.ts'

const changed = (changes: Partial<DemoMailRequest>) => ({ ...request, ...changes })
const confirmation = (changes: Partial<DemoMailRequest> = {}) => composeConfirmation(changed(changes), sender)
const notice = (changes: Partial<DemoMailRequest> = {}) => staffNotice(changed(changes))

test('the confirmation has the wording of the site, the response time and the request', () => {
  const { text, html, subject, to, replyTo } = confirmation()
  expect(subject).toBe("Demo scheduled: we'll contact you soon (SH-7K2M)")
  expect([to, replyTo]).toEqual(['zoe@agency.example', 'staff@sherpa.example'])
  for (const words of [
    scheduleDemo.success.replace('✓ ', ''),
    'Hello Zoë Cole,',
    'within 4 hours on weekdays and within 24 hours on weekends',
    'SH-7K2M',
    'Monday, November 16, 2026 at 10:30 AM (America/New_York, UTC-05:00)',
  ]) {
    expect(text).toContain(words)
    expect(readHtml(html).words.join('\n')).toContain(words)
  }
  expect(text).toContain('[x] Scheduled\n[ ] Confirmed\n[ ] Demo: Nov 16\n')
})

test('the staff notice has every field, deadline and link, and replies go to the visitor', () => {
  const { text, html, subject, to, replyTo } = notice()
  expect(subject).toBe('Demo request SH-7K2M from Zoë Cole')
  expect([to, replyTo]).toEqual(['staff@sherpa.example', 'zoe@agency.example'])
  for (const words of [
    request.id,
    'Zoë Cole',
    'zoe@agency.example',
    '+1 555 0100',
    'Monday, November 16, 2026 at 10:30 AM (America/New_York, UTC-05:00)',
    'Monday, November 16, 2026 at 3:30 PM',
    'We are two.',
    'Sunday, November 15, 2026 at 2:30 PM (America/New_York, UTC-05:00)',
    `https://app.sherpa.example/staff/desk/${request.id}`,
  ]) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
  expect(text).toContain('Cole & Daughters')
})

test('empty fields are shown as "not given"', () => {
  const { text } = notice({ phone: null, company: null, additionalInfo: null })
  expect(text).toContain('Phone: not given')
  expect(text).toContain('Company: not given')
  expect(text).toContain('Additional information: not given')
})

test('the subject marks a quarantined request', () => {
  expect(notice({ quarantined: true }).subject).toBe('[Spam check] Demo request SH-7K2M from Zoë Cole')
})

test('visitor input is escaped in HTML and quoted in plain text', () => {
  const { html, text } = notice({
    fullName: '<img src=x onerror="alert(1)">',
    additionalInfo: '</p>\r\nReference: SH-FAKE',
  })
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
  expect(html).toContain('Cole &amp; Daughters')
  expect(html).toContain('&lt;/p&gt;<br>Reference: SH-FAKE')
  expect(html).not.toContain('<img')
  expect(text).toContain('> </p>\n> Reference: SH-FAKE')
  expect(text.match(/^Reference: /gm)).toHaveLength(1)
})

test.each(['Win at https://evil.example', 'evil.example', 'me@evil.example', 'Buy now! '.repeat(20)])(
  'a confirmation leaves out the suspicious name %j',
  (fullName) => {
    const { text, html, ics } = confirmation({ fullName })
    expect(text).toMatch(/^Hello,$/m)
    expect(text + html + ics?.content).not.toContain(fullName.trim())
  },
)

test.each([
  ['a line break', 'Zoë\r\nBcc: everyone@evil.example'],
  ['a bare newline', 'Zoë\nBcc: everyone@evil.example'],
  ['a bare return', 'Zoë\rBcc: everyone@evil.example'],
  ['Unicode line ends', 'Zoë\u2028\u2029\u0085Bcc: everyone@evil.example'],
  ['control characters', 'Zoë\u0000\u0007\u001b\u007fBcc: everyone@evil.example'],
  ['bidirectional controls', 'Zoë\u202e\u2066Bcc: everyone@evil.example'],
  ['lone surrogate', 'Zoë\ud800 Bcc: everyone@evil.example'],
])('%s in a field cannot inject a mail header', (_, hostile) => {
  for (const mail of [notice, confirmation].map((make) =>
    make({ fullName: hostile, company: hostile, email: hostile }),
  )) {
    const headers = [mail.subject, mail.to, mail.from, mail.messageId, mail.replyTo ?? '']
    for (const header of headers) {
      expect(header).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202e\u2066]*$/u)
    }
  }
})

test('a notice with an invalid visitor address is sent without Reply-To', () => {
  expect(notice({ email: 'zoe@agency.example,everyone@evil.example' })).not.toHaveProperty('replyTo')
})

test('a long name is truncated in the subject between characters', () => {
  const { subject } = notice({ fullName: '🏔'.repeat(200) })
  expect(subject).toBe(`Demo request SH-7K2M from ${'🏔'.repeat(59)}…`)
})

test('a retry has the same message id, and each kind its own', () => {
  const at = new Date('2026-11-15T09:00:00Z')
  expect(composeConfirmation(request, sender, at)).toEqual(composeConfirmation(request, sender, at))
  expect(confirmation().messageId).toBe(confirmation().messageId)
  expect(confirmation().messageId).not.toBe(notice().messageId)
  expect(confirmation().messageId).toContain(request.id)
})

const parseEvent = (content = '') => {
  const calendar = new ICAL.Component(ICAL.parse(content))
  const event = calendar.getFirstSubcomponent('vevent')
  if (!event) throw new Error('The calendar has no event.')
  return { calendar, event, value: (name: string) => String(event.getFirstPropertyValue(name)) }
}

test('the calendar event is tentative, 30 minutes, with organizer and attendee', () => {
  const { calendar, event, value } = parseEvent(confirmation().ics?.content)
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
  expect(value('uid')).toBe(`demo-${request.id}@sherpa.example`)
  expect(value('sequence')).toBe('0')
  expect(value('status')).toBe('TENTATIVE')
  expect(value('dtstart')).toBe('2026-11-16T10:30:00')
  expect(value('dtend')).toBe('2026-11-16T11:00:00')
  expect(value('organizer').toLowerCase()).toBe('mailto:demo@sherpa.example')
  expect(value('attendee').toLowerCase()).toBe('mailto:zoe@agency.example')
  expect(event.getFirstProperty('attendee')?.getFirstParameter('cn')).toBe('Zoë Cole')
})

test('a later calendar version has the same UID and a higher sequence, stamped in UTC', () => {
  const { value } = parseEvent(
    createDemoCalendar({
      id: '42',
      reference: 'SH-42',
      startsAt: request.demoAt,
      place: request,
      organizer: { name: 'Sherpa', address: 'demo@sherpa.example' },
      attendee: { name: 'Zoë Cole', address: 'zoe@agency.example' },
      stamp: new Date('2026-11-15T09:00:00Z'),
      sequence: 3,
      status: 'tentative',
      lengthMinutes: 30,
      meetingLink: null,
    }).content,
  )
  expect([value('uid'), value('sequence'), value('dtstamp')]).toEqual([
    'demo-42@sherpa.example',
    '3',
    '2026-11-15T09:00:00Z',
  ])
})

test('visitor input cannot inject calendar lines', () => {
  const hostile = 'Zoë";X=1:\r\nATTENDEE:mailto:everyone@evil.example\r\nEND:VEVENT'
  const { calendar, event } = parseEvent(
    confirmation({ fullName: hostile, email: `${hostile}@evil.example` }).ics?.content,
  )
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)
  expect(event.getAllProperties('attendee')).toHaveLength(1)
})
