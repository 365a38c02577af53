import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from './database.ts'

type Outcome<Row, Code> = Row & { problem: Code | null }

class DryRun<Row, Code> extends Error {
  readonly outcomes: Outcome<Row, Code>[]
  constructor(outcomes: Outcome<Row, Code>[]) {
    super('Rolls back a dry run')
    this.outcomes = outcomes
  }
}

/**
 * Attempts each row in one transaction. An expected refusal undoes its row only. A dry run does the same work and rolls
 * back, so that limits over several rows count alike.
 */
export async function tryEach<Row extends object, Code extends ProblemCode>(
  database: Database,
  isDryRun: boolean,
  expected: readonly Code[],
  findRows: (client: Queryable) => Promise<Row[]>,
  attempt: (client: Queryable, row: Row) => Promise<void>,
): Promise<Outcome<Row, Code>[]> {
  try {
    return await inTransaction(database, async (client) => {
      const outcomes: Outcome<Row, Code>[] = []
      for (const row of await findRows(client)) {
        await client.query('savepoint attempt')
        const problem = await refusalOf(expected, () => attempt(client, row))
        await client.query(problem ? 'rollback to savepoint attempt' : 'release savepoint attempt')
        outcomes.push({ ...row, problem })
      }
      if (isDryRun) throw new DryRun(outcomes)
      return outcomes
    })
  } catch (error) {
    if (error instanceof DryRun) return error.outcomes
    throw error
  }
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
