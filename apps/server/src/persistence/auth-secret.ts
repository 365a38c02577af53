import { BadSetting } from '../config.ts'
import type { Queryable } from './database.ts'
import { ALIVE } from './servers.ts'

type Fingerprints = readonly [current: string, ...others: string[]]

const SEE = 'See docs/operations.md#another-secret.'

/** Undefined before the first start. */
export async function findFingerprint(client: Queryable): Promise<string | undefined> {
  return (await client.query<{ fingerprint: string }>('select fingerprint from auth_secret')).rows[0]?.fingerprint
}

/** One of them, during a rotation. */
export async function requireSecretOfDatabase(client: Queryable, fingerprints: Fingerprints) {
  const stored = await findFingerprint(client)
  if (stored && fingerprints.includes(stored)) return
  throw new BadSetting(
    `AUTH_SECRET is not the secret of this database, which encrypted its files and second factors: set the same on all servers. ${SEE}`,
  )
}

/** A server with another secret would not find the files of the others, nor the second factors of people. */
export async function requireKnownSecret(client: Queryable, fingerprints: Fingerprints) {
  await client.query('insert into auth_secret (fingerprint) values ($1) on conflict do nothing', [fingerprints[0]])
  await requireSecretOfDatabase(client, fingerprints)
  const { rows } = await client.query<{ servers: number }>(
    `select count(*)::int as servers from servers where ${ALIVE} and not $1 = any(secrets)`,
    [fingerprints[0]],
  )
  const servers = rows[0]?.servers ?? 0
  if (servers === 0) return
  throw new BadSetting(
    `${servers} running ${servers === 1 ? 'server does' : 'servers do'} not accept this AUTH_SECRET: first set it there as AUTH_SECRET_OTHER. ${SEE}`,
  )
}

/** Else they would go on encrypting with another secret. */
export async function requireAllEncryptWith(client: Queryable, fingerprint: string) {
  const { rowCount } = await client.query(
    `select from servers where ${ALIVE} and secrets[1] is distinct from $1 limit 1`,
    [fingerprint],
  )
  if (rowCount === 0) return
  throw new BadSetting(`A running server encrypts with another AUTH_SECRET: restart all with this one first. ${SEE}`)
}

export async function storeFingerprint(client: Queryable, fingerprint: string) {
  await client.query('update auth_secret set fingerprint = $1', [fingerprint])
}
