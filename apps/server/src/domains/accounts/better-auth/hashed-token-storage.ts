import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { BetterAuthOptions, DBAdapter } from 'better-auth'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../../../persistence/database.ts'
import { hashOfSessionToken } from '../session-token.ts'
import { storageFailures } from './storage-failures.ts'

type Where = Parameters<DBAdapter['findOne']>[0]['where']

/** better-auth's storage with hashed session tokens. Results contain the plain token that better-auth passed in. */
export function createHashedTokenStorage(database: Database) {
  const db = new Kysely({ dialect: new PostgresDialect({ pool: database }) })
  return (options: BetterAuthOptions): DBAdapter => {
    const plain = storageFailures.record(kyselyAdapter(db, { type: 'postgres', transaction: false })(options))
    const findToken = (where: Where | undefined) => where?.find(({ field }) => field === 'token')?.value
    const hashTokens = <Where extends { field: string; value: unknown }[] | undefined>(where: Where) =>
      where?.map((one) =>
        one.field === 'token' && typeof one.value === 'string' ? { ...one, value: hashOfSessionToken(one.value) } : one,
      ) as Where
    return {
      ...plain,
      async create(request) {
        const { token } = request.data as { token?: unknown }
        if (request.model !== 'session' || typeof token !== 'string') return plain.create(request)
        const data = { ...request.data, token: hashOfSessionToken(token) }
        return { ...((await plain.create({ ...request, data })) as object), token } as never
      },
      async findOne(request) {
        if (request.model !== 'session') return plain.findOne(request)
        const found = await plain.findOne({ ...request, where: hashTokens(request.where) })
        const token = findToken(request.where)
        return (found && token ? { ...found, token } : found) as never
      },
      findMany: (request) => plain.findMany({ ...request, where: hashTokens(request.where) }),
      update: (request) => plain.update({ ...request, where: hashTokens(request.where) }),
      updateMany: (request) => plain.updateMany({ ...request, where: hashTokens(request.where) }),
      delete: (request) => plain.delete({ ...request, where: hashTokens(request.where) }),
      deleteMany: (request) => plain.deleteMany({ ...request, where: hashTokens(request.where) }),
    }
  }
}
