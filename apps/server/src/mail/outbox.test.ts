import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { composerWith, sampleOf, startMailServer } from '../../test/mail.ts'
import { buildApp } from '../app.ts'
import { alreadyRegisteredMail } from '../domains/accounts/account-mail.ts'
import { createDemoRequestService } from '../domains/demo/demo-requests.ts'
import { feeInvoiceMail } from '../domains/finances/invoice-mail.ts'
import { statementMail } from '../domains/finances/statement-mail.ts'
import type { DetailedMailKind } from './mail-kind.ts'
import { createMailer } from './mailer.ts'
import { createOutbox, queueMail } from './outbox.ts'
import { findRefused } from './refused-addresses.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())
beforeEach(async () => {
  await fresh.database.query(
    'truncate demo_requests, audit_events, idempotency_keys, outgoing_mail, rate_counts cascade',
  )
})

function queueTo(smtpUrl: string) {
  const mailer = createMailer({ smtpUrl, directory: '/nowhere' })
  onTestFinished(() => mailer.close())
  return createOutbox(
    fresh.database,
    mailer,
    composerWith({ requestForMail: createDemoRequestService(fresh.database, async () => 'a-token').forMail }),
    quiet,
  )
}

/** Delivered mail with recipients. */
async function received({ deliveries }: { deliveries: { to: string[]; raw: Buffer }[] }) {
  return Promise.all(deliveries.map(async ({ to, raw }) => ({ recipients: to, mail: await PostalMime.parse(raw) })))
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

const refuse = (words: string) => Object.assign(new Error(words), { responseCode: 550 })

const events = async () =>
  (await fresh.database.query('select event from audit_events order by id')).rows.map(({ event }) => event)

const states = async () =>
  (await fresh.database.query('select kind, status, attempts, reason from outgoing_mail order by id')).rows

const makeDue = () => fresh.database.query('update outgoing_mail set next_attempt_at = now()')

test('a demo request sends one confirmation and one staff notice', async () => {
  const { reference } = await ask({ company: 'Ridgeline' })
  const server = await startMailServer()
  const queue = queueTo(server.url)
  expect(await queue.processQueue()).toBe(2)
  expect(await queue.processQueue()).toBe(0)

  const mails = await received(server)
  expect(mails.map(({ recipients }) => recipients).sort()).toEqual([['amara@agency.example'], ['staff@sherpa.example']])
  const confirmation = mails.find(({ recipients }) => recipients[0] === 'amara@agency.example')?.mail
  expect(confirmation?.text).toContain(reference)
  expect(confirmation?.attachments.some(({ mimeType }) => mimeType.includes('calendar'))).toBe(true)
  const notice = mails.find(({ recipients }) => recipients[0] === 'staff@sherpa.example')?.mail
  expect(notice?.replyTo?.[0]?.address).toBe('amara@agency.example')
  expect(notice?.text).toContain('Ridgeline')
  expect((await states()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  expect((await events()).sort()).toEqual(['confirmation-sent', 'received', 'staff-notice-sent'])
})

test('replies to an invoice and a statement go to the colleague who sent them', async () => {
  const queue = <Details>(kind: DetailedMailKind<Details>) => {
    const details = sampleOf(kind.name).details as Details
    return queueMail(fresh.database, kind, { recipient: 'jonah@athlete.example', details })
  }
  await queue(feeInvoiceMail)
  await queue(statementMail)
  const server = await startMailServer()
  expect(await queueTo(server.url).processQueue()).toBe(2)
  const mails = await received(server)
  expect(mails.map(({ mail }) => mail.subject).toSorted()).toEqual([
    'Invoice F-0001 from Ridgeline Sports',
    'Statement from Ridgeline Sports',
  ])
  for (const { mail } of mails) {
    expect(mail.replyTo).toEqual([{ name: 'Jonas Berg', address: 'jonas@ridgeline.example' }])
    expect(mail.from?.address).toBe('accounts@sherpa.example')
    expect(mail.attachments).toHaveLength(1)
  }
})

test('mail is kept while the server is down and sent once it is back', async () => {
  await ask()
  const before = await startMailServer()
  await before.stop()
  const queue = queueTo(before.url)
  await queue.processQueue()
  for (const { status, attempts, reason } of await states()) {
    expect([status, attempts]).toEqual(['queued', 1])
    expect(reason).toContain('ECONNREFUSED')
  }
  expect(await queue.processQueue()).toBe(0)

  const back = await startMailServer({}, Number(new URL(before.url).port))
  await makeDue()
  expect(await queue.processQueue()).toBe(2)
  expect(back.deliveries).toHaveLength(2)
  expect((await states()).map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('a permanent rejection is not retried, and its reason is stored', async () => {
  await ask({ email: 'nobody@refused.example' })
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      const refused = address.endsWith('@refused.example')
      done(refused ? refuse('No such person') : null)
    },
  })
  const queue = queueTo(server.url)
  await queue.processQueue()
  await makeDue()
  expect(await queue.processQueue()).toBe(0)
  expect(await states()).toMatchObject([
    { kind: 'confirmation', status: 'failed', attempts: 1, reason: expect.stringContaining('No such person') },
    { kind: 'staff-notice', status: 'sent' },
  ])
  expect((await events()).sort()).toEqual(['confirmation-failed', 'received', 'staff-notice-sent'])
})

test('mail to our own mailbox is retried even after a permanent rejection', async () => {
  await ask()
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address === 'staff@sherpa.example' ? refuse('No such mailbox') : null),
  })
  await queueTo(server.url).processQueue()
  expect(await states()).toMatchObject([
    { kind: 'confirmation', status: 'sent' },
    { kind: 'staff-notice', status: 'queued', attempts: 1, reason: expect.stringContaining('No such mailbox') },
  ])
  expect((await events()).sort()).toEqual(['confirmation-sent', 'received'])
})

