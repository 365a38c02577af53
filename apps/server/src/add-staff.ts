// npm run staff:add -- person@sherpa.example: makes someone one of our staff and prints a one-time link for their password.
import { resolve } from 'node:path'
import { emailAddress } from '@sherpa/contracts/account'
import { readConfig } from './config.ts'
import { addStaff } from './domains/accounts/add-staff.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'
import { prepareDatabase } from './persistence/prepare-database.ts'

const email = emailAddress.safeParse(process.argv[2])
if (!email.success) {
  console.error('Say whom: npm run staff:add -- person@sherpa.example')
  process.exit(1)
}

const config = readConfig(process.env)
const dataDirectory = resolve(import.meta.dirname, '../../..', config.dataDirectory)
const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(dataDirectory)
const database = await prepareDatabase({
  url: config.databaseUrl ?? embedded?.url ?? '',
  ownerUrl: config.databaseOwnerUrl,
  warn: (message) => console.warn(message),
})
try {
  const { created, link } = await addStaff(email.data, { database, platformUrl: config.platformUrl })
  console.log(`${email.data} is ${created ? 'now' : 'registered, and now'} one of our staff.`)
  console.log(`On this page they choose a password, once and within 24 hours:\n${link}`)
} finally {
  await database.end()
  await embedded?.stop()
}
