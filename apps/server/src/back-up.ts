// npm run backup -- <new folder> copies the embedded database, its secrets and files while it runs.
// npm run restore -- <backup> puts a backup into an empty DATA_DIRECTORY.
import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import { backUpEmbedded, restoreEmbedded } from './persistence/embedded-backup.ts'

const [command, path] = process.argv.slice(2)
const config = readConfig(process.env)
const dataDirectory = resolve(import.meta.dirname, '../../..', config.dataDirectory)
try {
  if (config.databaseUrl) {
    throw new Error('This copies the embedded database. For DATABASE_URL, see docs/operations-backup.md.')
  }
  if (!path) throw new Error(`Name a folder: npm run ${command} -- <folder>`)
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), path)
  if (command === 'backup') {
    await backUpEmbedded(dataDirectory, folder)
    console.log(`The backup is in ${folder}. It contains the secrets: keep it safe.`)
  } else {
    await restoreEmbedded(folder, dataDirectory)
    console.log(`The backup is restored to ${dataDirectory}. Start the server now.`)
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
