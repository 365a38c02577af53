import { createHash } from 'node:crypto'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, type Queryable, sendAhead } from '../persistence/database.ts'
import { oneRowOf, query, run } from '../persistence/queries.ts'

const LENGTH = { min: 8, max: 200 }
/** The document of the API promises 24. */
const KEPT_HOURS = 48

/** The key that a caller sent with an operation, and what tells its request from others. */
export type Idempotency = {
  operation: string
  organization: string | null
  person: string | null
  key: string
  requestHash: Buffer
}

type Asked = {
  operation: string
  organization: string | undefined
  person: string | undefined
  /** The header as it came. */
  key: string | string[] | undefined
  body: unknown
  parameters: Record<string, string>
}

export function idempotencyOf({ operation, organization, person, key, body, parameters }: Asked) {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < LENGTH.min || key.length > LENGTH.max) {
    const message = `Must be one value of ${LENGTH.min} to ${LENGTH.max} characters`
    throw new Refusal('invalid-fields', { errors: [{ field: 'Idempotency-Key', message }] })
  }
  // Keys are the organization's own, whether the caller names it in the address, in the body or not at all.
  const { organization: _, ...content } = (body ?? {}) as { organization?: string }
  const { organization: __, ...others } = parameters
  const request = [content, others].filter((part) => Object.keys(part).length > 0).map((part) => JSON.stringify(part))
  const requestHash = createHash('sha256').update(request.join()).digest()
  return { operation, organization: organization ?? null, person: person ?? null, key, requestHash }
}

/**
 * The same key and request are answered as the first time, however often and on however many servers they come. The answer is
 * stored in the transaction of the work: both are there, or neither. The same key with another request is refused.
 *
 * `schedule_demo` reads and writes the same table in a statement of its own, so that accepting a request stays one round trip.
 */
export async function answerOnce<Answer>(
  client: Queryable,
  idempotency: Idempotency | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return work()
  const { operation, organization, person, key, requestHash } = idempotency
  // Waits for a transaction that is under way with the same key.
  const first = await oneRowOf(
    client,
    query
      .insertInto('idempotency_keys')
      .values({ operation, organization_id: organization, person_id: person, key, request_hash: requestHash })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'person_id', 'operation', 'key'])
          // Changes nothing, but answers with the row.
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

/** For what a person has taken back, such as an email address. */
export async function forgetAnswersWith(client: Queryable, text: string) {
  await client.query('select forget_answers_with($1)', [text])
}
