import { z } from 'zod'

/** Every way a request can be refused. A code stays the same for good: clients may depend on it. */
export const problemCodes = {
  'malformed-request': { status: 400, title: 'The request could not be understood' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, title: 'This address does not answer to that method' },
  'payload-too-large': { status: 413, title: 'The request is larger than we accept' },
  'unsupported-media-type': { status: 415, title: 'This kind of content is not understood here' },
  'internal-error': { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'This is not available at the moment' },
  'shutting-down': { status: 503, title: 'The server is restarting' },
} as const

export type ProblemCode = keyof typeof problemCodes

/** RFC 9457. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]),
  detail: z.string().optional(),
})

export type Problem = z.infer<typeof problem>

export function problemOf(code: ProblemCode, detail?: string): Problem {
  return { type: 'about:blank', ...problemCodes[code], code, ...(detail !== undefined && { detail }) }
}
