import { type InvitationProblem, invitationProblems } from '@sherpa/contracts/bulk-invitation'
import { Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'

type Outcome<Row> = Row & { problem: InvitationProblem | null }

class DryRun<Row> extends Error {
  readonly outcomes: Outcome<Row>[]
  constructor(outcomes: Outcome<Row>[]) {
    super('Rolls back a dry run')
    this.outcomes = outcomes
  }
}

/**
 * Invites each row or tells why not. A dry run does the same and rolls back, so that it counts seats and mails like the
 * real one. A repeated call finds the invitations of the first.
 */
export async function inviteEach<Row extends object>(
  database: Database,
  isDryRun: boolean,
  findRows: (client: Queryable) => Promise<Row[]>,
  invite: (client: Queryable, row: Row) => Promise<void>,
): Promise<Outcome<Row>[]> {
  try {
    return await inTransaction(database, async (client) => {
      const outcomes: Outcome<Row>[] = []
      for (const row of await findRows(client)) {
        await client.query('savepoint invitation')
        const problem = await problemOf(() => invite(client, row))
        await client.query(problem ? 'rollback to savepoint invitation' : 'release savepoint invitation')
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

async function problemOf(work: () => Promise<void>): Promise<InvitationProblem | null> {
  try {
    await work()
    return null
  } catch (error) {
    const problem = error instanceof Refusal && invitationProblems.find((code) => code === error.code)
    if (!problem) throw error
    return problem
  }
}
