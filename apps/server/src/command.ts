// bin/sherpa of a release: runs the command that its first argument names.
import { resolve } from 'node:path'
import { ownValue } from '@sherpa/contracts/own-value'
import { runAsRelease } from './command-line.ts'

const commands: Record<string, { usage: string; about: string; run: () => Promise<unknown> }> = {
  serve: { usage: 'serve', about: 'serve the site, the platform and the API', run: () => import('./server.ts') },
  migrate: {
    usage: 'migrate [--contract]',
    about: 'apply pending migrations; contract migrations only with --contract, after all servers are updated',
    run: () => import('./migrate-database.ts'),
  },
  check: {
    usage: 'check',
    about: 'check settings, database, migrations and files; exit code 1 if one fails',
    run: () => import('./check-deployment.ts'),
  },
  'staff:add': {
    usage: 'staff:add <email>',
    about: 'add a person to the staff and print a one-time link',
    run: () => import('./add-staff.ts'),
  },
  'organization:copy': {
    usage: 'organization:copy <id>',
    about: 'copy an organization into the database of TARGET_DATABASE_URL',
    run: () => import('./copy-organization.ts'),
  },
  'organization:move': {
    usage: 'organization:move <id> <cell> [--abort]',
    about: 'move an organization into the database of TARGET_DATABASE_URL, which is of that cell',
    run: () => import('./move-organization.ts'),
  },
  'files:move': {
    usage: 'files:move bucket|folder [--remove]',
    about: 'copy all files to the bucket or to the folder, verify them, and remove the source',
    run: () => import('./move-files.ts'),
  },
  'secret:rotate': {
    usage: 'secret:rotate',
    about: 'encrypt files and second factors with AUTH_SECRET that AUTH_SECRET_OTHER encrypted',
    run: () => import('./rotate-secret.ts'),
  },
  'audit:verify': {
    usage: 'audit:verify [--organization <id>] [--anchor <head>]',
    about: 'verify the sealed activity; exit code 1 if it was altered',
    run: () => import('./audit-verify.ts'),
  },
  'site:export': {
    usage: 'site:export <folder>',
    about: 'write the site with its addresses and headers to a folder, for a CDN',
    run: () => import('./export-site.ts'),
  },
}

const [, , name = 'help'] = process.argv
const command = ownValue(commands, name)

if (!command) {
  const lines = Object.values(commands).map(({ usage, about }) => `  ${usage.padEnd(38)}${about}`)
  const help = ['Usage: sherpa <command>', '', ...lines, '', 'Settings are environment variables.'].join('\n')
  if (!['help', '--help', '-h'].includes(name)) fail(`There is no command "${name}".\n${help}`)
  console.log(help)
} else {
  if (!process.env.DATABASE_URL && name !== 'site:export') {
    fail('DATABASE_URL must be set: a release has no embedded database.')
  }
  runAsRelease()
  // The release's own folder may be read-only.
  process.env.DATA_DIRECTORY = resolve(process.env.DATA_DIRECTORY || '.data')
  // Commands read their arguments where `npm run` puts them.
  process.argv.splice(2, 1)
  await command.run()
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
