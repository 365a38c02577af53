import type { AnsweredProblem } from '@sherpa/api-client/call'
import type { ProblemCode } from '@sherpa/contracts/problem'

/** What to tell someone whose request did not work. */
export type Failure = {
  code: ProblemCode | undefined
  /** What is wrong with the request as a whole. */
  text: string
  /** What is wrong with single fields. */
  fields: ReadonlyMap<string, string>
}

const UNREACHABLE = 'We can’t reach Sherpa. Check your connection and try again.'
const UNAVAILABLE = 'Sherpa is not available right now. Try again in a minute.'
const UNEXPECTED = 'Something went wrong on our side. Try again.'

export function failureOf(error: unknown): Failure {
  const { status, data } = (error ?? {}) as { status?: number | string; data?: Partial<AnsweredProblem> }
  const withText = (text: string): Failure => ({ code: undefined, text, fields: new Map() })
  if (status === 'FETCH_ERROR') return withText(UNREACHABLE)
  // A proxy that answers for a server that is away does so in HTML, which the data layer cannot parse.
  if (status === 'TIMEOUT_ERROR' || status === 'PARSING_ERROR') return withText(UNAVAILABLE)
  if (typeof data?.title !== 'string') return withText(UNEXPECTED)
  return {
    code: data.code,
    text: data.code === 'rate-limited' ? whenToTryAgain(data.retryAfterSeconds) : sentence(data.detail ?? data.title),
    fields: new Map(data.errors?.map(({ field, message }) => [field, message])),
  }
}

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
