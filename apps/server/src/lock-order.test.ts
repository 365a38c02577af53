import pg from 'pg'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockedBy } from '../test/lock-order.ts'
import { platformForTests, type Someone } from '../test/people.ts'
import { inTransaction } from './persistence/database.ts'

const world = platformForTests()
let owner: Someone
let organization: string
let athlete: string
let company: string
let other: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const add = async (path: string, body: object) => (await owner.ask('POST', at(path), body)).json().id as string

beforeAll(async () => {
  owner = await world.people.register()
  organization = await world.people.createOrganization(owner)
})
beforeEach(async () => {
  athlete = await add('athletes', { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' })
  company = await add('companies', { name: 'Halden', kind: 'brand' })
  other = await add('companies', { name: 'Halden Inc.', kind: 'brand' })
  await add('deals', { athleteId: athlete, companyId: company, kind: 'nil', terms: {} })
})

test.each([
  ['select * from "athletes" as "a" where "a"."id" = $1 for no key update', ['athletes']],
  ['select d.id from deals d join athletes a on true for update of d', ['deals']],
  ['update "payments" set "state" = $1', ['payments']],
  ['delete from key_dates where id = $1', ['key_dates']],
  ['with old as (select from deals for update) update deal_versions set stage = $1', ['deal_versions', 'deals']],
  ['insert into receipts (id) values ($1) on conflict do update set id = excluded.id', []],
  ['select from deals where id = $1', []],
])('%s locks %j', (text, tables) => {
  expect(lockedBy(text)).toEqual(tables)
})

const lockInOrder = (...tables: string[]) =>
  inTransaction(world.serving, async (client) => {
    await client.query("select set_config('app.organization', $1, true)", [organization])
    for (const table of tables) await client.query(`update ${table} set organization_id = organization_id`)
  })

test.each([
  ['deals', 'athletes'],
  ['deal_versions', 'deals'],
  ['companies', 'deals'],
])('a transaction that locks %s before %s fails', async (first, second) => {
  await expect(lockInOrder(first, second)).rejects.toThrow(`Lock order: ${second} after ${first}`)
  await lockInOrder(second, first)
  // Rows that are already locked may be locked again.
  await lockInOrder(second, first, second)
})

const nameOf = { athletes: 'familyName', companies: 'name' }
test.each(['rename athletes', 'rename companies', 'merge companies'])(
  '%s: waits for a deal without blocking references',
  async (what) => {
    const table = what.split(' ')[1] as 'athletes' | 'companies'
    const id = table === 'athletes' ? athlete : company
    const client = new pg.Client(world.url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin')
    await client.query('select from deals where athlete_id = $1 for update', [athlete])
    const changing = what.startsWith('merge')
      ? owner.ask('POST', at(`companies/${other}/merges`), { other: company })
      : owner.ask('PATCH', at(`${table}/${id}`), { version: 1, changes: { [nameOf[table]]: 'Renamed' } })
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBe(1)
    // Lock mode of a foreign-key check.
    await client.query(`select from ${table} where id = $1 for key share nowait`, [id])
    await client.query('commit')
    expect((await changing).statusCode).toBeLessThan(300)
  },
)
