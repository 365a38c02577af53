import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { inOrganization, inTransaction, sendAhead } from './database.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('inside a transaction the pool cannot be used, however deep the call', async () => {
  const askPool = async () => fresh.database.query('select 1')
  const work = inTransaction(fresh.database, async () => {
    await new Promise((resolve) => setImmediate(resolve))
    await askPool()
  })
  await expect(work).rejects.toThrow('The pool was used inside a transaction')
  await expect(inTransaction(fresh.database, () => fresh.database.connect())).rejects.toThrow('inside a transaction')
})

test('its client can, and the pool can be used again afterwards', async () => {
  const { rows } = await inTransaction(fresh.database, (client) => client.query('select 2 as two'))
  expect(rows).toEqual([{ two: 2 }])
  expect((await fresh.database.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

test('a second transaction inside a transaction is refused: it would be another one', async () => {
  const nested = inTransaction(fresh.database, () => inTransaction(fresh.database, async () => 1))
  await expect(nested).rejects.toThrow('inside a transaction')
})

test('a transaction waits for what was sent ahead, and fails with it', async () => {
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
