// slow: makes users and databases of several servers; represented by apps/server/src/persistence/migration-rules.test.ts
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { peopleOf } from '../../test/people.ts'
import { buildApp } from '../app.ts'
import { type Database, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { prepareDatabase } from './prepare-database.ts'

/** Roles are global, so these tests use their own database server. */
let postgres: EmbeddedPostgres
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sherpa-roles-'))
  postgres = await startEmbeddedPostgres(directory)
})
afterAll(async () => {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
})

/** Runs statements as administrator. */
async function administer(...statements: string[]) {
  const client = new pg.Client(postgres.url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function addressOf(user: string, name: string) {
  const url = new URL(postgres.url)
  return Object.assign(url, { username: user, password: 'secret', pathname: `/${name}` }).href
}

/** Creates a database whose owner is not a superuser. */
async function databaseOf(rights: string) {
  const name = `t_${randomBytes(6).toString('hex')}`
  await administer(`create role ${name} login password 'secret' ${rights}`, `create database ${name} owner ${name}`)
  return { name, url: addressOf(name, name) }
}

/** Prepares the database like a starting server. Returns warnings, serving role and visible rows. */
async function start(addresses: { url: string; ownerUrl?: string }) {
  const warnings: string[] = []
  const serving = await prepareDatabase({ ...addresses, warn: (message) => warnings.push(message) })
  const owner = openDatabase(addresses.ownerUrl ?? addresses.url)
  const app = buildApp({ database: serving, rateLimited: false, shortestAnswerMs: 0 })
  onTestFinished(async () => {
    await app.close()
    await Promise.all([serving.end(), owner.end()])
  })
  const people = peopleOf(app, owner)
  const person = await people.register()
  const organization = await people.createOrganization(person)
  const works = (await person.ask('GET', `/api/organizations/${organization}/people`)).statusCode === 200
  const { rows } = await serving.query('select current_user as name')
  const createTable = serving.query('create table made_while_serving (id int)').then(
    () => 'may',
    (error) => error.code,
  )
  return {
    warnings,
    works,
    servesAs: rows[0].name as string,
    seesWithoutOrganization: (await serving.query('select id from organizations')).rowCount,
    createTable: await createTable,
  }
}

const isolated = { warnings: [], works: true, seesWithoutOrganization: 0, createTable: '42501' }

const warning = expect.stringMatching(/row-level security is off.*DATABASE_OWNER_URL.*DATABASE_URL/)
const byOwner = {
  ...isolated,
  servesAs: 'sherpa_app',
  warnings: [expect.stringMatching(/can reset the role.*DATABASE_OWNER_URL.*DATABASE_URL/)],
}

/** Visible organizations and schema rights after an injected statement. */
async function readAfterInjection(serving: Database, statement: string) {
  const client = await serving.connect()
  try {
    const injected = await client.query(statement).then(
      () => 'done',
      (error) => error.code,
    )
    const organizations = (await client.query('select id from organizations')).rowCount
    const { rows } = await client.query(
      "select rolsuper or pg_has_role(rolname, 'sherpa', 'member') as may from pg_roles where rolname = current_user",
    )
    return { injected, organizations, mayBecomeOwner: rows[0].may }
  } finally {
    client.release(true)
  }
}

describe('the embedded database', () => {
  test.each([
    ['set role none', 'done'],
    ['reset role', 'done'],
    ['reset all', 'done'],
    ['set role sherpa', '42501'],
    ['set session authorization sherpa', '42501'],
    ['reset session authorization', 'done'],
  ])('uses a separate serving user, and injecting “%s” gains nothing', async (statement, injected) => {
    const serving = await prepareDatabase({
      url: postgres.servingUrl,
      ownerUrl: postgres.url,
      warn: (message) => expect.unreachable(message),
    })
    onTestFinished(() => serving.end())
    await administer("insert into organizations (name, kind) values ('Ridgeline', 'agency')")
    expect(await readAfterInjection(serving, statement)).toEqual({ injected, organizations: 0, mayBecomeOwner: false })
  })
})

describe('with one database URL', () => {
  test('an owner without createrole serves with a warning', async () => {
    const { name, url } = await databaseOf('nocreaterole')
    expect(await start({ url })).toMatchObject({
      warnings: [warning],
      works: true,
      servesAs: name,
      seesWithoutOrganization: 1,
    })
  })

  test('an owner with createrole creates the serving role', async () => {
    const { url } = await databaseOf('createrole')
    expect(await start({ url })).toEqual(byOwner)
    // And again at the next start.
    expect(await start({ url })).toEqual(byOwner)
  })

  test('an owner without createrole uses a serving role that an administrator granted', async () => {
    const { name, url } = await databaseOf('nocreaterole')
    expect(await start({ url })).toMatchObject({ warnings: [warning], servesAs: name })
    await administer(`grant sherpa_app to ${name}`)
    expect(await start({ url })).toEqual(byOwner)
  })
})

describe('with two database URLs', () => {
  /** Runs the statements of docs/operations.md with a password and a unique name. */
  async function documentedDatabase() {
    const operations = await readFile(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')
    const statements = [...operations.matchAll(/^create (?:role|database) [^;]+(?=;)/gm)].map(
      ([statement]) => statement,
    )
    expect(statements).toHaveLength(3)
    await administer(
      ...statements.map((statement) =>
        statement
          .replace('…', 'secret')
          .replace('database sherpa', 'database sherpa_two')
          .replace('sherpa_server', 'sherpa_serving'),
      ),
    )
    return { ownerUrl: addressOf('sherpa_owner', 'sherpa_two'), url: addressOf('sherpa_serving', 'sherpa_two') }
  }

  test('the owner migrates, and the other user serves without own rights', async () => {
    const addresses = await documentedDatabase()
    expect(await start(addresses)).toEqual({ ...isolated, servesAs: 'sherpa_serving' })
    const owner = openDatabase(addresses.ownerUrl)
    onTestFinished(() => owner.end())
    const { rows } = await owner.query("select distinct tableowner from pg_tables where schemaname = 'public'")
    expect(rows).toEqual([{ tableowner: 'sherpa_owner' }])
    // And again at the next start.
    expect(await start(addresses)).toEqual({ ...isolated, servesAs: 'sherpa_serving' })
  })

  test('warns if both URLs have the same user', async () => {
    const { url } = await databaseOf('nocreaterole')
    expect(await start({ url, ownerUrl: url })).toMatchObject({ warnings: [warning], works: true })
  })

  test('warns if the serving user is an administrator', async () => {
    const { name, url } = await databaseOf('nocreaterole')
    const administrator = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
    expect(await start({ url: administrator, ownerUrl: url })).toMatchObject({ warnings: [warning], works: true })
  })
})
