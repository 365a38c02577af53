import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { inOrganization, inTransaction, type Queryable, sendAhead } from './database.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('the pool refuses queries inside a transaction at any call depth', async () => {
  const askPool = async () => fresh.database.query('select 1')
  const work = inTransaction(fresh.database, async () => {
    await new Promise((resolve) => setImmediate(resolve))
    await askPool()
  })
  await expect(work).rejects.toThrow('The pool was used inside a transaction')
  await expect(inTransaction(fresh.database, () => fresh.database.connect())).rejects.toThrow('inside a transaction')
})

test('the transaction’s client works, and so does the pool afterwards', async () => {
  const { rows } = await inTransaction(fresh.database, (client) => client.query('select 2 as two'))
  expect(rows).toEqual([{ two: 2 }])
  expect((await fresh.database.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

test('refuses a nested transaction', async () => {
  const nested = inTransaction(fresh.database, () => inTransaction(fresh.database, async () => 1))
  await expect(nested).rejects.toThrow('inside a transaction')
})

test('a transaction waits for pipelined statements and fails with them', async () => {
  const organization = randomUUID()
  const add = (bucket: string, ...others: string[]) =>
    inOrganization(organization, () =>
      inTransaction(fresh.database, async (client) => {
        sendAhead(client, client.query('insert into rate_counts values ($1, now(), 1)', [bucket]))
        sendAhead(client, ...others.map((text) => client.query(text)))
      }),
    )
  await add('kept')
  await expect(add('undone', 'select 1 / 0')).rejects.toThrow('division by zero')
  const { rows } = await fresh.database.query("select bucket from rate_counts where bucket in ('kept', 'undone')")
  expect(rows).toEqual([{ bucket: 'kept' }])
  expect(() => sendAhead(fresh.database, Promise.resolve())).toThrow('Only a transaction')
})

/** Deadlocks two transactions by opposite lock order. */
async function deadlock() {
  await fresh.database.query(
    "insert into rate_counts values ('one', now(), 0), ('two', now(), 0) on conflict do nothing; update rate_counts set count = 0",
  )
  let attempts = 0
  const arrivals = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const raise = (client: Queryable, bucket: string) =>
    client.query('update rate_counts set count = count + 1 where bucket = $1', [bucket])
  const add = (first: string, second: string, me: number) =>
    inTransaction(fresh.database, async (client) => {
      attempts++
      await raise(client, first)
      arrivals[me]?.resolve()
      await arrivals[1 - me]?.promise
      await raise(client, second)
    })
  await Promise.all([add('one', 'two', 0), add('two', 'one', 1)])
  const { rows } = await fresh.database.query("select count from rate_counts where bucket in ('one', 'two')")
  return { attempts, counts: rows.map(({ count }) => Number(count)) }
}

test('retries the victim of a deadlock', async () => {
  expect(await deadlock()).toEqual({ attempts: 3, counts: [2, 2] })
})

test.each(['40P01', '40001'])('%s is retried twice, then thrown', async (code) => {
  const raise = `do $$ begin raise exception using errcode = '${code}'; end $$`
  let attempts = 0
  const failing = (times: number) =>
    inTransaction(fresh.database, async (client) => {
      if (attempts++ < times) await client.query(raise)
      return attempts
    })
  expect(await failing(2)).toBe(3)
  attempts = 0
  await expect(failing(3)).rejects.toMatchObject({ code })
  expect(attempts).toBe(3)
})

test('retries after a failed pipelined statement, too', async () => {
  let attempts = 0
  const done = inTransaction(fresh.database, async (client) => {
    if (attempts++ === 0) {
      sendAhead(client, client.query("do $$ begin raise exception using errcode = '40001'; end $$"))
    }
    await client.query('select 1')
    return attempts
  })
  expect(await done).toBe(2)
})

test('does not retry other errors', async () => {
  let attempts = 0
  const failing = inTransaction(fresh.database, async (client) => {
    attempts++
    await client.query('select 1 / 0')
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(attempts).toBe(1)
})
