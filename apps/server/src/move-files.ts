// npm run files:move -- bucket|folder [--remove]: copies all files to the bucket or to the folder, verifies them, and removes the source.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commandLine } from './command-line.ts'
import { readConfig } from './config.ts'
import { bucketFiles } from './files/bucket-files.ts'
import { diskFiles } from './files/file-store.ts'
import { findFiles, moveFiles } from './files/move-files.ts'
import { openDatabase } from './persistence/database.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { remove: { type: 'boolean' } } })
const [target] = positionals
const config = readConfig(process.env)
if ((target !== 'bucket' && target !== 'folder') || !config.filesBucket) {
  const usage = commandLine('files:move', 'bucket|folder [--remove]')
  console.error(`Set FILES_BUCKET_URL and its keys, then: ${usage}`)
  process.exit(1)
}

const dataDirectory = resolve(import.meta.dirname, '../../..', config.dataDirectory)
const bucket = bucketFiles(config.filesBucket)
const folder = diskFiles(resolve(dataDirectory, 'files'))
const [from, to] = target === 'bucket' ? [folder, bucket] : [bucket, folder]
const manifest = resolve(dataDirectory, `files-moved-to-${target}.tsv`)

const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(dataDirectory)
const owner = openDatabase(config.databaseOwnerUrl ?? config.databaseUrl ?? embedded?.url ?? '')
try {
  const keys = (await findFiles(owner)).map(({ key }) => key)
  const report = await moveFiles({ keys, from, to, manifest, removeSource: values.remove ?? false })
  for (const failure of report.failures) console.error(`✗ ${failure}`)
  console.log(
    [
      `${report.objects} files, ${report.bytes} bytes: ${report.copied} copied and verified, ${report.copiedBefore} there before, ${report.failures.length} failed.`,
      `${report.removed} removed from the source. Verified files are listed in ${manifest}`,
    ].join('\n'),
  )
  process.exitCode = report.failures.length === 0 ? 0 : 1
} finally {
  await owner.end()
  await embedded?.stop()
}
