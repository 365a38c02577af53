import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Access, admit, type CallerOf, type Gate, isUuid, type Person } from './access.ts'
import type { KnownDevices } from './known-devices.ts'
import { type Allowance, digest, network, type RateLimits } from './rate-limits.ts'

type Schema = z.core.$ZodType

/** All there is to know about an endpoint but what it does: who may call it, with what, how often, and what it answers. */
export type EndpointDescription<A extends Access, Body extends Schema, Query extends Schema> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are ids, unless `textParameters` says otherwise. */
  path: `/api/${string}`
  textParameters?: true
  operation: string
  summary: string
  access: A
  body?: Body
  query?: Query
  headers?: { name: string; about: string }[]
  /**
   * How often in a quarter of an hour: from one network, about one email address, both together, or by one person. A browser that
   * has logged in with the address before has an allowance of its own, in place of the others. An endpoint without a limit says
   * so, and one whose handler counts for itself says that.
   */
  limits:
    | Partial<Record<'network' | 'email' | 'emailFromNetwork' | 'person' | 'device', number>>
    | 'none'
    | 'in-handler'
  /** The status of success, and what comes with it. */
  answer: { status: 200 | 201 | 202 | 204; about: string; schema?: Schema; type?: string }
  /** How it may be refused, beside what every endpoint of its kind may answer. */
  refusals?: Record<number, string>
}

export type Call<A extends Access, Body extends Schema, Query extends Schema> = CallerOf<A> & {
  body: z.output<Body>
  query: z.output<Query>
  parameter: (name: string) => string
  request: FastifyRequest
  reply: FastifyReply
}

export type AnyEndpoint = EndpointDescription<Access, Schema, Schema>
export type DefineEndpoint = ReturnType<typeof endpointsOf>['endpoint']

/** One way to add endpoints: none can be without a rule about who may call it, and all of them are in the document. */
export function endpointsOf(app: FastifyInstance, gate: Gate, limits: RateLimits) {
  const all: AnyEndpoint[] = []

  function endpoint<A extends Access, Body extends Schema, Query extends Schema>(
    description: EndpointDescription<A, Body, Query>,
    handle: (call: Call<A, Body, Query>) => unknown,
  ) {
    all.push(description as unknown as AnyEndpoint)
    const { method, path: url, access, body, query, textParameters, answer } = description
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const parameters = request.params as Record<string, string>
        if (!textParameters && !Object.values(parameters).every(isUuid)) throw new Refusal('not-found')
        return admit(access, request, gate, async (caller) => {
          const call = {
            ...caller,
            body: (body && read(body, request.body)) as z.output<Body>,
            query: (query && read(query, request.query)) as z.output<Query>,
            parameter: (name: string) => parameters[name] ?? '',
            request,
            reply,
          }
          await limits.count(
            allowancesOf(description as unknown as AnyEndpoint, call.body, request, caller.person, gate.devices),
          )
          const result = await handle(call)
          if (reply.sent || result === reply) return reply
          return answer.status === 204 ? reply.code(204).send() : reply.code(answer.status).send(result ?? {})
        })
      },
    })
  }

  return { endpoint, all: all as readonly AnyEndpoint[] }
}

function read(schema: Schema, value: unknown) {
  const result = (schema as z.ZodType).safeParse(value ?? {})
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message, code, ...issue }) => ({
    field: 'keys' in issue ? String(issue.keys) : path.join('.'),
    message: code === 'unrecognized_keys' ? 'This field is not known' : message,
  }))
  throw new Refusal('invalid-fields', { errors })
}

function allowancesOf(
  { operation, limits: declared }: AnyEndpoint,
  body: unknown,
  request: FastifyRequest,
  person: Person | undefined,
  devices: KnownDevices,
) {
  const limits = typeof declared === 'string' ? {} : declared
  const from = network(request.ip)
  const given = body as { email?: string; device?: string } | undefined
  const email = digest(String(given?.email))
  const allowance = (limit: number | undefined, bucket: string): Allowance[] =>
    limit === undefined ? [] : [{ bucket: `${operation} ${bucket}`, limit }]
  const device = given?.email && given.device && devices.recognize(given.email, given.device)
  if (device && limits.device !== undefined) {
    return { narrow: allowance(limits.device, `email ${email} device ${device}`), wide: [] }
  }
  return {
    narrow: allowance(limits.emailFromNetwork, `email ${email} network ${from}`),
    wide: [
      ...allowance(limits.network, `network ${from}`),
      ...allowance(limits.email, `email ${email}`),
      ...allowance(limits.person, `person ${person?.id}`),
    ],
  }
}
