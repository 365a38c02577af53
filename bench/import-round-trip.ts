// npm run bench:round-trip: exports 22,000 athletes and imports the file into the same and into an empty organization.
// Every column must be equal, nobody new and nobody lost. --athletes <number> takes fewer.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { WholeImport } from '@sherpa/contracts/athlete-import'
import type { ImportState } from '@sherpa/contracts/import'
import pg from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { startJobs } from '../apps/server/src/jobs/start-jobs.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { readCsv } from '../apps/server/test/read-csv.ts'
import { signedInOwner } from '../apps/server/test/signed-in-owner.ts'

const { values: options } = parseArgs({ options: { athletes: { type: 'string', default: '22000' } } })
const athletes = Number(options.athletes)

const directory = await mkdtemp(join(tmpdir(), 'sherpa-round-trip-'))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
const background = database.forBackground()
const owner = new pg.Pool({ connectionString: postgres.url })
const app = buildApp({ database, background, rateLimited: false })
const log = { warn: console.warn, error: console.error }
const jobs = await startJobs({ database: background, jobs: app.platform.jobs, log })

try {
  const first = await openOrganization()
  await first.importFile(inventRoster(athletes))
  const file = await first.exportAll()
  const exported = readCsv(file)
  assert.equal(exported.length, athletes)
  const filled = Object.keys(exported[0] ?? {}).filter((column) => exported.some((row) => row[column] !== ''))
  console.log(`${athletes} athletes, ${filled.length} columns with values: ${filled.join(', ')}`)

  const same = await first.importFile(file)
  console.log(`the same organization: ${JSON.stringify(same)}`)
  assert.deepEqual(same, { added: 0, updated: 0, same: athletes, skipped: 0, failed: 0 })
  compare(exported, readCsv(await first.exportAll()), ['Last active'])

  const second = await openOrganization()
  const empty = await second.importFile(file)
  console.log(`an empty organization: ${JSON.stringify(empty)}`)
  assert.deepEqual(empty, { added: athletes, updated: 0, same: 0, skipped: 0, failed: 0 })
  compare(exported, readCsv(await second.exportAll()), ['Athlete ID', 'Last active', 'Last contact', 'Added'])
} finally {
  await jobs.stop()
  await app.close()
  await owner.end()
  await Promise.all([database.end(), background.end()])
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}

async function openOrganization() {
  const { organization, token } = await signedInOwner(owner)
  const ask = async <Answer>(method: 'GET' | 'POST', path: string, payload?: object | Buffer) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload instanceof Buffer && { 'content-type': 'text/csv' }),
    }
    const url = `/api/organizations/${organization}${path}`
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`)
    return (/json/.test(String(answer.headers['content-type'])) ? answer.json() : answer.payload) as Answer
  }
  await ask('POST', '/custom-fields', { name: 'Jersey', kind: 'number', choices: [] })
  await ask('POST', '/custom-fields', { name: 'Shirt', kind: 'choice', choices: ['S', 'M', 'L'] })
  await ask('POST', '/programs', { name: 'Diving, platform; springboard', sport: null, gender: null })
  return {
    exportAll: () => ask<string>('GET', '/athletes/export?sort=name'),
    async importFile(file: string) {
      const { id } = await ask<WholeImport>('POST', '/imports?name=export.csv', Buffer.from(file))
      const until = async (state: ImportState) => {
        while ((await ask<WholeImport>('GET', `/imports/${id}`)).state !== state) await pause(200)
      }
      await ask('POST', `/imports/${id}/check`)
      await until('checked')
      await ask('POST', `/imports/${id}/start`)
      await until('done')
      return (await ask<WholeImport>('GET', `/imports/${id}`)).counts
    },
  }
}

/** A file like an export: odd names, equal names, families with one address, and all kinds of columns. */
function inventRoster(count: number) {
  const given = ["D'Andre", 'Zoë', 'Null', '太郎', 'Mike', 'Michael', 'José María', 'Владимир', '"Q"']
  const family = ['O’Brien', 'Müller-Lüdenscheidt', 'None', '山田', 'Smith III', 'de la Cruz', 'Nguyễn, Jr.', 'Count']
  const rows = Array.from({ length: count }, (_, n) => ({
    'Athlete ID': '',
    'Last name': `${family[n % family.length]}${n % 50 < 5 ? '' : ` ${n % 5000}`}`,
    'First name': given[n % given.length],
    'Preferred name': n % 9 ? '' : '-Nick',
    Stage: n % 2 ? 'Prospect' : 'Recruiting',
    Sport: n % 3 ? 'Basketball' : 'Football',
    Positions: n % 3 ? 'Point guard, Center' : 'Quarterback',
    Level: n % 4 ? 'College' : 'High school',
    'School or club': n % 5 ? 'Lakeside' : 'None',
    Class: 2024 + (n % 6),
    Hometown: 'London, ON',
    State: n % 7 ? 'ON' : '',
    Country: n % 7 ? 'Canada' : 'Namibia',
    Programs: n % 11 ? '' : '"Diving, platform; springboard"',
    Tags: n % 8 ? '' : 'Top 50, "A, B; C"',
    'Birth date': `200${n % 8}-0${1 + (n % 9)}-1${n % 10}`,
    Email: n % 2 ? `family${n % 4000}@mail.example` : '',
    Phone: '555 010 0042, ext. 7 / 555 010 0043',
    Height: n % 10 ? '' : '188.5 cm',
    Weight: n % 10 ? '' : '88.451 kg',
    Instagram: n % 6 ? '' : `@kaia.${n}`,
    'Instagram followers': n % 12 ? '' : 1000 + n,
    'Contact 1 name': n % 4 ? '' : `Ana "A" ${n}`,
    'Contact 1 relationship': n % 4 ? '' : 'Parent',
    'Contact 1 email': n % 4 ? '' : `m${n}@mail.example`,
    'Contact 1 phone': n % 4 ? '' : '+44 20 7946 0000',
    Jersey: n % 3 ? '' : -n - 0.5,
    Shirt: n % 3 ? 'M' : '',
  }))
  // Without an ID, equal rows would be one athlete.
  const seen = new Set<string>()
  for (const row of rows) {
    const name = `${row['First name']} ${row['Last name']}`
    if (seen.has(name)) row['Last name'] += ` ${seen.size}`
    seen.add(`${row['First name']} ${row['Last name']}`)
  }
  const toLine = (cells: unknown[]) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join()
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map(toLine).join('\n')
}

type Row = Record<string, string>
function compare(before: Row[], after: Row[], ignored: string[]) {
  const toTexts = (rows: Row[]) =>
    rows.map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !ignored.includes(column)))).sort()
  const [one, other] = [toTexts(before), toTexts(after)]
  const differing = one.filter((text, at) => text !== other[at]).length + Math.abs(one.length - other.length)
  console.log(`${after.length} athletes exported again, ${differing} differ`)
  assert.equal(differing, 0)
}
