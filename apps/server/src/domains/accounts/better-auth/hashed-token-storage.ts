import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { BetterAuthOptions, DBAdapter } from 'better-auth'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../../../persistence/database.ts'
import { hashOfSessionToken } from '../session-token.ts'
import { storageFailures } from './storage-failures.ts'

type Where = Parameters<DBAdapter['findOne']>[0]['where']

/**
 * better-auth's own storage, but for one thing: of a session's token only the hash is written and looked for. What better-auth
 * gets back holds the token that it asked with.
 */
export function storageWithHashedTokens(database: Database) {
  const db = new Kysely({ dialect: new PostgresDialect({ pool: database }) })
  return (options: BetterAuthOptions): DBAdapter => {
    const plain = storageFailures.note(kyselyAdapter(db, { type: 'postgres', transaction: false })(options))
    const tokenIn = (where: Where | undefined) => where?.find(({ field }) => field === 'token')?.value
    const hashed = <Where extends { field: string; value: unknown }[] | undefined>(where: Where) =>
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
        const found = await plain.findOne({ ...request, where: hashed(request.where) })
        const token = tokenIn(request.where)
        return (found && token ? { ...found, token } : found) as never
      },
      findMany: (request) => plain.findMany({ ...request, where: hashed(request.where) }),
      update: (request) => plain.update({ ...request, where: hashed(request.where) }),
      updateMany: (request) => plain.updateMany({ ...request, where: hashed(request.where) }),
      delete: (request) => plain.delete({ ...request, where: hashed(request.where) }),
      deleteMany: (request) => plain.deleteMany({ ...request, where: hashed(request.where) }),
    }
  }
}
