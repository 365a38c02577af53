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

/** Roles belong to the whole database server, so these tests have one of their own. */
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

/** As the administrator of the database server. */
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

/** A database whose owner is no superuser. */
async function databaseOf(rights: string) {
  const name = `t_${randomBytes(6).toString('hex')}`
  await administer(`create role ${name} login password 'secret' ${rights}`, `create database ${name} owner ${name}`)
  return { name, url: addressOf(name, name) }
}

/** Prepares the database as a server does at its start: what it warns of, as whom it serves, and what it sees then. */
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

const safely = { warnings: [], works: true, seesWithoutOrganization: 0, createTable: '42501' }

const warning = expect.stringMatching(/row-level security is off.*DATABASE_OWNER_URL.*DATABASE_URL/)
const byOwner = {
  ...safely,
  servesAs: 'sherpa_app',
  warnings: [expect.stringMatching(/can reset the role.*DATABASE_OWNER_URL.*DATABASE_URL/)],
}

/** What an injected statement can read afterwards: organizations without being told which, and who may change the schema. */
async function afterInjecting(serving: Database, statement: string) {
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
  ])('is served by a user of its own, to whom “%s” gives nothing', async (statement, injected) => {
    const serving = await prepareDatabase({
      url: postgres.servingUrl,
      ownerUrl: postgres.url,
      warn: (message) => expect.unreachable(message),
    })
    onTestFinished(() => serving.end())
    await administer("insert into organizations (name, kind) values ('Ridgeline', 'agency')")
    expect(await afterInjecting(serving, statement)).toEqual({ injected, organizations: 0, mayBecomeOwner: false })
  })
})

describe('with one address', () => {
  test('an owner who may not create roles serves, and the start says what is off and what to do', async () => {
    const { name, url } = await databaseOf('nocreaterole')
    expect(await start({ url })).toMatchObject({
      warnings: [warning],
      works: true,
      servesAs: name,
      seesWithoutOrganization: 1,
    })
  })

  test('an owner who may create roles makes the one that serves', async () => {
    const { url } = await databaseOf('createrole')
    expect(await start({ url })).toEqual(byOwner)
    // And again at the next start.
    expect(await start({ url })).toEqual(byOwner)
  })

  test('an owner who may not create roles serves with the one that is there once an administrator has granted it', async () => {
    const { name, url } = await databaseOf('nocreaterole')
    expect(await start({ url })).toMatchObject({ warnings: [warning], servesAs: name })
    await administer(`grant sherpa_app to ${name}`)
    expect(await start({ url })).toEqual(byOwner)
  })
})

describe('with two addresses', () => {
  /** As docs/operations.md says, with a password, and a name that is not taken here. */
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

  test('the owner migrates, and the other serves without rights of its own', async () => {
    const addresses = await documentedDatabase()
    expect(await start(addresses)).toEqual({ ...safely, servesAs: 'sherpa_serving' })
    const owner = openDatabase(addresses.ownerUrl)
    onTestFinished(() => owner.end())
    const { rows } = await owner.query("select distinct tableowner from pg_tables where schemaname = 'public'")
    expect(rows).toEqual([{ tableowner: 'sherpa_owner' }])
    // And again at the next start.
    expect(await start(addresses)).toEqual({ ...safely, servesAs: 'sherpa_serving' })
  })

  test('the same user twice is as good as one address, and the start says so', async () => {
    const { url } = await databaseOf('nocreaterole')
    expect(await start({ url, ownerUrl: url })).toMatchObject({ warnings: [warning], works: true })
  })

  test('an administrator is no user to serve, and the start says so', async () => {
    const { name, url } = await databaseOf('nocreaterole')
    const administrator = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
    expect(await start({ url: administrator, ownerUrl: url })).toMatchObject({ warnings: [warning], works: true })
  })
})
