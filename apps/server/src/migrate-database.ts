// npm run migrate: applies pending expand migrations, as a server does at the start. With -- --contract: contract migrations too.
import { commandLine } from './command-line.ts'
import { explain } from './explain-error.ts'
import { withDatabase } from './with-database.ts'

const contract = process.argv[2] === '--contract'
if (process.argv.length > 2 && !contract) {
  console.error(
    `${commandLine('migrate')} applies expand migrations; ${commandLine('migrate', '--contract')} applies contract migrations too.`,
  )
  process.exit(1)
}

try {
  await withDatabase(async () => console.log('The database is up to date.'), { contract })
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
