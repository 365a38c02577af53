import { problem } from '@sherpa/contracts/problem'
import { singleLine } from '@sherpa/contracts/text'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase } from '../../test/fresh-database.ts'
import { buildApp } from '../app.ts'
import { openDatabase } from '../persistence/database.ts'
import { describeError } from './request-log.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let app: ReturnType<typeof buildApp>

beforeAll(async () => {
  fresh = await freshDatabase()
  app = buildApp({
    database: fresh.database,
    rateLimited: false,
    corsOrigins: ['https://www.sherpa.example'],
    metricsToken: 'a-token-of-some-length',
  })
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
})

const schedule = { method: 'POST', url: '/api/demo/schedule' } as const
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString()

describe('the OpenAPI document', () => {
  test('matches the actual responses', async () => {
    const { paths, components } = (await app.inject('/api/openapi.json')).json()
    const check = (schema: object, value: unknown) => z.fromJSONSchema(schema as never).parse(value)
    const payload = { full_name: 'A', email: 'a@b.example', preferred_date_time: inAWeek() }

    const accepted = await app.inject({ ...schedule, payload })
    check(
      paths['/api/demo/schedule'].post.responses[accepted.statusCode].content['application/json'].schema,
      accepted.json(),
    )
    check(paths['/api/demo/schedule'].post.requestBody.content['application/json'].schema, payload)
    const list = await app.inject('/api/plans')
    check(paths['/api/plans'].get.responses['200'].content['application/json'].schema, list.json())
    const one = await app.inject('/api/plans/team-essentials')
    check(paths['/api/plans/{id}'].get.responses['200'].content['application/json'].schema, one.json())
    const refused = await app.inject({ ...schedule, payload: {} })
    expect(paths['/api/demo/schedule'].post.responses).toHaveProperty(String(refused.statusCode))
    check(components.schemas.Problem, refused.json())
  })

  test('lists every route of the API', async () => {
    const { paths } = (await app.inject('/api/openapi.json')).json()
    const documented = routesOf(app.printRoutes({ commonPrefix: false }))
      .filter((route) => route.startsWith('/api/') && !/docs|openapi/.test(route))
      .map((route) => route.replace(/:(\w+)/g, '{$1}'))
    expect(new Set(documented)).toEqual(new Set(Object.keys(paths)))
  })
})

describe('hostile input', () => {
  const anything = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .record({
        full_name: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
        email: fc.oneof(fc.emailAddress(), fc.string(), fc.anything()),
        preferred_date_time: fc.oneof(
          fc.string(),
          fc.constantFrom('9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '-1'),
          fc.anything(),
        ),
        phone: fc.anything(),
        additional_info: fc.string({ unit: 'binary', maxLength: 2000 }),
      })
      .map((value) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? ''),
  )

  test('is refused in 200 random requests without a server error, and the server stays ready', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (payload) => {
        const answer = await app.inject({ ...schedule, payload, headers: { 'content-type': 'application/json' } })
        expect(answer.statusCode).toBeGreaterThanOrEqual(400)
        expect(answer.statusCode).toBeLessThan(500)
        expect(problem.safeParse(answer.json()).success).toBe(true)
        expect(answer.payload).not.toContain('node_modules')
      }),
      { numRuns: 200 },
    )
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  test('does not include unusual names: they are accepted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.nat(), async (name, turn) => {
        fc.pre(singleLine(name) !== '')
        const payload = { full_name: name, email: `v${turn}@agency.example`, preferred_date_time: inAWeek() }
        expect((await app.inject({ ...schedule, payload })).statusCode).toBe(201)
      }),
      { numRuns: 50 },
    )
  })

  test('in headers is ignored', async () => {
    const payload = { full_name: 'A', email: 'h@b.example', preferred_date_time: inAWeek() }
    for (const value of ["'; drop table plans; --", '../../etc', 'x'.repeat(5000), '{}']) {
      const answer = await app.inject({ ...schedule, payload, headers: { 'time-zone': value } })
      expect(answer.statusCode).toBe(201)
    }
  })
})

