import { Readable } from 'node:stream'
import type { NamedOperation, ParameterNames } from '@sherpa/contracts/operation'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inOrganization } from '../persistence/database.ts'
import { admit, type CallerOf, type Gate, isUuid, type Person } from './access.ts'
import { type Idempotency, idempotencyOf } from './idempotency.ts'
import { messageFor } from './invalid-field-messages.ts'
import type { KnownDevices } from './known-devices.ts'
import { type Allowance, digest, network, type RateLimits } from './rate-limits.ts'

type Schema = z.core.$ZodType

type Limits = Partial<Record<'network' | 'email' | 'emailFromNetwork' | 'person' | 'device', number>>

/** What the server alone has to say about an operation. */
export type EndpointRules = {
  /**
   * How often in a quarter of an hour: from one network, about one email address, both together, or by one person. A known device
   * has an allowance of its own, in place of those about the address. Networks are counted before the body is read, people before
   * it is checked: refused bodies count. An endpoint without a limit says so.
   */
  limits: Limits | 'none'
  /** How it may be refused, beside what every endpoint of its kind may answer. */
  refusals?: Record<number, string>
}

export type Endpoint = NamedOperation & EndpointRules

type Read<O, Part extends string> =
  O extends Record<Part, infer Expected extends Schema> ? z.output<Expected> : undefined

export type Call<O extends NamedOperation> = CallerOf<O['access']> & {
  /** A file is read as it arrives. */
  body: O extends { upload: object } ? AsyncIterable<Buffer> : Read<O, 'body'>
  query: Read<O, 'query'>
  parameter: (name: ParameterNames<O['path']>) => string
  /** The key that came with it, where the contract takes one: for `answerOnce`. */
  idempotency: Idempotency | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * What the contract promises, or a reply that the handler has sent itself: a file, or one with headers of its own. Where it
 * promises nothing, nothing is sent of what the handler returns.
 */
type Result<O extends NamedOperation> =
  | FastifyReply
  | (O['answer'] extends { schema: infer Promised extends Schema } ? z.input<Promised> : unknown)

export type DefineEndpoint = ReturnType<typeof endpointsOf>['endpoint']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file is sent to it, for which there is more time. */
    upload?: boolean
  }
}

/** One way to add endpoints: each is in the contract, so none can be without a rule about who may call it. */
export function endpointsOf(app: FastifyInstance, gate: Gate, limits: RateLimits) {
  const all: Endpoint[] = []

  function endpoint<O extends NamedOperation>(
    operation: O,
    rules: EndpointRules,
    handle: (call: Call<O>) => Result<O> | Promise<Result<O>>,
  ) {
    all.push({ ...operation, ...rules })
    const { method, path, body, upload, query, headers, textParameters, answer, name } = operation
    if (upload) takeFiles(app, upload.types)
    const declared: Limits = rules.limits === 'none' ? {} : rules.limits
    const allow: Allow = (rule, bucket) => {
      const limit = declared[rule]
      return limit === undefined ? [] : [{ bucket: `${name} ${bucket}`, limit }]
    }
    app.route({
      ...(upload && { config: { upload: true } }),
      ...(declared.network !== undefined && {
        onRequest: ({ ip }) => limits.count(allow('network', `network ${network(ip)}`)),
      }),
      method,
      url: `/api${path}`,
      handler: async (request, reply) => {
        const parameters = request.params as Record<string, string>
        if (!textParameters && !Object.values(parameters).every(isUuid)) throw new Refusal('not-found')
        const caller = await admit(operation, request, gate)
        await limits.count(allow('person', `person ${caller.person?.id}`))
        const given = upload ? sentFile(request) : body && read(body, request.body)
        const asked = query && read(query, request.query)
        await limits.count([
          ...proofOf(given, caller.person),
          ...(await allowAddress(allow, given, request, gate.devices)),
        ])
        const call = {
          ...caller,
          body: given,
          query: asked,
          parameter: (parameter: string) => parameters[parameter] ?? '',
          idempotency: headers?.includes('Idempotency-Key')
            ? idempotencyOf({
                operation: name,
                organization: caller.member?.organization,
                person: caller.person?.id,
                key: request.headers['idempotency-key'],
                body: upload ? undefined : given,
                parameters,
              })
            : undefined,
          request,
          reply,
        } as unknown as Call<O>
        const work = async () => handle(call)
        const result = await (caller.member ? inOrganization(caller.member.organization, work) : work())
        if (reply.sent || result === reply) return reply
        reply.code(answer.status)
        if (answer.status === 204) return reply.send()
        return reply.send(answer.schema ? asPromised(name, answer.schema, result) : {})
      },
    })
  }

  return { endpoint, all: all as readonly Endpoint[] }
}

/** Files of these types are not read before their endpoint is reached. Elsewhere they are refused: nothing else takes them. */
function takeFiles(app: FastifyInstance, types: readonly string[]) {
  for (const type of types) {
    if (app.hasContentTypeParser(type)) app.removeContentTypeParser(type)
    app.addContentTypeParser(type, (request, payload, done) => {
      if (request.routeOptions.config.upload) done(null, payload)
      else done(Object.assign(new Error('No file is taken here'), { statusCode: 415 }))
    })
  }
}

/** Whoever stops reading wants to answer: the connection stays, and what is still to come is drained. */
function sentFile({ body }: FastifyRequest): AsyncIterable<Buffer> {
  if (!(body instanceof Readable)) throw new Refusal('unsupported-media-type')
  return body.iterator({ destroyOnReturn: false })
}

/** What the contract does not name stays here. The error says where the answer is wrong, never what was in it. */
function asPromised(name: string, schema: Schema, result: unknown) {
  const { success, data, error } = z.safeParse(schema, result)
  if (success) return data
  const wrong = error.issues.map(({ path, code }) => `${path.join('.')} (${code})`)
  throw new Error(`${name} would answer other than its contract says: ${wrong.join(', ')}`)
}

function read(schema: Schema, value: unknown) {
  const result = z.safeParse(schema, value ?? {}, { error: messageFor })
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message, code, ...issue }) => ({
    field: 'keys' in issue ? String(issue.keys) : path.join('.'),
    message: path.length === 0 && code !== 'unrecognized_keys' ? 'Send a JSON object' : message,
  }))
  throw new Refusal('invalid-fields', { errors })
}

/** Fields of a body with which someone who is signed in proves again who they are. */
const proofs = ['password', 'currentPassword', 'code'] as const
const MOST_PROOFS = 10

/** Counted together over all operations: else each of them is another chance to guess. */
function proofOf(body: unknown, person: Person | undefined) {
  const given = (body ?? {}) as Partial<Record<(typeof proofs)[number], unknown>>
  const proves = person && proofs.some((field) => given[field] !== undefined)
  return proves ? [{ bucket: `proof of identity person ${person.id}`, limit: MOST_PROOFS }] : []
}

type Allow = (rule: keyof Limits, bucket: string) => Allowance[]

/** What is counted about the email address that a body names. */
async function allowAddress(allow: Allow, body: unknown, { ip }: FastifyRequest, devices: KnownDevices) {
  const { email, device } = (body ?? {}) as { email?: string | null; device?: string }
  const address = `email ${digest(String(email))}`
  const known = email && device && (await devices.recognize(email, device))
  if (known) return allow('device', `${address} device ${known}`)
  return [...allow('emailFromNetwork', `${address} network ${network(ip)}`), ...allow('email', address)]
}
