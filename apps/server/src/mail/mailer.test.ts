import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { failureOf, request, sender, staffNotice, startMailServer } from '../../test/mail.ts'
import { composeConfirmation } from '../domains/demo/demo-mail.ts'
import { createMailer, PermanentMailFailure } from './mailer.ts'

const mail = composeConfirmation(request, sender)
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mail-'))
  onTestFinished(() => rm(directory, { recursive: true }))
})

function mailerTo(smtpUrl: string | undefined) {
  const mailer = createMailer({ smtpUrl, directory })
  onTestFinished(() => mailer.close())
  return mailer
}

const refuseWith = (responseCode: number) => Object.assign(new Error('No thanks'), { responseCode })
const textOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

const linesOf = (text: string) => text.trim().split(/\r?\n/)

test('delivers text, addresses and calendar invitation', async () => {
  const { url, deliveries } = await startMailServer()
  await mailerTo(url).send(mail)
  expect(deliveries).toMatchObject([{ from: 'demo@sherpa.example', to: ['zoe@agency.example'] }])
  const received = await PostalMime.parse(deliveries[0]?.raw ?? '')
  expect(received).toMatchObject({
    messageId: mail.messageId,
    from: { name: 'Sherpa Demos', address: 'demo@sherpa.example' },
    to: [{ name: '', address: 'zoe@agency.example' }],
    replyTo: [{ name: '', address: 'staff@sherpa.example' }],
    subject: mail.subject,
  })
  expect(received.text?.trim()).toBe(mail.text.trim())
  expect(received.html?.trim()).toBe(mail.html.trim())
  expect(received.attachments.map(({ mimeType, method, filename }) => [mimeType, method, filename])).toEqual([
    ['text/calendar', 'REQUEST', null],
    ['application/ics', undefined, 'demo.ics'],
  ])
  for (const { content } of received.attachments) {
    expect(linesOf(textOf(content))).toEqual(linesOf(mail.ics?.content ?? ''))
  }
})

test('delivers a notice without calendar, in any script', async () => {
  const { url, deliveries } = await startMailServer()
  await mailerTo(url).send(staffNotice({ ...request, fullName: '周 Zoë', additionalInfo: 'Grüße aus dem Büro' }))
  const received = await PostalMime.parse(deliveries[0]?.raw ?? '')
  expect(received.subject).toBe('Demo request SH-7K2M from 周 Zoë')
  expect(received.replyTo).toEqual([{ name: '', address: 'zoe@agency.example' }])
  expect(received.text).toContain('Grüße aus dem Büro')
  expect(received.attachments).toEqual([])
})

test('pools connections', async () => {
  let connections = 0
  const { url, deliveries } = await startMailServer({
    onConnect: (_, callback) => {
      connections += 1
      callback()
    },
  })
  const mailer = mailerTo(url)
  await Promise.all(Array.from({ length: 30 }, () => mailer.send(mail)))
  expect(deliveries).toHaveLength(30)
  expect(connections).toBeLessThanOrEqual(5)
})

test('a permanently rejected recipient is a permanent failure and does not block the next mail', async () => {
  const { url, deliveries } = await startMailServer({
    onRcptTo: ({ address }, _, callback) => callback(address.startsWith('nobody') ? refuseWith(550) : null),
  })
  const mailer = mailerTo(url)
  const failure = await failureOf(mailer.send({ ...mail, to: 'nobody@agency.example' }))
  expect(failure).toBeInstanceOf(PermanentMailFailure)
  expect(String(failure)).toContain('550')
  await mailer.send(mail)
  expect(deliveries).toHaveLength(1)
})

test('a permanently rejected mail is a permanent failure', async () => {
  const { url } = await startMailServer({
    onData: (stream, _, callback) => stream.resume().on('end', () => callback(refuseWith(554))),
  })
  expect(await failureOf(mailerTo(url).send(mail))).toBeInstanceOf(PermanentMailFailure)
})

test.each<[string, SMTPServerOptions]>([
  ['greylisting of a recipient', { onRcptTo: (_address, _session, callback) => callback(refuseWith(450)) }],
  ['a rejected sender address', { onMailFrom: (_address, _session, callback) => callback(refuseWith(550)) }],
  ['a rejected connection', { onConnect: (_session, callback) => callback(refuseWith(554)) }],
])('%s is a temporary failure', async (_, options) => {
  const { url } = await startMailServer(options)
  const failure = await failureOf(mailerTo(url).send(mail))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(PermanentMailFailure)
})

test('a rejected log-in is a temporary failure', async () => {
  const { url } = await startMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(refuseWith(535)),
  })
  const failure = await failureOf(mailerTo(url.replace('smtp://', 'smtp://sherpa:wrong@')).send(mail))
  expect(String(failure)).toContain('535')
  expect(failure).not.toBeInstanceOf(PermanentMailFailure)
})

test('an unreachable server is a temporary failure, and sending works once it is back', async () => {
  const down = await startMailServer()
  await down.stop()
  const mailer = mailerTo(down.url)
  const failure = await failureOf(mailer.send(mail))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(PermanentMailFailure)

  const back = await startMailServer({}, Number(new URL(down.url).port))
  await mailer.send(mail)
  expect(back.deliveries).toHaveLength(1)
})

test('a server that disconnects before it answers gets the mail once: the outbox decides about retries', async () => {
  let offered = 0
  const { url, server } = await startMailServer({
    onData: (stream) => {
      offered += 1
      stream.resume().on('end', () => socket?.destroy())
    },
  })
  let socket: Socket | undefined
  server.server.on('connection', (opened) => {
    socket = opened
  })
  const failure = await failureOf(mailerTo(url).send(mail))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(PermanentMailFailure)
  expect(offered).toBe(1)
})

const filesIn = async (path: string) => (await readdir(path)).sort()

test('without a server each mail becomes a file, which a retry replaces', async () => {
  const mailer = createMailer({ smtpUrl: undefined, directory: join(directory, 'not', 'there', 'yet') })
  const notice = staffNotice(request)
  await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send(notice)])
  await mailer.send(mail)
  const path = join(directory, 'not', 'there', 'yet')
  const files = await filesIn(path)
  expect(files).toEqual([
    `demo-${request.id}-confirmation@sherpa.example.eml`,
    `demo-${request.id}-staff@sherpa.example.eml`,
  ])
  const received = await PostalMime.parse(await readFile(join(path, files[0] ?? '')))
  expect(received.subject).toBe(mail.subject)
  expect(received.attachments).toHaveLength(2)
})

test('a message id cannot cause path traversal', async () => {
  await mailerTo(undefined).send({ ...mail, messageId: '<../../etc/passwd@sherpa.example>' })
  expect(await filesIn(directory)).toEqual(['__.._etc_passwd@sherpa.example.eml'])
})
