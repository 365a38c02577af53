import { demoRequest } from '@sherpa/contracts/demo-request'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyInstance } from 'fastify'
import { isTimeZone } from '../mail/zoned-time.ts'
import type { DemoRequests } from './demo-requests.ts'
import { scheduleDemo } from './schedule-demo.ts'

export type DemoParts = {
  requests: DemoRequests
  limited: boolean
  clock: () => Date
  /** Called when a request has been accepted: its mail is waiting. */
  onAccepted: () => void
}

const KEY_LENGTH = { min: 8, max: 200 }

export function demoRoutes(app: FastifyInstance, { requests, limited, clock, onAccepted }: DemoParts) {
  app.post('/api/demo/schedule', async (httpRequest, reply) => {
    const read = demoRequest.safeParse(httpRequest.body)
    if (!read.success) {
      const errors = read.error.issues.map(({ path, message, code, ...issue }) => ({
        field: 'keys' in issue ? String(issue.keys) : path.join('.'),
        message: code === 'unrecognized_keys' ? 'This field is not known' : message,
      }))
      throw new Refusal('invalid-fields', { errors })
    }
    const answer = await scheduleDemo(
      {
        request: read.data,
        timeZone: zoneOf(httpRequest.headers['time-zone']),
        idempotencyKey: keyOf(httpRequest.headers['idempotency-key']),
        clientAddress: httpRequest.ip,
      },
      { requests, limited, now: clock() },
    )
    onAccepted()
    return reply.code(201).send(answer)
  })
}

function zoneOf(header: string | string[] | undefined) {
  return typeof header === 'string' && isTimeZone(header) ? header : null
}

function keyOf(header: string | string[] | undefined) {
  if (header === undefined) return null
  if (typeof header !== 'string' || header.length < KEY_LENGTH.min || header.length > KEY_LENGTH.max) {
    const message = `Must be one value of ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters`
    throw new Refusal('invalid-fields', { errors: [{ field: 'Idempotency-Key', message }] })
  }
  return header
}
