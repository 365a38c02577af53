import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { composerWith } from '../../../test/mail.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { createMailer, type Mailer } from '../../mail/mailer.ts'
import { createOutbox } from '../../mail/outbox.ts'

/* Searches for findTraces of an erased person in all columns of all tables, mail files, logs and exports. */

const camille = {
  full_name: 'Camille Rousseau',
  email: 'camille@atelier.example',
  phone: '+33 4 00 55 01 42',
  company: 'Atelier Sport',
  additional_info: 'Forty handball players',
}
const note = 'Prefers to be called after lunch'
const message = 'Looking forward to the handball season'
const secrets = [...Object.values(camille), note, message, 'Rousseau', 'atelier']

const logged: string[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk))
    done()
  },
})
let directory: string
let mailer: Mailer
const world = platformForTests({
  logger: { level: 'trace', stream },
  forgetMail: (messageIds) => mailer.forget(messageIds),
})
let staff: Someone
const visitor = () => world.people.visitor()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'erasure-'))
  mailer = createMailer({ smtpUrl: undefined, directory })
  staff = await world.people.registerStaff()
})
afterAll(() => rm(directory, { recursive: true }))

async function sendMail(send = mailer.send) {
  const composer = composerWith({ requestForMail: world.app.platform.requestForMail })
  const queue = createOutbox(world.serving, { send }, composer, world.app.log)
  while ((await queue.processQueue()) > 0);
}

/** A request with sent, failed and pending mail, notes, and changes by both sides. */
async function createFullRequest() {
  const booked = await visitor().ask(
    'POST',
    '/api/demo/schedule',
    { ...camille, preferred_date_time: inDays(5) },
    { 'time-zone': 'Europe/Paris' },
  )
  const { id } = booked.json()
  await sendMail()
  const texts = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')))
  const token = /demo-request\/([\w-]{43})/.exec(texts.join('').replace(/=\r?\n/g, ''))?.[1] ?? ''
  const at = `/api/staff/desk/requests/${id}`
  await staff.ask('POST', `${at}/notes`, { text: note })
  const confirmation = { version: 1, assignee: staff.id, lengthMinutes: 30, meetingLink: 'https://meet.example/r' }
  await staff.ask('POST', `${at}/confirmation`, { ...confirmation, message })
  await sendMail(async ({ to }) => {
    throw new Error(`550 ${to} (${camille.full_name}) is not here`)
  })
  await visitor().ask('POST', `/api/demo/requests/${token}/proposal`, { startsAt: inDays(6) })
  // URLs are logged.
  await staff.ask('GET', `/api/staff/desk/requests?search=${encodeURIComponent(camille.full_name)}`)
  await staff.ask('GET', `/api/staff/desk/export?search=${encodeURIComponent(camille.email)}`)
  await visitor().ask('POST', '/api/demo/schedule', { ...camille, preferred_date_time: 'never' })
  return { id, token }
}

async function findTraces() {
  const found: [where: string, secret: string][] = []
  const search = (where: string, text: string) => {
    for (const secret of secrets) {
      if (text.toLowerCase().includes(secret.toLowerCase())) found.push([where, secret])
    }
  }
  const { rows: columns } = await world.database.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns join information_schema.tables
     using (table_schema, table_name) where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { table, column } of columns) {
    const { rows } = await world.database.query(`select "${column}"::text as text from "${table}"`)
    search(`${table}.${column}`, rows.map(({ text }) => text).join('\n'))
    // Decodes bytea columns too.
    const hex = rows.map(({ text }) => text).filter((text) => text?.startsWith('\\x'))
    search(`${table}.${column}`, hex.map((text: string) => Buffer.from(text.slice(2), 'hex').toString()).join('\n'))
  }
  for (const name of await readdir(directory)) search('mail file', await decodeMail(join(directory, name)))
  search('log', logged.join(''))
  search('export', (await staff.ask('GET', '/api/staff/desk/export')).body)
  return found
}

/** Decodes quoted-printable and base64 parts. */
async function decodeMail(file: string) {
  const raw = (await readFile(file, 'utf8')).replace(/=\r?\n/g, '')
  const parts = raw.match(/(?:^[A-Za-z0-9+/=]{20,}\r?\n?)+/gm) ?? []
  return `${raw}\n${parts.map((part) => Buffer.from(part, 'base64').toString()).join('\n')}`
}

const listPlaces = (found: [string, string][]) => new Set(found.map(([where]) => where))

test('an erasure by the visitor leaves no trace', async () => {
  const { id, token } = await createFullRequest()
  const before = listPlaces(await findTraces())
  for (const where of ['demo_requests.full_name', 'demo_notes.text', 'outgoing_mail.details', 'mail file', 'export']) {
    expect(before).toContain(where)
  }
  // Logs are not erased, so they must never contain personal data.
  expect(before).not.toContain('log')
  expect(logged.join('')).toContain('/api/staff/desk/export')

  expect((await visitor().ask('POST', `/api/demo/requests/${token}/erasure`, { sure: true })).statusCode).toBe(204)
  expect(await findTraces()).toEqual([])
  await sendMail()
  expect(await findTraces()).toEqual([])
  expect((await visitor().ask('GET', `/api/demo/requests/${token}/export`)).body).not.toMatch(/rousseau|atelier/i)
  expect(JSON.stringify((await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json())).not.toMatch(
    /rousseau|atelier/i,
  )
})

test('the retention job leaves no trace', async () => {
  const { id } = await createFullRequest()
  await world.database.query("update demo_requests set created_at = created_at - interval '731 days' where id = $1", [
    id,
  ])
  await runJob(world.app, world.serving, 'erase-old-demo-requests')
  expect(await findTraces()).toEqual([])
})
