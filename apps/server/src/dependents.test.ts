import { beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../test/fresh-database.ts'
import { dependents } from './dependents.ts'

type ForeignKey = {
  to: string
  table: string
  columns: string[]
  onDelete: 'cascade' | 'set null' | 'restrict'
}

let keys: ForeignKey[]
beforeAll(async () => {
  const { database, drop } = await freshDatabase()
  const { rows } = await database.query<ForeignKey>(
    `select k.confrelid::regclass::text as to, k.conrelid::regclass::text as table,
       case k.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'restrict' end as "onDelete",
       array(select a.attname::text from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n
         where a.attname <> 'organization_id') as columns
     from pg_constraint k where k.contype = 'f' and exists (select from pg_attribute a
       where a.attrelid = k.conrelid and a.attname = 'organization_id' and not a.attisdropped)`,
  )
  keys = rows
  return drop
})

const names = { athletes: 'athlete', companies: 'company', deals: 'deal', deal_versions: 'deal', memberships: 'member' }
const recordOf = (to: string) => (to === 'users' ? 'member' : names[to as keyof typeof names])
const keysTo = (...tables: string[]) => keys.filter(({ to }) => tables.includes(to))
const declared = (on: string, { table, columns }: ForeignKey) =>
  dependents.filter((one) => one.on === on && one.table === table && columns.includes(one.column))

test('every foreign key to an athlete, a company, a deal or a member is declared', () => {
  const forgotten = keysTo(...Object.keys(names), 'users')
    .filter((key) => declared(recordOf(key.to), key).length === 0)
    .map(({ table, columns, to }) => `${table} (${columns}) → ${to}`)
  expect(forgotten).toEqual([])
})

describe('a removed member', () => {
  test('loses or clears rows that reference the membership; rows to keep reference the user', () => {
    const fates = keysTo('memberships').map((key) => [
      key.table,
      key.onDelete,
      ...declared('member', key).map((one) => one.on === 'member' && one.leave),
    ])
    for (const [table, onDelete, leave] of fates) {
      expect([table, onDelete]).toEqual([table, leave === 'clear' ? 'set null' : 'cascade'])
      expect([table, leave]).not.toEqual([table, 'keep'])
    }
  })
})

test('foreign keys to deals cascade exactly where removal deletes the rows', () => {
  for (const key of keysTo('deals')) {
    for (const one of declared('deal', key)) {
      if (one.on === 'deal')
        expect([key.table, key.onDelete === 'cascade']).toEqual([key.table, one.remove === 'delete'])
    }
  }
})

test('deleting an athlete cascades to no rows that erasure keeps', () => {
  const lost = keysTo('athletes')
    .filter(({ onDelete }) => onDelete === 'cascade')
    .filter((key) => declared('athlete', key).some((one) => one.on === 'athlete' && 'keep' in one.erase))
  expect(lost).toEqual([])
})
