import type { AnsweredProblem } from '@sherpa/api-client/call'
import type { ProblemCode } from '@sherpa/contracts/problem'

/** A failed request, as shown to people. */
export type Failure = {
  code: ProblemCode | undefined
  /** The error of the request as a whole. */
  text: string
  /** Errors by field. */
  fields: ReadonlyMap<string, string>
}

const UNREACHABLE = 'We can’t reach Sherpa. Check your connection and try again.'
const UNAVAILABLE = 'Sherpa is not available right now. Try again in a minute.'
const UNEXPECTED = 'Something went wrong on our side. Try again.'

export function failureOf(error: unknown): Failure {
  const { status, data } = (error ?? {}) as { status?: number | string; data?: Partial<AnsweredProblem> }
  const withText = (text: string): Failure => ({ code: undefined, text, fields: new Map() })
  if (status === 'FETCH_ERROR') return withText(UNREACHABLE)
  // A proxy answers in HTML while the server is down.
  if (status === 'TIMEOUT_ERROR' || status === 'PARSING_ERROR') return withText(UNAVAILABLE)
  if (typeof data?.title !== 'string') return withText(UNEXPECTED)
  return {
    code: data.code,
    text: data.code === 'rate-limited' ? whenToTryAgain(data.retryAfterSeconds) : sentence(data.detail ?? data.title),
    fields: new Map(data.errors?.map(({ field, message }) => [field, message])),
  }
}

/** The errors of fields where no form shows them, or else the error of the request. */
export const withFieldErrors = ({ fields, text }: Failure) =>
  fields.size > 0 ? [...fields.values()].map(sentence).join(' ') : text

function whenToTryAgain(seconds: number | undefined) {
  return `Too many attempts. Try again ${seconds ? `in ${waitInWords(seconds)}` : 'later'}.`
}

function waitInWords(seconds: number) {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

function sentence(text: string) {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