test('mail of an unknown kind waits without blocking the others', async () => {
  await ask()
  await fresh.database.query(
    "insert into outgoing_mail (kind, recipient, details) values ('from-another-version', 'amara@agency.example', '{}')",
  )
  const server = await startMailServer()
  expect(await queueTo(server.url).processQueue()).toBe(3)
  expect(server.deliveries).toHaveLength(2)
  expect((await states()).at(-1)).toMatchObject({ kind: 'from-another-version', status: 'queued', attempts: 1 })
})

test('a mail is marked as sent in the transaction of its event', async () => {
  await ask()
  await fresh.database.query("alter table audit_events add constraint no_room check (event <> 'confirmation-sent')")
  onTestFinished(() => fresh.database.query('alter table audit_events drop constraint no_room').then(() => undefined))
  const server = await startMailServer()
  await expect(queueTo(server.url).processQueue()).rejects.toThrow('no_room')
  expect(await states()).toMatchObject([
    { kind: 'confirmation', status: 'queued' },
    { kind: 'staff-notice', status: 'sent' },
  ])
})

test('concurrent servers send each mail once', async () => {
  for (let turn = 0; turn < 10; turn++) await ask({ email: `visitor-${turn}@agency.example` })
  const server = await startMailServer()
  const queues = [1, 2, 3].map(() => queueTo(server.url))
  await Promise.all(
    queues.map(async (queue) => {
      while ((await queue.processQueue()) > 0);
    }),
  )
  expect(server.deliveries).toHaveLength(20)
  const addressed = (await received(server)).map(({ recipients, mail }) => `${recipients} ${mail.subject}`)
  expect(new Set(addressed).size).toBe(20)
})

test('header injection through a name adds neither recipients nor headers', async () => {
  await ask({ full_name: 'Eve\r\nBcc: victim@agency.example', company: 'X\nSubject: Won!' })
  await ask({ full_name: '"Eve" <eve@agency.example>, victim@agency.example', email: 'eve@agency.example' })
  const server = await startMailServer()
  const queue = queueTo(server.url)
  while ((await queue.processQueue()) > 0);
  const mails = await received(server)
  expect(mails.flatMap(({ recipients }) => recipients).sort()).toEqual([
    'eve@agency.example',
    'staff@sherpa.example',
    'staff@sherpa.example',
  ])
  for (const { mail } of mails) {
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.filter(({ key }) => key === 'subject')).toHaveLength(1)
  }
})

test('a refused address is remembered until the server accepts mail to it', async () => {
  const address = 'gone@agency.example'
  const send = async (smtpUrl: string) => {
    await queueMail(fresh.database, alreadyRegisteredMail, { recipient: address, details: { name: 'Amara' } })
    await queueTo(smtpUrl).processQueue()
    return [...(await findRefused(fresh.database, [address, 'other@agency.example'])).keys()]
  }
  const refusing = await startMailServer({ onRcptTo: (_, __, done) => done(refuse('No such person')) })
  expect(await send(refusing.url)).toEqual([address])
  expect(await send((await startMailServer()).url)).toEqual([])
})
