import { randomUUID } from 'node:crypto'
import type { Access } from '@sherpa/contracts/operation'
import { type Permission, permissions, type Role } from '@sherpa/contracts/organization'
import type { buildApp } from '../src/app.ts'
import type { Queryable } from '../src/persistence/database.ts'
import type { Someone } from './people.ts'
import type { Place, Samples } from './samples.ts'

/*
 * All endpoints from the OpenAPI document, with request samples of each domain. Tests of general rules
 * therefore cover new endpoints automatically.
 */

type App = ReturnType<typeof buildApp>

type Operation = {
  operationId: string
  'x-access': Access
  'x-also-needs'?: Permission | Permission[]
  'x-not-for-athletes'?: true
  'x-second-factor'?: true
  parameters?: { name: string; in: string; schema: { enum?: string[] } }[]
  requestBody?: object
  responses: Record<string, { content?: object }>
}

export type Endpoint = {
  id: string
  access: Access
  alsoNeeds: Permission[]
  notForAthletes: boolean
  /** Documented as requiring a second factor. */
  secondFactor: boolean
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  byQuery: boolean
  hasBody: boolean
  isStream: boolean
  /** The operation also checks access to the record. */
  byRecord: boolean
  /** Sort options of a list. */
  sorts: string[]
  searched: boolean
  /** Names of query parameters. */
  asks: string[]
}

/** Organization with values for all path parameters. */
export type World = Place & { parameters: Record<string, string> }

export const isPermission = (access: Access): access is Permission => access in permissions

export async function endpointsOf(app: App, samples: Samples[]): Promise<Endpoint[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  const needs: Record<string, Permission> = Object.assign({}, ...samples.map((one) => one.needs))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const inQuery = (operation.parameters ?? []).filter(({ in: where }) => where === 'query')
      return {
        id: operation.operationId,
        access: needs[operation.operationId] ?? operation['x-access'],
        alsoNeeds: [
          operation['x-also-needs'] ?? [],
          isPermission(operation['x-access']) ? operation['x-access'] : [],
        ].flat(),
        notForAthletes: operation['x-not-for-athletes'] ?? false,
        secondFactor: operation['x-second-factor'] ?? false,
        method: method.toUpperCase() as Endpoint['method'],
        path,
        byQuery: inQuery.some(({ name }) => name === 'organization'),
        hasBody: operation.requestBody !== undefined,
        isStream: 'text/event-stream' in (operation.responses[200]?.content ?? {}),
        byRecord: operation.operationId in needs,
        sorts: inQuery.find(({ name }) => name === 'sort')?.schema.enum ?? [],
        searched: inQuery.some(({ name }) => name === 'search'),
        asks: inQuery.map(({ name }) => name).filter((name) => name !== 'organization'),
      }
    }),
  )
}

/** Creates an organization with a row for every path parameter. */
export async function makeWorld(
  owner: Queryable,
  samples: Samples[],
  people: { person: Someone; staff: Someone; belong: { id: string; role: Role }[] },
): Promise<World> {
  const place = { organization: randomUUID(), person: people.person.id, staff: people.staff.id }
  await owner.query("insert into organizations (id, name, kind) values ($1, 'Ridgeline', 'agency')", [
    place.organization,
  ])
  await owner.query(
    'insert into memberships (organization_id, user_id, role) select $1, * from unnest($2::uuid[], $3::text[])',
    [place.organization, people.belong.map(({ id }) => id), people.belong.map(({ role }) => role)],
  )
  const parameters = await Promise.all(samples.map((one) => one.parameters?.(owner, place)))
  return { ...place, parameters: Object.assign({}, ...parameters) }
}

/** Calls an endpoint with its samples. */
export function callerOf(app: App, samples: Samples[]) {
  const bodies: NonNullable<Samples['bodies']> = Object.assign({}, ...samples.map((one) => one.bodies))
  const queries: NonNullable<Samples['queries']> = Object.assign({}, ...samples.map((one) => one.queries))

  async function call(
    someone: Someone,
    endpoint: Endpoint,
    { parameters, ...place }: World,
    more: { query?: string; changed?: (body: object) => object } = {},
  ) {
    const named: Record<string, string> = { ...parameters, ...place }
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '')
    if (endpoint.isStream) return openStream(someone, path)
    const sample = bodies[endpoint.id]?.(place, someone.proof()) as object | string | undefined
    const query = endpoint.byQuery ? `?organization=${place.organization}` : (queries[endpoint.id] ?? '')
    const answer = await someone.ask(
      endpoint.method,
      `${path}${more.query ?? query}`,
      (more.changed && typeof sample === 'object' ? more.changed(sample) : sample) as object | undefined,
      // Uploads are sent raw.
      typeof sample === 'string' ? { 'content-type': 'text/csv' } : {},
    )
    const status = answer.statusCode
    return { status, code: status >= 400 ? (answer.json().code as string) : 'ok', body: answer.body }
  }

  /** Streams stay open, so the status is enough. */
  async function openStream({ token }: Someone, url: string) {
    const answer = await app.inject({
      url,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      payloadAsStream: true,
    })
    const stream = answer.stream()
    if (answer.statusCode === 200) stream.destroy()
    const text = answer.statusCode === 200 ? '{}' : Buffer.concat(await stream.toArray()).toString()
    return { status: answer.statusCode, code: (JSON.parse(text).code ?? 'ok') as string, body: '' }
  }

  return { bodies, call }
}
