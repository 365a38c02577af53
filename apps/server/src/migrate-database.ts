// npm run migrate: applies pending expand migrations, as a server does at the start. With -- --contract: contract migrations too.
import { MigrationRefused } from './persistence/migration-files.ts'
import { withDatabase } from './with-database.ts'

const contract = process.argv[2] === '--contract'
if (process.argv.length > 2 && !contract) {
  console.error(
    'npm run migrate applies expand migrations; npm run migrate -- --contract applies contract migrations too.',
  )
  process.exit(1)
}

try {
  await withDatabase(async () => console.log('The database is up to date.'), { contract })
} catch (error) {
  if (!(error instanceof MigrationRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
