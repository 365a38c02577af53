import { randomInt } from 'node:crypto'
import {
  type DemoAnswer,
  type DemoRequest,
  type DemoRequestAsSent,
  demoDateError,
} from '@sherpa/contracts/demo-request'
import { Refusal } from '@sherpa/contracts/problem'
import type { Idempotency } from '../../http/idempotency.ts'
import { digest, network } from '../../http/rate-limits.ts'
import type { DemoRequests } from './demo-requests.ts'
import { computeDeadline } from './response-deadline.ts'
import { findSuspicion } from './suspicion.ts'

export type DemoVisit = {
  request: DemoRequest
  asSent: DemoRequestAsSent
  /** IANA zone, if valid. */
  timeZone: string | null
  idempotency: Idempotency | undefined
  clientAddress: string
}

/** Offices share network addresses; people do not share email. */
const LIMITS_PER_HOUR = { address: 30, email: 6 }

/** After the response, the request is durable and its mail is queued. */
export async function scheduleDemo(
  visit: DemoVisit,
  {
    requests,
    limited,
    now,
    companyTimeZone,
  }: { requests: DemoRequests; limited: boolean; now: Date; companyTimeZone: string },
): Promise<DemoAnswer> {
  const { request, clientAddress } = visit
  const preferredAt = new Date(request.preferred_date_time)
  const dateError = demoDateError(preferredAt, now)

  const result = await requests.schedule({
    reference: newReference(),
    request,
    preferredAt,
    offsetMinutes: parseOffset(request.preferred_date_time),
    timeZone: visit.timeZone,
    quarantineReason: findSuspicion(request, visit.asSent),
    refused: dateError !== undefined,
    idempotency: visit.idempotency,
    limits: limited
      ? [
          { bucket: `address ${network(clientAddress)}`, limit: LIMITS_PER_HOUR.address },
          { bucket: `email ${digest(request.email.toLowerCase())}`, limit: LIMITS_PER_HOUR.email },
        ]
      : [],
    now,
    dueAt: computeDeadline(now, companyTimeZone),
  })
  if (result.outcome === 'refused') {
    throw new Refusal('invalid-fields', { errors: [{ field: 'preferred_date_time', message: dateError ?? '' }] })
  }
  if (result.outcome === 'key-reused') throw new Refusal('idempotency-key-reused')
  if (result.outcome === 'limited') throw new Refusal('rate-limited', { retryAfterSeconds: result.retryAfterSeconds })
  return result.answer
}

/** Without ambiguous characters. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function newReference() {
  return `SH-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}

/** `+05:30` is 330. The contract requires an offset. */
function parseOffset(timestamp: string) {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(timestamp) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
}
