// npm run organization:copy -- <organization id>: copies it into the database of TARGET_DATABASE_URL (its owner's).
import { parseArgs } from 'node:util'
import { betweenDatabases } from './between-databases.ts'
import { copyOrganization } from './persistence/copy-organization.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [organization = ''] = positionals
const call = { command: 'organization:copy', args: '<organization id>', isComplete: true, organization }
await betweenDatabases(call, async ({ urls }) => {
  for (const { table, rows, checksum } of await copyOrganization(organization, urls))
    if (rows > 0) console.log(`${table}: ${rows} rows, checksum ${checksum}`)
  console.log('Copied: row counts and checksums are equal on both sides, and all foreign keys hold.')
})
