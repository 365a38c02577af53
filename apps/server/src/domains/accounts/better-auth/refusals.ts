import { ownValue } from '@sherpa/contracts/own-value'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { APIError } from 'better-auth/api'
import { storageFailures } from './storage-failures.ts'

/** Error code of better-auth. */
function readCode(error: unknown) {
  return error instanceof APIError ? String(error.body?.code) : undefined
}

/** Translates expected errors of better-auth to ours and rethrows others. */
export async function translateErrors<Result>(
  work: () => Promise<Result>,
  expected: Record<string, ProblemCode | { field: string; message: string }>,
): Promise<Result> {
  try {
    return await storageFailures.rethrow(work)
  } catch (error) {
    const reason = ownValue(expected, readCode(error) ?? '')
    if (!reason) throw error
    throw typeof reason === 'string' ? new Refusal(reason) : new Refusal('invalid-fields', { errors: [reason] })
  }
}
