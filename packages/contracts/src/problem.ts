import { z } from 'zod'

/** Every way a request can be refused. A code stays the same for good: clients may depend on it. */
export const problemCodes = {
  'malformed-request': { status: 400, title: 'The request could not be read' },
  'sign-in-required': { status: 401, title: 'Log in to continue' },
  'wrong-credentials': { status: 401, title: 'Incorrect email or password' },
  'wrong-code': { status: 401, title: 'This code is incorrect or has expired' },
  'second-factor-required': { status: 403, title: 'Turn on two-factor authentication first, in your account settings' },
  'not-permitted': { status: 403, title: 'You don’t have permission to do this' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed' },
  'idempotency-key-reused': { status: 409, title: 'This Idempotency-Key was already used for another request' },
  'already-subscribed': { status: 409, title: 'This organization already has a subscription' },
  'not-subscribed': { status: 409, title: 'This organization has no subscription' },
  'offer-replaced': { status: 409, title: 'This price is no longer offered. Please review the new one' },
  'no-seat-left': { status: 409, title: 'All seats of your plan are taken. Add seats, or remove someone' },
  'no-room-for-athletes': { status: 409, title: 'Your plan has no room for more athletes. Choose a larger plan' },
  'already-a-member': { status: 409, title: 'This person is already a member' },
  'already-invited': { status: 409, title: 'This person already has an open invitation' },
  'account-exists': { status: 409, title: 'This email address already has an account. Log in to continue' },
  'last-owner': { status: 409, title: 'An organization needs an owner. Transfer ownership first' },
  'invoice-settled': { status: 409, title: 'This invoice is already settled' },
  'changed-meanwhile': { status: 409, title: 'A colleague has changed this meanwhile. Please look at it again' },
  'move-not-possible': { status: 409, title: 'This is not possible in the present state of the request' },
  'demo-not-begun': { status: 409, title: 'This demo has not begun yet' },
  'colleague-busy': { status: 409, title: 'This colleague has another demo at that time' },
  'nobody-free': { status: 409, title: 'Nobody who is on duty is free at that time' },
  'too-many-shared-views': { status: 409, title: 'At most 20 views of a list can be shared. Stop sharing one first' },
  'too-many-views': { status: 409, title: 'You can save at most 50 views. Delete one of yours first' },
  'second-factor-set': { status: 409, title: 'Two-factor authentication is already on' },
  'link-expired': { status: 410, title: 'This link has expired or was already used' },
  'data-erased': { status: 410, title: 'This request was erased, with everything that we held about it' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'This content type is not supported' },
  'invalid-fields': { status: 422, title: 'Some fields are not valid' },
  'rate-limited': { status: 429, title: 'Too many attempts. Try again later' },
  'internal-error': { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Sherpa is not available right now. Try again in a minute' },
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
  /** What was to be changed, as it is now: where somebody else was first. */
  present: z.unknown().optional(),
})

export type Problem = z.infer<typeof problem>

export function problemOf(code: ProblemCode, { errors, present }: Pick<Problem, 'errors' | 'present'> = {}): Problem {
  return {
    type: 'about:blank',
    ...problemCodes[code],
    code,
    ...(errors && { errors }),
    ...(present !== undefined && { present }),
  }
}

/** An expected failure, thrown where it is noticed and answered at the one error edge. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly errors: Problem['errors']
  readonly present: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ProblemCode,
    more: { errors?: Problem['errors']; present?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(code)
    this.code = code
    this.errors = more.errors
    this.present = more.present
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
