import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { APIError } from 'better-auth/api'
import { storageFailures } from './storage-failures.ts'

/** better-auth's own name for what went wrong. */
function codeOf(error: unknown) {
  return error instanceof APIError ? String(error.body?.code) : undefined
}

/** Says in our codes what better-auth refuses; what is not expected goes on as it is. */
export async function refusing<Result>(
  work: () => Promise<Result>,
  expected: Record<string, ProblemCode | { field: string; message: string }>,
): Promise<Result> {
  try {
    return await storageFailures.rethrow(work)
  } catch (error) {
    const reason = expected[codeOf(error) ?? '']
    if (!reason) throw error
    throw typeof reason === 'string' ? new Refusal(reason) : new Refusal('invalid-fields', { errors: [reason] })
  }
}
