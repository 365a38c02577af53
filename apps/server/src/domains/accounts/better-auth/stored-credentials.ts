import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { query, rowOf, run } from '../../../persistence/queries.ts'

// The tables that better-auth fills and whose meaning is its own. Sessions are ours to read as well: see accounts.ts.

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

/** With the lock it waits for a change that is under way: that one ends sessions, and must not miss a new one. */
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

/** The secret of the authenticator app and the recovery codes, as better-auth encrypted them. */
export async function encryptedFactor(client: Queryable, person: string) {
  const factor = query.selectFrom('second_factors').select(['secret', 'backup_codes']).where('user_id', '=', person)
  return rowOf(client, factor)
}

/** A code of the app works once, and none of an earlier time step works after it. */
export async function spendTimeStep(client: Queryable, person: string, step: number) {
  const last_step = String(step)
  const spent = query
    .updateTable('second_factors')
    .set({ last_step })
    .where('user_id', '=', person)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', last_step)]))
  return (await run(client, spent)) === 1
}

/** Neither a password nor a second factor: a new password comes with a link by mail. */
export async function removeCredentials(client: Queryable, person: string) {
  await run(client, query.deleteFrom('credentials').where('user_id', '=', person))
  await run(client, query.deleteFrom('second_factors').where('user_id', '=', person))
}

/** Log-ins that wait for their second step. */
export async function endWaitingLogIns(client: Queryable, person: string) {
  await run(client, query.deleteFrom('verifications').where('value', '=', person))
}

export async function forgetExpiredLogIns(client: Queryable) {
  await run(client, query.deleteFrom('verifications').where('expires_at', '<', sql<Date>`now()`))
}

/** Everything with which someone could log in. */
export async function deleteCredentials(client: Queryable, person: string) {
  await endWaitingLogIns(client, person)
  await removeCredentials(client, person)
}
