// npm run secret:rotate: encrypts files and second factors with AUTH_SECRET that AUTH_SECRET_OTHER encrypted.
import { resolve } from 'node:path'
import { BadSetting, readConfig } from './config.ts'
import { reencryptFactors } from './domains/accounts/better-auth/encrypted-factors.ts'
import { explain } from './explain-error.ts'
import { findFiles } from './files/move-files.ts'
import { openFileStore } from './files/open-file-store.ts'
import { reencryptFiles } from './files/reencrypt-files.ts'
import { requireAllEncryptWith, requireSecretOfDatabase, storeFingerprint } from './persistence/auth-secret.ts'
import { openDatabase } from './persistence/database.ts'
import { fingerprintsOf } from './secrets.ts'

try {
  await rotate()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

async function rotate() {
  const config = readConfig(process.env)
  const { authSecrets: secrets, databaseUrl } = config
  if (!secrets || secrets.length < 2 || !databaseUrl) {
    throw new BadSetting('Set DATABASE_URL, the new AUTH_SECRET, and the previous one as AUTH_SECRET_OTHER.')
  }
  const directory = resolve(import.meta.dirname, '../../..', config.dataDirectory, 'files')
  const store = await openFileStore({ bucket: config.filesBucket, directory, warn: console.warn })
  const owner = openDatabase(config.databaseOwnerUrl ?? databaseUrl)
  const fingerprints = fingerprintsOf(secrets)
  const [fingerprint] = fingerprints
  try {
    await requireSecretOfDatabase(owner, fingerprints)
    await requireAllEncryptWith(owner, fingerprint)
    const factors = await reencryptFactors(owner, secrets)
    const files = await reencryptFiles({ store, secrets, findFiles: () => findFiles(owner) })
    console.log(
      `${factors.reencrypted} second factors and ${files.reencrypted} of ${files.files} files were encrypted again.`,
    )
    for (const person of factors.unreadable)
      console.warn(`The second factor of ${person} could not be read before either.`)
    for (const key of files.unreadable) console.warn(`The file ${key} could not be read before either.`)
    if (files.failures.length > 0) {
      const keys = files.failures.join(', ')
      console.error(`Not encrypted again: ${keys}. AUTH_SECRET_OTHER is still needed: run this again.`)
      process.exitCode = 1
      return
    }
    await requireAllEncryptWith(owner, fingerprint)
    await storeFingerprint(owner, fingerprint)
    console.log('Remove AUTH_SECRET_OTHER and restart the servers one after the other.')
  } finally {
    await owner.end()
  }
}
