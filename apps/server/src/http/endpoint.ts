import { Readable } from 'node:stream'
import type { NamedOperation, ParameterNames } from '@sherpa/contracts/operation'
import { ownValue } from '@sherpa/contracts/own-value'
import { placeOf } from '@sherpa/contracts/place'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inOrganization } from '../persistence/database.ts'
import { addToSpan } from '../tracing/trace.ts'
import { admit, type CallerOf, type Gate, isUuid, type Person } from './access.ts'
import type { Cells } from './cells.ts'
import { type Idempotency, idempotencyOf } from './idempotency.ts'
import { messageFor } from './invalid-field-messages.ts'
import type { KnownDevices } from './known-devices.ts'
import { type Allowance, digest, network, type RateLimits } from './rate-limits.ts'
import { addToLog, hashOfOrganization } from './request-log.ts'

type Schema = z.core.$ZodType

type Limits = Partial<Record<'network' | 'email' | 'emailFromNetwork' | 'person' | 'device', number>>

/** Server-side rules of an operation. */
export type EndpointRules = {
  /**
   * Requests per 15 minutes: per network, email address, both together, or person. A known device has its own limit
   * instead of those for the address. Networks are counted before the body is read, people before it is validated:
   * refused bodies count. An endpoint without limits says so.
   */
  limits: Limits | 'none'
  /** Error responses besides the usual ones of its access rule. */
  refusals?: Record<number, string>
}

export type Endpoint = NamedOperation & EndpointRules

type Read<O, Part extends string> =
  O extends Record<Part, infer Expected extends Schema> ? z.output<Expected> : undefined

export type Call<O extends NamedOperation> = CallerOf<O['access']> & {
  /** Uploads are streamed. */
  body: O extends { upload: object } ? AsyncIterable<Buffer> : Read<O, 'body'>
  query: Read<O, 'query'>
  parameter: (name: ParameterNames<O['path']>) => string
  /** Idempotency key, for `answerOnce`. */
  idempotency: Idempotency | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Response body of the contract, or a reply that the handler sent itself (a file, custom headers).
 * Without a response schema, the result of the handler is not sent.
 */
type Result<O extends NamedOperation> =
  | FastifyReply
  | (O['answer'] extends { schema: infer Promised extends Schema } ? z.input<Promised> : unknown)

export type DefineEndpoint = ReturnType<typeof endpointsOf>['endpoint']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Uploads have a longer timeout. */
    upload?: boolean
    /** Live updates are open for as long as a window. */
    stream?: boolean
  }
}

