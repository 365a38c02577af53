import { createHash } from 'node:crypto'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, type Queryable, sendAhead } from '../persistence/database.ts'
import { oneRowOf, query, run } from '../persistence/queries.ts'

const LENGTH = { min: 8, max: 200 }
/** The API documentation promises 24. */
const KEPT_HOURS = 48

/** Idempotency key with its scope and request hash. */
export type Idempotency = {
  operation: string
  organization: string | null
  person: string | null
  key: string
  requestHash: Buffer
}

type Input = {
  operation: string
  organization: string | undefined
  person: string | undefined
  /** Raw header. */
  key: string | string[] | undefined
  body: unknown
  parameters: Record<string, string>
}

export function idempotencyOf({ operation, organization, person, key, body, parameters }: Input) {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < LENGTH.min || key.length > LENGTH.max) {
    const message = `Must be one value of ${LENGTH.min} to ${LENGTH.max} characters`
    throw new Refusal('invalid-fields', { errors: [{ field: 'Idempotency-Key', message }] })
  }
  // The organization is part of the scope, so path and body may name or omit it.
  const { organization: _, ...content } = (body ?? {}) as { organization?: string }
  const { organization: __, ...others } = parameters
  const request = [content, others].filter((part) => Object.keys(part).length > 0).map((part) => JSON.stringify(part))
  const requestHash = createHash('sha256').update(request.join()).digest()
  return { operation, organization: organization ?? null, person: person ?? null, key, requestHash }
}

/**
 * Makes an operation idempotent across servers. The response is stored in the transaction of the work: both commit or neither.
 * Reusing a key for another request is refused.
 *
 * `schedule_demo` uses the same table in its own statement to keep demo requests at one round trip.
 */
export async function answerOnce<Answer>(
  client: Queryable,
  idempotency: Idempotency | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return work()
  const { operation, organization, person, key, requestHash } = idempotency
  // Blocks on a concurrent transaction with the same key.
  const first = await oneRowOf(
    client,
    query
      .insertInto('idempotency_keys')
      .values({ operation, organization_id: organization, person_id: person, key, request_hash: requestHash })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'person_id', 'operation', 'key'])
          // No-op update, so that the statement returns the row.
          .doUpdateSet(({ ref }) => ({ key: ref('excluded.key') })),
      )
      .returning(['request_hash', 'answer', sql<boolean>`answer is not null`.as('answered')]),
    'claim-answer',
  )
  if (first.answered) {
    if (!requestHash.equals(first.request_hash)) throw new Refusal('idempotency-key-reused')
    return first.answer as Answer
  }
  const answer = await work()
  const stored = run(
    client,
    query
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer ?? null) })
      .where('organization_id', organization ? '=' : 'is', organization)
      .where('person_id', person ? '=' : 'is', person)
      .where('operation', '=', operation)
      .where('key', '=', key),
    organization && person ? 'store-answer' : undefined,
  )
  sendAhead(client, stored)
  return answer
}

export async function forgetOldAnswers(database: Database) {
  await database.query('select forget_old_answers($1)', [KEPT_HOURS])
}

/** For withdrawn personal data, such as an email address. */
export async function forgetAnswersWith(client: Queryable, text: string) {
  await client.query('select forget_answers_with($1)', [text])
}
