import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from './database.ts'

type Outcome<Row, Code> = Row & { problem: Code | null }

class DryRun extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('Rolls back a dry run')
    this.result = result
  }
}

/** A dry run does the same work and rolls back. */
export async function inTransactionOrDryRun<Result>(
  database: Database,
  isDryRun: boolean,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(database, async (client) => {
      const result = await work(client)
      if (isDryRun) throw new DryRun(result)
      return result
    })
  } catch (error) {
    if (error instanceof DryRun) return error.result as Result
    throw error
  }
}

/**
 * Attempts each row in one transaction. An expected refusal undoes its row only. In a dry run, limits over several rows
 * count alike.
 */
export async function tryEach<Row extends object, Code extends ProblemCode>(
  database: Database,
  isDryRun: boolean,
  expected: readonly Code[],
  findRows: (client: Queryable) => Promise<Row[]>,
  attempt: (client: Queryable, row: Row) => Promise<void>,
): Promise<Outcome<Row, Code>[]> {
  return inTransactionOrDryRun(database, isDryRun, async (client) => {
    const outcomes: Outcome<Row, Code>[] = []
    for (const row of await findRows(client)) {
      await client.query('savepoint attempt')
      const problem = await refusalOf(expected, () => attempt(client, row))
      await client.query(problem ? 'rollback to savepoint attempt' : 'release savepoint attempt')
      outcomes.push({ ...row, problem })
    }
    return outcomes
  })
}

async function refusalOf<Code extends ProblemCode>(expected: readonly Code[], work: () => Promise<void>) {
  try {
    await work()
    return null
  } catch (error) {
    const code = error instanceof Refusal && expected.find((one) => one === error.code)
    if (!code) throw error
    return code
  }
}