/** The only way to register endpoints: each comes from a contract, so each has an access rule. */
export function endpointsOf(
  app: FastifyInstance,
  gate: Gate,
  limits: RateLimits,
  cells: Pick<Cells, 'requireHere' | 'others'>,
) {
  const all: Endpoint[] = []

  function endpoint<O extends NamedOperation>(
    operation: O,
    rules: EndpointRules,
    handle: (call: Call<O>) => Result<O> | Promise<Result<O>>,
  ) {
    all.push({ ...operation, ...rules })
    const { method, path, body, upload, query, headers, textParameters, answer, name } = operation
    if (upload) acceptUploads(app, upload.types)
    const declared: Limits = rules.limits === 'none' ? {} : rules.limits
    const allow: Allow = (rule, bucket) => {
      const limit = declared[rule]
      return limit === undefined ? [] : [{ bucket: `${name} ${bucket}`, limit }]
    }
    app.route({
      config: {
        operation: name,
        ...(upload && { upload: true }),
        ...('type' in answer && answer.type === 'text/event-stream' && { stream: true }),
      },
      ...(declared.network !== undefined && {
        onRequest: ({ ip }) => limits.count(allow('network', `network ${network(ip)}`)),
      }),
      method,
      url: `/api${path}`,
      handler: async (request, reply) => {
        const parameters = request.params as Record<string, string>
        if (!textParameters) withoutPlaces(parameters)
        if (!textParameters && !Object.values(parameters).every(isUuid)) throw new Refusal('not-found')
        await cells.requireHere(request)
        if (operation.inEachCell && cells.others.length > 0) reply.header('Sherpa-Cells', cells.others.join())
        const caller = await admit(operation, request, gate)
        if (caller.member) tellOrganization(request, caller.member.organization)
        await limits.count(allow('person', `person ${caller.person?.id}`))
        const input = upload ? uploadOf(request) : body && validate(body, request.body)
        const search = query && validate(query, request.query)
        await limits.count([
          ...limitProofs(input, caller.person),
          ...(await limitAddress(allow, input, request, gate.devices)),
        ])
        const call = {
          ...caller,
          body: input,
          query: search,
          parameter: (parameter: string) => ownValue(parameters, parameter) ?? '',
          idempotency: headers?.includes('Idempotency-Key')
            ? idempotencyOf({
                operation: name,
                organization: caller.member?.organization,
                person: caller.person?.id,
                key: request.headers['idempotency-key'],
                body: upload ? undefined : input,
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
        return reply.send(answer.schema ? stripToContract(name, answer.schema, result) : {})
      },
    })
  }

  return { endpoint, all: all as readonly Endpoint[] }
}

function tellOrganization(request: FastifyRequest, id: string) {
  const organization = hashOfOrganization(id)
  addToLog(request, { organization })
  addToSpan({ 'sherpa.organization': organization })
}

/** The address of a call names the organization in front, so that ids need not. */
function withoutPlaces(parameters: Record<string, string>) {
  for (const [name, id] of Object.entries(parameters)) parameters[name] = placeOf(id).id
}

/** Streams uploads of these content types to upload endpoints. Others answer 415. */
function acceptUploads(app: FastifyInstance, types: readonly string[]) {
  for (const type of types) {
    if (app.hasContentTypeParser(type)) app.removeContentTypeParser(type)
    app.addContentTypeParser(type, (request, payload, done) => {
      if (request.routeOptions.config.upload) done(null, payload)
      else done(Object.assign(new Error('No file is taken here'), { statusCode: 415 }))
    })
  }
}

/** A handler may stop reading early and still answer: the rest of the body is drained. */
function uploadOf({ body }: FastifyRequest): AsyncIterable<Buffer> {
  if (!(body instanceof Readable)) throw new Refusal('unsupported-media-type')
  return body.iterator({ destroyOnReturn: false })
}

/** Strips fields outside the contract. The error names invalid paths only, never values. */
function stripToContract(name: string, schema: Schema, result: unknown) {
  const { success, data, error } = z.safeParse(schema, result)
  if (success) return data
  const wrong = error.issues.map(({ path, code }) => `${path.join('.')} (${code})`)
  throw new Error(`${name} would answer other than its contract says: ${wrong.join(', ')}`)
}

function validate(schema: Schema, value: unknown) {
  const result = z.safeParse(schema, value ?? {}, { error: messageFor })
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message, code, ...issue }) => ({
    field: 'keys' in issue ? String(issue.keys) : path.join('.'),
    message: path.length === 0 && code !== 'unrecognized_keys' ? 'Send a JSON object' : message,
  }))
  throw new Refusal('invalid-fields', { errors })
}

/** Body fields that prove the identity of a signed-in person. */
const proofFields = ['password', 'currentPassword', 'code'] as const
const MAX_PROOFS = 10

/** One limit across all operations, or each would add attempts to guess. */
function limitProofs(body: unknown, person: Person | undefined) {
  const input = (body ?? {}) as Partial<Record<(typeof proofFields)[number], unknown>>
  const proves = person && proofFields.some((field) => input[field] !== undefined)
  return proves ? [{ bucket: `proof of identity person ${person.id}`, limit: MAX_PROOFS }] : []
}

type Allow = (rule: keyof Limits, bucket: string) => Allowance[]

/** Limits for the email address in a body. */
async function limitAddress(allow: Allow, body: unknown, { ip }: FastifyRequest, devices: KnownDevices) {
  const { email, device } = (body ?? {}) as { email?: string | null; device?: string }
  const address = `email ${digest(String(email))}`
  const known = email && device && (await devices.recognize(email, device))
  if (known) return allow('device', `${address} device ${known}`)
  return [...allow('emailFromNetwork', `${address} network ${network(ip)}`), ...allow('email', address)]
}
