import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { buildApp } from '../app.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { outbox } from './outbox.ts'

const mailboxes = { from: 'Sherpa <demo@sherpa.example>', staff: 'staff@sherpa.example' }
let fresh: Awaited<ReturnType<typeof freshDatabase>>
let received: { recipients: string[]; mail: Email }[]
let closeAll: (() => unknown)[]

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())
beforeEach(async () => {
  received = []
  closeAll = []
  await fresh.database.query(
    'truncate demo_requests, audit_events, idempotency_keys, outgoing_mail, rate_counts cascade',
  )
})
afterEach(async () => {
  for (const close of closeAll.reverse()) await close()
})

/** A real mail server, which refuses addresses at refused.example. */
async function startSmtp(port = 0) {
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) =>
      done(
        address.address.endsWith('@refused.example')
          ? Object.assign(new Error('No such person'), { responseCode: 550 })
          : null,
      ),
    onData: async (stream, session, done) => {
      const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()))
      received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail })
      done()
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  closeAll.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return (server.server.address() as AddressInfo).port
}

function mailerTo(port: number): Mailer {
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, directory: '/nowhere' })
  closeAll.push(() => mailer.close())
  return mailer
}

const quiet = { warn: () => undefined }

async function ask(changes: object = {}) {
  const app = buildApp({ database: fresh.database })
  const preferred_date_time = new Date(Date.now() + 86_400_000).toISOString()
  const payload = { full_name: 'Amara Cole', email: 'amara@agency.example', preferred_date_time, ...changes }
  const answer = await app.inject({ method: 'POST', url: '/api/demo/schedule', payload })
  expect(answer.statusCode).toBe(201)
  await app.close()
  return answer.json()
}

const states = async () =>
  (await fresh.database.query('select kind, status, attempts, reason from outgoing_mail order by id')).rows

const makeDue = () => fresh.database.query('update outgoing_mail set next_attempt_at = now()')

test('a request is confirmed to the visitor and announced to our staff, once', async () => {
  const { reference } = await ask({ company: 'Ridgeline' })
  const queue = outbox(fresh.database, mailerTo(await startSmtp()), mailboxes, quiet)
  expect(await queue.workOff()).toBe(2)
  expect(await queue.workOff()).toBe(0)

  expect(received.map(({ recipients }) => recipients).sort()).toEqual([
    ['amara@agency.example'],
    ['staff@sherpa.example'],
  ])
  const confirmation = received.find(({ recipients }) => recipients[0] === 'amara@agency.example')?.mail
  expect(confirmation?.text).toContain(reference)
  expect(confirmation?.attachments.some(({ mimeType }) => mimeType.includes('calendar'))).toBe(true)
  const notice = received.find(({ recipients }) => recipients[0] === 'staff@sherpa.example')?.mail
  expect(notice?.replyTo?.[0]?.address).toBe('amara@agency.example')
  expect(notice?.text).toContain('Ridgeline')
  expect((await states()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  const { rows } = await fresh.database.query('select event from audit_events order by id')
  expect(rows.map(({ event }) => event).sort()).toEqual(['confirmation-sent', 'received', 'staff-notice-sent'])
})

test('while the mail server is down nothing is lost, and everything goes out once it is back', async () => {
  await ask()
  const port = await startSmtp()
  await closeAll.pop()?.()
  const queue = outbox(fresh.database, mailerTo(port), mailboxes, quiet)
  await queue.workOff()
  for (const { status, attempts, reason } of await states()) {
    expect([status, attempts]).toEqual(['queued', 1])
    expect(reason).toContain('ECONNREFUSED')
  }
  expect(await queue.workOff()).toBe(0)

  await startSmtp(port)
  await makeDue()
  expect(await queue.workOff()).toBe(2)
  expect(received).toHaveLength(2)
  expect((await states()).map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('an address that is refused for good is not tried again, and its reason is kept', async () => {
  await ask({ email: 'nobody@refused.example' })
  const queue = outbox(fresh.database, mailerTo(await startSmtp()), mailboxes, quiet)
  await queue.workOff()
  await makeDue()
  expect(await queue.workOff()).toBe(0)
  expect(await states()).toMatchObject([
    { kind: 'confirmation', status: 'failed', attempts: 1, reason: expect.stringContaining('No such person') },
    { kind: 'staff-notice', status: 'sent' },
  ])
})

test('two servers at the same queue send each message once', async () => {
  for (let turn = 0; turn < 10; turn++) await ask({ email: `visitor-${turn}@agency.example` })
  const mailer = mailerTo(await startSmtp())
  const queues = [1, 2, 3].map(() => outbox(fresh.database, mailer, mailboxes, quiet))
  await Promise.all(
    queues.map(async (queue) => {
      while ((await queue.workOff()) > 0);
    }),
  )
  expect(received).toHaveLength(20)
  const addressed = received.map(({ recipients, mail }) => `${recipients} ${mail.subject}`)
  expect(new Set(addressed).size).toBe(20)
})

test('a name made to inject headers adds neither recipients nor headers', async () => {
  await ask({ full_name: 'Eve\r\nBcc: victim@agency.example', company: 'X\nSubject: Won!' })
  await ask({ full_name: '"Eve" <eve@agency.example>, victim@agency.example', email: 'eve@agency.example' })
  const queue = outbox(fresh.database, mailerTo(await startSmtp()), mailboxes, quiet)
  while ((await queue.workOff()) > 0);
  expect(received.flatMap(({ recipients }) => recipients).sort()).toEqual([
    'eve@agency.example',
    'staff@sherpa.example',
    'staff@sherpa.example',
  ])
  for (const { mail } of received) {
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.filter(({ key }) => key === 'subject')).toHaveLength(1)
  }
})
