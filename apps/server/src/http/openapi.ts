import type { Header } from '@sherpa/contracts/operation'
import { problem } from '@sherpa/contracts/problem'
import { needsSecondFactor } from '@sherpa/contracts/second-factor'
import { z } from 'zod'
import { permissionsOfRule } from './access.ts'
import { accessInWords } from './api-docs/access-in-words.ts'
import { areaOf } from './api-docs/areas.ts'
import { exampleOf } from './api-docs/example.ts'
import type { JsonSchema } from './api-docs/json-schema.ts'
import type { Endpoint } from './endpoint.ts'

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output' = 'output') =>
  z.toJSONSchema(schema, { io }) as JsonSchema
const refusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const headersInWords: Record<Header, string> = {
  'Idempotency-Key': 'The same key and body get the first answer again, for at least 24 hours.',
  'Time-Zone': 'The visitor’s IANA time zone, for the times in our mail.',
}

const SECOND_FACTOR = 'They need two-factor authentication, except in a sample organization.'

/** OpenAPI 3.1 document, generated from the contracts. */
export function openApiDocument(endpoints: readonly Endpoint[], server: string) {
  const paths: Record<string, Record<string, Operation>> = {}
  const tags = new Map<string, { name: string; description: string }>()
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
    const area = areaOf(endpoint.path)
    tags.set(area.name, area)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sherpa API',
      version: '1',
      description:
        'Requests and answers are JSON; a field that is not known is refused. To call an operation as someone who is logged in, send the token from the login as `Authorization: Bearer …`. Errors are problem documents (RFC 9457) with a `code` that never changes.',
    },
    servers: [{ url: server }] as const,
    tags: [...tags.values()],
    paths,
    components: {
      schemas: { Problem: schemaOf(problem) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

export type Operation = ReturnType<typeof operationOf>

type BodyContent = { schema: JsonSchema; example?: unknown }
const binary: JsonSchema = { type: 'string', format: 'binary' }

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }

function operationOf({ path, name, summary, access, alsoNeeds, body, query, headers = [], answer, ...more }: Endpoint) {
  const { upload } = more
  const withFactor = permissionsOfRule({ access, ...(alsoNeeds && { alsoNeeds }) }).some(needsSecondFactor)
  const { status, about, schema, type } = answer
  const inQuery = query ? schemaOf(query, 'input') : {}
  const parameters: Parameter[] = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: more.textParameters ? { type: 'string' } : { type: 'string', format: 'uuid' },
    })),
    ...Object.entries(inQuery.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: inQuery.required?.includes(name) ?? false,
      schema,
    })),
    ...headers.map((name) => ({ name, in: 'header', description: headersInWords[name], schema: { type: 'string' } })),
  ]
  const refusals: Record<number, string> = {
    ...(body && { 400: 'Not JSON, or not readable', 413: 'Too large', 415: 'Not JSON' }),
    ...(upload && { 413: 'Too large', 415: `None of: ${upload.types.join(', ')}` }),
    ...((body || query) && { 422: 'Fields are missing or wrong: `errors` says which' }),
    ...(access !== 'anyone' && { 401: 'Nobody is signed in' }),
    ...(!['anyone', 'person', 'staff', 'member'].includes(access) && {
      403: `The role lacks “${access}”${withFactor ? ', or the caller has no second factor' : ''}`,
    }),
    ...((!['anyone', 'person'].includes(access) || path.includes(':')) && {
      404: 'Not found, or not visible to the caller',
    }),
    ...(more.limits !== 'none' && { 429: 'Too many requests: `Retry-After` says when to come back' }),
    503: 'Away for a moment: `Retry-After` says when to come back',
    ...more.refusals,
  }
  const responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }> = {
    [status]: {
      description: about,
      ...(schema && { content: { 'application/json': { schema: schemaOf(schema) } } }),
      ...(type && { content: { [type]: { schema: { type: 'string', format: 'binary' } } } }),
    },
    ...Object.fromEntries(Object.entries(refusals).map(([status, about]) => [status, refusal(about)])),
  }
  const bodySchema = body && schemaOf(body, 'input')
  return {
    operationId: name,
    summary,
    description: `Who can call it: ${accessInWords(access, alsoNeeds, more.notForAthletes)}${withFactor ? ` ${SECOND_FACTOR}` : ''}`,
    tags: [areaOf(path).name],
    'x-access': access,
    ...(alsoNeeds && { 'x-also-needs': alsoNeeds }),
    ...(more.notForAthletes && { 'x-not-for-athletes': true }),
    ...(withFactor && { 'x-second-factor': true }),
    ...(access !== 'anyone' && { security: [{ bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodySchema && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: bodySchema, example: exampleOf(bodySchema) } } as Record<
          string,
          BodyContent
        >,
      },
    }),
    ...(upload && {
      requestBody: {
        required: true,
        content: Object.fromEntries(upload.types.map((type) => [type, { schema: binary }])) as Record<
          string,
          BodyContent
        >,
      },
    }),
    responses,
  }
}