describe('operations', () => {
  const fetchMetrics = (authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })

  test('metrics with the token cover responses, mail, jobs and the event loop', async () => {
    await app.inject('/api/plans')
    const answer = await fetchMetrics('Bearer a-token-of-some-length')
    expect(answer.statusCode).toBe(200)
    expect(answer.payload).toContain('http_answers_total{method="GET",route="/api/plans",status="200"}')
    expect(answer.payload).toContain('http_answer_seconds_bucket{le="0.005",route="/api/plans"}')
    expect(answer.payload).toContain('release_info{release="working tree",commit="none"} 1')
    for (const name of [
      'mail_queued',
      'mail_failed',
      'jobs{state="waiting"}',
      'jobs{state="running"}',
      'jobs{state="failed"}',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(answer.payload).toMatch(new RegExp(`^${name} \\d`, 'm'))
    }
  })

  test.each([undefined, '', 'Bearer ', 'Bearer another-token-as-long', 'Bearer ä'])(
    'metrics are 404 for the authorization %j',
    async (authorization) => {
      expect((await fetchMetrics(authorization)).statusCode).toBe(404)
    },
  )

  test('metrics are off without a configured token, even for localhost', async () => {
    const without = buildApp({ database: fresh.database })
    expect((await without.inject('/metrics')).statusCode).toBe(404)
    const answer = await without.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } })
    expect(answer.statusCode).toBe(404)
    await without.close()
  })

  test('CORS allows configured origins only', async () => {
    const ask = (origin: string) => app.inject({ url: '/api/plans', headers: { origin } })
    expect((await ask('https://www.sherpa.example')).headers['access-control-allow-origin']).toBe(
      'https://www.sherpa.example',
    )
    expect((await ask('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/api/demo/schedule',
      headers: {
        origin: 'https://www.sherpa.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key,time-zone',
      },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toContain('idempotency-key')
  })

  test('the id of a request comes from the proxy, if it is one that we know and the id is random', async () => {
    const behind = buildApp({ database: fresh.database, trustedProxies: ['loopback'] })
    const idOf = async (asked: typeof app, id: string) =>
      (await asked.inject({ url: '/api/plans', headers: { 'x-request-id': id } })).headers['x-request-id']
    const ofProxy = ['5f3a9c04d1e2b7a86c5d4e3f2a1b0c9d', '0199A5B2-7C44-7d10-9a3e-5b6c7d8e9f00']
    for (const id of ofProxy) expect(await idOf(behind, id)).toBe(id)
    for (const id of ['jo@agency.example', 'a'.repeat(65), '5f3a', '5f3a9c04d1e2b7a8\t{"level":60}']) {
      expect(await idOf(behind, id)).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(await idOf(app, ofProxy[0] ?? '')).not.toBe(ofProxy[0])
    await behind.close()
  })

  test('an unexpected error is logged without values from the database message', async () => {
    const lines: string[] = []
    const logged = buildApp({
      database: fresh.database,
      logger: {
        level: 'error',
        serializers: { err: describeError },
        stream: { write: (line: string) => void lines.push(line) },
      },
    })
    logged.get('/api/broken', async () => {
      const insert = "insert into users (name, email) values ('A', 'secret@agency.example')"
      await fresh.database.query(`${insert}; ${insert}`)
    })
    expect((await logged.inject('/api/broken')).statusCode).toBe(500)
    await logged.close()
    expect(lines.join('')).toContain('users_email_key')
    expect(lines.join('')).not.toContain('secret@')
  })

  test('without its database the server answers 503 with Retry-After and is not ready', async () => {
    const unreachable = openDatabase('postgres://nobody:x@127.0.0.1:1/none')
    const appWithoutDatabase = buildApp({ database: unreachable })
    const payload = { full_name: 'A', email: 'a@b.example', preferred_date_time: inAWeek() }
    const answer = await appWithoutDatabase.inject({ ...schedule, payload })
    expect(answer.statusCode).toBe(503)
    expect(problem.parse(answer.json()).code).toBe('unavailable')
    expect(answer.headers['retry-after']).toBe('2')
    expect((await appWithoutDatabase.inject('/readyz')).statusCode).toBe(503)
    expect((await appWithoutDatabase.inject('/healthz')).statusCode).toBe(200)
    await appWithoutDatabase.close()
    await unreachable.end()
  })
})

/** Parses Fastify's route tree: each line is a path segment, indented below its parent. */
function routesOf(tree: string) {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^(.*?)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    parents.length = depth
    parents.push(part)
    return methods && !methods.startsWith('OPTIONS') ? [parents.join('')] : []
  })
}
