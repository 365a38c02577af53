import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { composerWith, startMailServer } from '../../../test/mail.ts'
import { platformForTests } from '../../../test/people.ts'
import { createMailer } from '../../mail/mailer.ts'
import { createOutbox } from '../../mail/outbox.ts'

const world = platformForTests()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/* Like e2e/demo-desk.test.ts, with a real SMTP server: the visitor knows only what arrives there. */
test('a visitor books, is confirmed, reschedules and cancels through the mailed link', async () => {
  const { url, deliveries } = await startMailServer()
  const mailer = createMailer({ smtpUrl: url, directory: '/nowhere' })
  onTestFinished(() => mailer.close())
  const composer = composerWith({ requestForMail: world.app.platform.requestForMail })
  const queue = createOutbox(world.serving, mailer, composer, world.app.log)
  const visitor = world.people.visitor()
  const staff = await world.people.registerStaff()

  /** Mail to the visitor since the last call. */
  async function receiveAll() {
    deliveries.splice(0)
    while ((await queue.processQueue()) > 0);
    const visitorMail = deliveries.filter(({ to }) => to.includes('camille@atelier.example'))
    return Promise.all(visitorMail.map(({ raw }) => PostalMime.parse(raw)))
  }
  /** Expects exactly one mail. */
  async function receiveOne() {
    const [mail, ...others] = await receiveAll()
    expect(others).toEqual([])
    const attached = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content
    const calendar = new ICAL.Component(
      ICAL.parse(typeof attached === 'string' ? attached : new TextDecoder().decode(attached)),
    )
    const event = calendar.getFirstSubcomponent('vevent')
    const start = event?.getFirstPropertyValue('dtstart') as ICAL.Time
    return {
      subject: mail?.subject ?? '',
      token: /\/demo-request\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '',
      method: calendar.getFirstPropertyValue('method'),
      uid: event?.getFirstPropertyValue('uid'),
      sequence: Number(event?.getFirstPropertyValue('sequence')),
      startsAt: start.toJSDate().toISOString().slice(0, 16),
    }
  }
  const postForm = (token: string, action: string, form: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: `/demo-request/${token}/${action}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })

  const wish = inDays(5)
  const { id } = (
    await visitor.ask(
      'POST',
      '/api/demo/schedule',
      { full_name: 'Camille Rousseau', email: 'camille@atelier.example', preferred_date_time: wish },
      { 'time-zone': 'Europe/Paris' },
    )
  ).json()
  const loadRequest = async () => (await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json()
  const confirm = async () =>
    staff.ask('POST', `/api/staff/desk/requests/${id}/confirmation`, {
      version: (await loadRequest()).version,
      assignee: staff.id,
      lengthMinutes: 30,
      meetingLink: 'https://meet.example/room',
    })

  const first = await receiveOne()
  expect(first).toMatchObject({ method: 'REQUEST', startsAt: wish.slice(0, 16) })
  expect((await confirm()).statusCode).toBe(200)
  const confirmed = await receiveOne()
  expect(confirmed.subject).toMatch(/confirmed/i)

  const moved = await postForm(confirmed.token, 'proposal', { time: `${inDays(9).slice(0, 10)}T15:00` })
  expect(moved.headers.location).toContain('done=proposed')
  expect(await loadRequest()).toMatchObject({ state: 'rescheduled', assignee: { id: staff.id } })
  const proposed = await receiveAll()
  expect(proposed).toHaveLength(1)
  expect((await confirm()).statusCode).toBe(200)
  const again = await receiveOne()
  expect(again.startsAt.slice(0, 10)).toBe(inDays(9).slice(0, 10))

  expect((await postForm(again.token, 'cancellation')).headers.location).toContain('done=canceled')
  const canceled = await receiveOne()
  expect(canceled.method).toBe('CANCEL')
  expect((await loadRequest()).mails.map(({ state }: { state: string }) => state)).not.toContain('failed')

  const chain = [first, confirmed, again, canceled]
  expect(new Set(chain.map(({ uid }) => uid)).size).toBe(1)
  expect(new Set(chain.map(({ token }) => token)).size).toBe(1)
  for (const [index, { sequence }] of chain.entries()) {
    if (index > 0) expect(sequence).toBeGreaterThan(chain[index - 1]?.sequence ?? 0)
  }
})
