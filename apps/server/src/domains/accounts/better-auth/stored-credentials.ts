import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { query, rowOf, run } from '../../../persistence/queries.ts'

// Tables owned by better-auth. accounts.ts also reads sessions.

export async function setPassword(client: Queryable, person: string, passwordHash: string) {
  await run(
    client,
    query
      .insertInto('credentials')
      .values({ user_id: person, account_id: person, provider_id: 'credential', password: passwordHash })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'provider_id'])
          .doUpdateSet((eb) => ({ password: eb.ref('excluded.password'), updated_at: sql<Date>`now()` })),
      ),
  )
}

/** The lock waits for a concurrent password change, which must not miss a new session. */
export async function passwordChangedAt(
  client: Queryable,
  email: string,
  lock?: 'for share',
): Promise<number | undefined> {
  const credentials = query
    .selectFrom('credentials as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select('c.updated_at')
    .where('u.email', '=', email)
  const row = await rowOf(client, lock ? credentials.forShare('c') : credentials)
  return row?.updated_at.getTime()
}

/** TOTP secret and recovery codes, encrypted by better-auth. */
export async function findEncryptedFactor(client: Queryable, person: string) {
  const factor = query.selectFrom('second_factors').select(['secret', 'backup_codes']).where('user_id', '=', person)
  return rowOf(client, factor)
}

/** Replay protection: rejects the current and earlier time steps from now on. */
export async function spendTimeStep(client: Queryable, person: string, step: number) {
  const last_step = String(step)
  const spent = query
    .updateTable('second_factors')
    .set({ last_step })
    .where('user_id', '=', person)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', last_step)]))
  return (await run(client, spent)) === 1
}

/** Removes password and second factor. A mailed link sets a new password. */
export async function removeCredentials(client: Queryable, person: string) {
  await run(client, query.deleteFrom('credentials').where('user_id', '=', person))
  await run(client, query.deleteFrom('second_factors').where('user_id', '=', person))
}

/** Ends log-ins before their second step. */
export async function deletePendingLogIns(client: Queryable, person: string) {
  await run(client, query.deleteFrom('verifications').where('value', '=', person))
}

export async function deleteExpiredLogIns(client: Queryable) {
  await run(client, query.deleteFrom('verifications').where('expires_at', '<', sql<Date>`now()`))
}

export async function deleteCredentials(client: Queryable, person: string) {
  await deletePendingLogIns(client, person)
  await removeCredentials(client, person)
}
