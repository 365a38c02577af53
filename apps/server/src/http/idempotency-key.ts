import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyRequest } from 'fastify'

const LENGTH = { min: 8, max: 200 }

export function idempotencyKeyOf({ headers }: FastifyRequest) {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < LENGTH.min || key.length > LENGTH.max) {
    const message = `Must be one value of ${LENGTH.min} to ${LENGTH.max} characters`
    throw new Refusal('invalid-fields', { errors: [{ field: 'Idempotency-Key', message }] })
  }
  return key
}
