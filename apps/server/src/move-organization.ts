// npm run organization:move -- <organization id> <cell> [--abort] [--skip-files]: moves it into the database of
// TARGET_DATABASE_URL (its owner's), which belongs to that cell. A run that was interrupted is continued by the next.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { betweenDatabases } from './between-databases.ts'
import { createFileCheck } from './files/check-files.ts'
import { openFileStore } from './files/open-file-store.ts'
import { CopyRefused } from './persistence/copy-organization.ts'
import { abortMove, moveOrganization } from './persistence/move-organization.ts'
import { secretIn } from './persistence/secret.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { abort: { type: 'boolean' }, 'skip-files': { type: 'boolean' } },
})
const [organization = '', cell = ''] = positionals
const args = '<organization id> <cell> [--skip-files] [--abort]'
const isComplete = /^[a-z0-9]{1,8}$/.test(cell)
await betweenDatabases({ command: 'organization:move', args, isComplete, organization }, async (parts) => {
  const { urls, config, dataDirectory } = parts
  const begun = Date.now()
  const tell = (step: string) => console.log(`${((Date.now() - begun) / 1000).toFixed(1)} s  ${step}`)
  if (values.abort) return abortMove({ organization, urls, tell })

  const store = await openFileStore({
    bucket: config.filesBucket,
    directory: resolve(dataDirectory, 'files'),
    warn: console.warn,
  })
  const secrets = config.authSecrets ?? ([await secretIn(dataDirectory)] as const)
  const check = createFileCheck({ store, secrets })
  await moveOrganization({
    organization,
    cell,
    urls,
    tell,
    async checkFiles(files) {
      if (values['skip-files']) return
      const failures = await check(files)
      for (const failure of failures) console.error(`✗ ${failure}`)
      if (failures.length > 0) throw new CopyRefused(`${failures.length} of its files cannot be read.`)
      tell(`${files.length} files are readable`)
    },
  })
})
