import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Queryable } from '../../../persistence/database.ts'
import { query, rowsOf, run } from '../../../persistence/queries.ts'
import type { Secrets } from '../../../secrets.ts'
import { findEncryptedFactor } from './stored-credentials.ts'

class Undecipherable extends Error {
  constructor() {
    super('A second factor is damaged, or was encrypted with another secret.')
  }
}

/** With the secret that it was encrypted with. */
export async function decryptFactor(data: string, secrets: Secrets): Promise<string> {
  for (const secret of secrets) {
    const text = await tryDecrypt(data, secret)
    if (text !== undefined) return text
  }
  throw new Undecipherable()
}

const tryDecrypt = (data: string, key: string) => symmetricDecrypt({ key, data }).catch(() => undefined)

/** better-auth decrypts with the current secret only. Returns whether another one had encrypted this second factor. */
export async function reencryptFactor(client: Queryable, person: string, secrets: Secrets): Promise<boolean> {
  const found = await findEncryptedFactor(client, person)
  if (!found) return false
  const reencrypt = async (data: string) => {
    if ((await tryDecrypt(data, secrets[0])) !== undefined) return data
    return symmetricEncrypt({ key: secrets[0], data: await decryptFactor(data, secrets) })
  }
  const [secret, backup_codes] = [await reencrypt(found.secret), await reencrypt(found.backup_codes)]
  if (secret === found.secret && backup_codes === found.backup_codes) return false
  await run(
    client,
    query
      .updateTable('second_factors')
      .set({ secret, backup_codes })
      .where('user_id', '=', person)
      // A person may have changed it meanwhile.
      .where('secret', '=', found.secret)
      .where('backup_codes', '=', found.backup_codes),
  )
  return true
}

/** Returns how many another secret had encrypted, and whose no secret decrypts, so that none did before. */
export async function reencryptFactors(client: Queryable, secrets: Secrets) {
  const people = await rowsOf(client, query.selectFrom('second_factors').select('user_id'))
  const report = { reencrypted: 0, unreadable: [] as string[] }
  for (const { user_id } of people) {
    try {
      if (await reencryptFactor(client, user_id, secrets)) report.reencrypted++
    } catch (error) {
      if (!(error instanceof Undecipherable)) throw error
      report.unreadable.push(user_id)
    }
  }
  return report
}
