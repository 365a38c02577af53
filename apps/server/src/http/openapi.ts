import { problem } from '@sherpa/contracts/problem'
import { z } from 'zod'
import type { AnyEndpoint } from './endpoint.ts'

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output' = 'output') => z.toJSONSchema(schema, { io })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const refusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** OpenAPI 3.1 of what the API answers, made from the descriptions and schemas that it works with. */
export function openApiDocument(endpoints: readonly AnyEndpoint[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sherpa API',
      version: '1',
      description:
        'Errors are RFC 9457 problem documents with a stable `code`. Who is signed in sends `Authorization: Bearer …`; `x-access` says who may call an operation.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operationOf({ path, operation, summary, access, body, query, headers = [], answer, ...more }: AnyEndpoint) {
  const { status, about, schema, type } = answer
  const inQuery = query ? Object.entries(schemaOf(query, 'input').properties ?? {}) : []
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: more.textParameters ? { type: 'string' } : { type: 'string', format: 'uuid' },
    })),
    ...inQuery.map(([name, schema]) => ({ name, in: 'query', schema })),
    ...headers.map(({ name, about }) => ({ name, in: 'header', description: about, schema: { type: 'string' } })),
  ]
  const refusals: Record<number, string> = {
    ...(body && { 400: 'Not JSON, or not readable', 413: 'Too large', 415: 'Not JSON' }),
    ...((body || query) && { 422: 'Fields are missing or wrong: `errors` says which' }),
    ...(access !== 'anyone' && { 401: 'Nobody is signed in' }),
    ...(!['anyone', 'person', 'staff', 'member'].includes(access) && { 403: `The role lacks “${access}”` }),
    ...((!['anyone', 'person'].includes(access) || path.includes(':')) && { 404: 'There is none, for this caller' }),
    ...(more.limits !== 'none' && { 429: 'Too many requests: `Retry-After` says when to come back' }),
    503: 'Away for a moment: `Retry-After` says when to come back',
    ...more.refusals,
  }
  const responses: Record<string, { description: string; content?: object }> = {
    [status]: {
      description: about,
      ...(schema && json(schemaOf(schema))),
      ...(type && { content: { [type]: { schema: { type: 'string', format: 'binary' } } } }),
    },
    ...Object.fromEntries(Object.entries(refusals).map(([status, about]) => [status, refusal(about)])),
  }
  return {
    operationId: operation,
    summary,
    'x-access': access,
    ...(access !== 'anyone' && { security: [{ bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(schemaOf(body, 'input')) } }),
    responses,
  }
}
