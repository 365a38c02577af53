import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyRequest } from 'fastify'

const LENGTH = { min: 8, max: 200 }

/** The header, for an endpoint's description. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  about: 'The same key and body get the first answer again, for at least 24 hours.',
}

export function idempotencyKeyOf({ headers }: FastifyRequest) {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < LENGTH.min || key.length > LENGTH.max) {
    const message = `Must be one value of ${LENGTH.min} to ${LENGTH.max} characters`
    throw new Refusal('invalid-fields', { errors: [{ field: idempotencyKey.name, message }] })
  }
  return key
}
