import { z } from 'zod'

/** Every way a request can be refused. A code stays the same for good: clients may depend on it. */
export const problemCodes = {
  'malformed-request': { status: 400, title: 'The request could not be understood' },
  'sign-in-required': { status: 401, title: 'Please log in' },
  'wrong-credentials': { status: 401, title: 'This email and password do not match' },
  'wrong-code': { status: 401, title: 'This code is not right, or no longer valid' },
  'address-not-verified': {
    status: 403,
    title: 'Please confirm your email address first, with the link that we sent you',
  },
  'not-permitted': { status: 403, title: 'Your role does not allow this' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, title: 'This address does not answer to that method' },
  'idempotency-key-reused': { status: 409, title: 'This Idempotency-Key was used for another request' },
  'already-subscribed': { status: 409, title: 'This organization has a subscription already: change that one' },
  'not-subscribed': { status: 409, title: 'This organization has no subscription' },
  'offer-replaced': { status: 409, title: 'This price is no longer offered: please look at the new one' },
  'no-seat-left': { status: 409, title: 'Every seat of your plan is taken: add seats, or remove someone' },
  'no-room-for-athletes': { status: 409, title: 'Your plan has no room for more athletes: choose a larger one' },
  'already-a-member': { status: 409, title: 'This person belongs to the organization already' },
  'last-owner': { status: 409, title: 'An organization needs an owner: hand it over first' },
  'invoice-settled': { status: 409, title: 'This invoice has been settled already' },
  'second-factor-set': { status: 409, title: 'The second step is set up already' },
  'link-expired': { status: 410, title: 'This link is no longer valid' },
  'payload-too-large': { status: 413, title: 'The request is larger than we accept' },
  'unsupported-media-type': { status: 415, title: 'This kind of content is not understood here' },
  'invalid-fields': { status: 422, title: 'Some fields need another look' },
  'rate-limited': { status: 429, title: 'Too many requests: please wait before the next' },
  'internal-error': { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'We cannot take requests at the moment: please try again' },
} as const

export type ProblemCode = keyof typeof problemCodes

/** RFC 9457. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]),
  /** What is wrong, field by field. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})

export type Problem = z.infer<typeof problem>

export function problemOf(code: ProblemCode, errors?: Problem['errors']): Problem {
  return { type: 'about:blank', ...problemCodes[code], code, ...(errors && { errors }) }
}

/** An expected failure, thrown where it is noticed and answered at the one error edge. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly errors: Problem['errors']
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, more: { errors?: Problem['errors']; retryAfterSeconds?: number } = {}) {
    super(code)
    this.code = code
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
