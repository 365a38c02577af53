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
import { dueAfter } from './promise-clock.ts'
import { suspicion } from './suspicion.ts'

export type DemoVisit = {
  request: DemoRequest
  asSent: DemoRequestAsSent
  /** The visitor's IANA zone, if it is known and valid. */
  timeZone: string | null
  idempotency: Idempotency | undefined
  clientAddress: string
}

/** How many requests an address or an email may make in an hour. Offices share addresses; people do not share email. */
const LIMITS_PER_HOUR = { address: 30, email: 6 }

/** Accepts a request for a demo: once it is answered, it is durable, and everything that follows from it is on its way. */
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
    offsetMinutes: offsetOf(request.preferred_date_time),
    timeZone: visit.timeZone,
    quarantineReason: suspicion(request, visit.asSent),
    refused: dateError !== undefined,
    idempotency: visit.idempotency,
    limits: limited
      ? [
          { bucket: `address ${network(clientAddress)}`, limit: LIMITS_PER_HOUR.address },
          { bucket: `email ${digest(request.email.toLowerCase())}`, limit: LIMITS_PER_HOUR.email },
        ]
      : [],
    now,
    dueAt: dueAfter(now, companyTimeZone),
  })
  if (result.outcome === 'refused') {
    throw new Refusal('invalid-fields', { errors: [{ field: 'preferred_date_time', message: dateError ?? '' }] })
  }
  if (result.outcome === 'key-reused') throw new Refusal('idempotency-key-reused')
  if (result.outcome === 'limited') throw new Refusal('rate-limited', { retryAfterSeconds: result.retryAfterSeconds })
  return result.answer
}

/** Letters and digits that are not mistaken for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function newReference() {
  return `SH-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}

/** `+05:30` is 330; the contract has made sure that there is an offset. */
function offsetOf(timestamp: string) {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(timestamp) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
}
