import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { type Database, inTransaction, sendAhead } from './database.ts'
import { prepareStatements } from './prepared-statements.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = fresh.database
  await database.query('create table things (id integer, name text)')
  await database.query("insert into things values (1, 'one'), (2, 'two')")
})
afterAll(() => fresh.drop())

/** With a new connection, which has prepared nothing. */
async function withClient(work: (client: pg.Client) => Promise<void>, limit?: number) {
  const client = new pg.Client({ connectionString: fresh.url, pipeline: true })
  prepareStatements(client, limit)
  await client.connect()
  await work(client)
  await client.end()
}

async function preparedBy(client: pg.Client): Promise<{ name: string; statement: string }[]> {
  return (await client.query('select name, statement from pg_prepared_statements order by prepare_time')).rows
}

test('prepares a statement with values once, and answers as before', async () => {
  await withClient(async (client) => {
    for (const id of [1, 2]) {
      const { rows } = await client.query('select name from things where id = $1', [id])
      expect(rows).toEqual([{ name: id === 1 ? 'one' : 'two' }])
    }
    const text = 'select name from things where id = $1'
    expect(await preparedBy(client)).toEqual([{ name: expect.stringMatching(/^[\w-]{27}$/), statement: text }])
  })
})

test('also for a statement that the pool sends', async () => {
  await database.query('select 1 + $1::integer as sum', [1])
  const { rows } = await database.query('select statement from pg_prepared_statements')
  expect(rows).toContainEqual({ statement: 'select 1 + $1::integer as sum' })
})

test('keeps the name that a statement brings', async () => {
  await withClient(async (client) => {
    await client.query({ name: 'by-hand', text: 'select $1::integer', values: [1] })
    expect(await preparedBy(client)).toEqual([{ name: 'by-hand', statement: 'select $1::integer' }])
  })
})

test.each([
  ['without values', 'select 1', []],
  ['of all columns', 'select * from things where id = $1', [1]],
  ['of all columns of a table', 'select t.* from things as t where id = $1', [1]],
  ['that returns all columns', 'update things set name = name where id = $1 returning *', [1]],
])('does not prepare a statement %s', async (_, text, values) => {
  await withClient(async (client) => {
    await client.query(text, values)
    expect(await preparedBy(client)).toEqual([])
  })
})

test('a column that a migration adds disturbs no prepared statement, not even in a transaction', async () => {
  await withClient(async (client) => {
    const read = () =>
      Promise.all([
        client.query('select * from things where id = $1', [1]),
        client.query('select name from things where id = $1', [1]),
        client.query('select count(*) from things where id = $1', [1]),
      ])
    await read()
    await database.query('alter table things add column later text')
    await client.query('begin')
    const [all] = await read()
    expect(all.rows).toEqual([{ id: 1, name: 'one', later: null }])
    await client.query('commit')
  })
})

test('closes the least recently used one, which is prepared again when needed', async () => {
  await withClient(async (client) => {
    const sum = (number: number) => client.query(`select ${number} + $1::integer as sum`, [number])
    for (const number of [1, 2, 1, 3, 2, 2]) expect((await sum(number)).rows).toEqual([{ sum: 2 * number }])
    const texts = (await preparedBy(client)).map(({ statement }) => statement)
    expect(texts).toEqual([3, 2].map((number) => `select ${number} + $1::integer as sum`))
  }, 2)
})

test('a statement that could not be prepared is prepared at the next call', async () => {
  await withClient(async (client) => {
    const read = () => client.query('select name from others where name = $1', ['one'])
    await expect(read()).rejects.toMatchObject({ code: '42P01' })
    await database.query("create table others as select 'one' as name")
    expect((await read()).rows).toEqual([{ name: 'one' }])
  })
})

test('a transaction reports what failed first, also when statements after it could not be prepared', async () => {
  const failing = inTransaction(database, async (client) => {
    sendAhead(client, client.query('select 1 / $1::integer', [0]))
    const read = () => client.query('select id from things where name = $1', ['never prepared'])
    const [, second] = await Promise.allSettled([read(), read()])
    if (second.status === 'rejected') throw second.reason
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})
