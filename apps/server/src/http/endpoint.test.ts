import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { accountOperations } from '@sherpa/contracts/account-operations'
import type { NamedOperation } from '@sherpa/contracts/operation'
import { organizationOperations } from '@sherpa/contracts/organization-operations'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { type Database, openDatabase } from '../persistence/database.ts'
import type { Gate } from './access.ts'
import { createCells } from './cells.ts'
import { endpointsOf } from './endpoint.ts'
import { answerErrors } from './problems.ts'

/** Calls an app with one public endpoint that returns the given result. */
async function askFor({ name, answer }: Pick<NamedOperation, 'name' | 'answer'>, result: unknown) {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  const cells = createCells({ own: 'a', addresses: {} }, {} as Database)
  answerErrors(app, cells)
  const { endpoint } = endpointsOf(app, {} as Gate, { count: async () => undefined } as never, cells)
  const operation = { name, answer, method: 'GET', path: '/it', summary: '', access: 'anyone' } as const
  endpoint<NamedOperation>(operation, { limits: 'none' }, () => result)
  const { statusCode: status, payload: body } = await app.inject('/api/it')
  return { status, body, log: lines.join('') }
}

const sessions = (more: object) => [
  {
    id: '0193a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
    current: true,
    device: 'Chrome on Windows',
    signedInAt: '2026-01-02T03:04:05.678Z',
    lastSeenAt: '2026-01-02T03:04:05.678Z',
    ...more,
  },
]

test('fields outside the contract are stripped at every depth', async () => {
  const { status, body } = await askFor(accountOperations.sessions, {
    sessions: sessions({ token: 'secret' }),
    passwordHash: 'secret',
  })
  expect(status).toBe(200)
  expect(JSON.parse(body)).toEqual({ sessions: sessions({}) })
})

test('an operation without response schema sends no content', async () => {
  expect(await askFor(accountOperations.register, { token: 'secret' })).toMatchObject({ status: 202, body: '{}' })
  expect(await askFor(organizationOperations.removePerson, { token: 'secret' })).toMatchObject({
    status: 204,
    body: '',
  })
})

test('a response that violates its contract is a 500, and its values are not logged', async () => {
  const { status, body, log } = await askFor(accountOperations.sessions, {
    sessions: sessions({ device: undefined, id: 'amara@agency.example' }),
  })
  expect(status).toBe(500)
  expect(JSON.parse(body)).toMatchObject({ code: 'internal-error' })
  expect(log).toContain('sessions would answer other than its contract says')
  expect(log).toContain('sessions.0.device')
  expect(body + log).not.toContain('amara')
})

test('every operation of the contracts is served once, under its name and path', async () => {
  const contracts = join(import.meta.dirname, '../../../../packages/contracts/src')
  const files = readdirSync(contracts).filter((name) => name.endsWith('-operations.ts'))
  const modules = await Promise.all(files.map((name) => import(join(contracts, name))))
  type Described = { name: string; method: string; path: string }
  const described = modules
    .flatMap((module: Record<string, Record<string, Described>>) => Object.values(module))
    .flatMap((all) => Object.entries(all))
    .map(([key, { name, method, path }]) => {
      expect(name).toBe(key)
      return `${name}: ${method} /api${path.replace(/:(\w+)/g, '{$1}')}`
    })

  // Never asked.
  const database = openDatabase('postgres://localhost/none')
  const app = buildApp({ database })
  const { paths } = (await app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  await app.close()
  await database.end()
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  )
  expect(served.sort()).toEqual(described.sort())
  expect(new Set(served.map((line) => line.split(':')[0])).size).toBe(served.length)
})
