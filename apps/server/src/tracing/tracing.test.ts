import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase } from '../../test/fresh-database.ts'
import { quietLog } from '../../test/jobs.ts'
import { composerWith } from '../../test/mail.ts'
import { type ReceivedSpan, startOtlpReceiver } from '../../test/otlp-receiver.ts'
import { peopleOf } from '../../test/people.ts'
import { buildApp } from '../app.ts'
import { invitationMail } from '../domains/organizations/invitation-mail.ts'
import { hashOfOrganization } from '../http/request-log.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineJob } from '../jobs/job.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { createOutbox, queueMail } from '../mail/outbox.ts'
import { describeStatement } from './describe-statement.ts'
import { startTracing } from './start-tracing.ts'
import { traced } from './trace.ts'

const allowed = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'sherpa.operation',
  'sherpa.organization',
  'sherpa.request',
  'db.query.summary',
  'sherpa.job.name',
  'sherpa.job.attempt',
  'sherpa.mail.kind',
]

/** A traced server on a database of its own. `finish` exports what was traced. */
async function tracedServer() {
  const receiver = await startOtlpReceiver()
  const settings = { endpoint: receiver.endpoint, ratio: 1, serviceName: 'sherpa-test' }
  const warnings: string[] = []
  const tracing = await startTracing(settings, (message) => warnings.push(message))
  // Connections are traced from when they are opened.
  const fresh = await freshDatabase()
  const lines: string[] = []
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const app = buildApp({ database: fresh.serving, rateLimited: false, shortestAnswerMs: 0, logger })
  onTestFinished(async () => {
    await tracing?.stop()
    await app.close()
    await fresh.drop()
  })
  const finish = async () => {
    await tracing?.stop()
    expect(warnings).toEqual([])
    return receiver.spans()
  }
  return { app, lines, ...fresh, receiver, people: peopleOf(app, fresh.database), finish }
}

const named = (spans: ReceivedSpan[], name: string) => {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`No span ${name} among ${spans.map((span) => span.name).join(', ')}`)
  return found
}
const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

test('a request, its statements, its job and the mail of the job are one trace without personal data', async () => {
  const { app, lines, serving, people, receiver, finish } = await tracedServer()
  const owner = await people.register('Amara Cole', 'amara@agency.example')
  const organization = await people.createOrganization(owner, 'Ridgeline Sports')
  const invited = await owner.ask('POST', `/api/organizations/${organization}/invitations`, {
    email: 'coach@agency.example',
    role: 'coach',
  })
  expect(invited.statusCode).toBe(201)
  expect((await app.inject('/api/organizations/not-an-id/people?search=Amara')).statusCode).toBe(404)

  const job = defineJob({
    name: 'invite-again',
    title: 'Invite again',
    data: z.object({}),
    run: () =>
      queueMail(serving, invitationMail, {
        recipient: 'scout@agency.example',
        details: { token: 'secret-token' } as never,
      }),
  })
  await traced({ kind: 'server', name: 'cause', attributes: {} }, () => enqueue(serving, job, {}))
  const jobs = await startJobs({ database: serving, jobs: [job as never], log: quietLog })
  await expect.poll(async () => (await serving.query('select from all_jobs')).rowCount).toBe(0)
  await jobs.stop()
  const outbox = createOutbox(serving, { send: async () => undefined }, composerWith({}), quietLog)
  await outbox.processQueue()

  const spans = await finish()
  const request = named(spans, 'POST /api/organizations/:organization/invitations')
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/organizations/:organization/invitations',
    'sherpa.operation': 'invite',
    'sherpa.request': invited.headers['x-request-id'],
    'sherpa.organization': hashOfOrganization(organization),
    'http.response.status_code': 201,
  })
  const logged = lines.map((line) => JSON.parse(line)).find(({ reqId }) => reqId === invited.headers['x-request-id'])
  expect(logged).toMatchObject({ trace: request.traceId, organization: hashOfOrganization(organization) })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statements.map(({ name }) => name)).toContain('insert outgoing_mail')
  const mails = spans.filter(({ name }) => name === 'mail invitation')
  expect(mails).toContainEqual(expect.objectContaining({ traceId: request.traceId, parentSpanId: request.spanId }))

  const [cause, ran] = [named(spans, 'cause'), named(spans, 'job invite-again')]
  expect(ran).toMatchObject({ traceId: cause.traceId, parentSpanId: cause.spanId })
  expect(mails).toContainEqual(expect.objectContaining({ traceId: cause.traceId, parentSpanId: ran.spanId }))

  expect([...new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))].sort()).toEqual(
    [...allowed].sort(),
  )
  const exported = [...receiver.bodies, ...lines].join()
  for (const secret of ['amara', 'Amara', 'Ridgeline', 'coach', 'scout', 'secret-token', owner.id, organization]) {
    expect(exported).not.toContain(secret)
  }
})

test('without a trace, neither jobs nor mail keep a trace context', async () => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  const job = defineJob({ name: 'any', title: 'Any', data: z.object({}), run: async () => undefined })
  await enqueue(fresh.serving, job, {})
  const { rows } = await fresh.database.query('select traceparent from jobs')
  expect(rows).toEqual([{ traceparent: null }])
})

test('concurrent requests that wait for a connection keep their statements', async () => {
  const { app, people, finish } = await tracedServer()
  const someone = await people.register()
  const headers = { authorization: `Bearer ${someone.token}` }
  await Promise.all(Array.from({ length: 60 }, () => app.inject({ url: '/api/account', headers })))
  const spans = await finish()
  const requests = spans.filter(({ name }) => name === 'GET /api/account')
  expect(requests).toHaveLength(60)
  const statementsOf = ({ spanId }: ReceivedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId).length
  const counts = requests.map(statementsOf)
  expect(counts[0]).toBeGreaterThan(0)
  expect(new Set(counts).size).toBe(1)
})

test.each([
  [{ name: 'take-jobs', text: 'select 1' }, 'take-jobs'],
  [{ name: 'enter-organization', text: 'select 1' }, undefined],
  ['select name from athletes where name = $1', 'select athletes'],
  ["insert into users (name) values ('from secret')", 'insert users'],
  ['select count_rates($1)', 'select count_rates'],
  ["begin; set local app.organization = 'd0a1'", 'begin'],
  ["select 'it''s from mars'", 'select'],
])('describes %s', (statement, summary) => {
  expect(describeStatement(statement)).toBe(summary)
})
