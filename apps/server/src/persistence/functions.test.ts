import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { functionNames } from './migrate.ts'

/** Functions in migrations that no stored object uses directly. */
const IN_MIGRATIONS = {
  'called by functions that indexes or stored words use': /^(search_text|search_words|spelled_words|uuid_at)$/,
  'called by migrations': /^(announce_changes|make_searchable)$/,
  'created by make_searchable, except one that was replaced':
    /^(?!search_of_athletes$)(expected|find|search_of|similar|forget_unused_words_of)_(agent_notices|athletes|companies|deals|demo_requests|disclosures|memberships|tasks)$/,
}

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let functions: { name: string; stored: boolean }[]
beforeAll(async () => {
  fresh = await freshDatabase()
  const { rows } = await fresh.database.query(`
    select p.proname as name, exists (
      select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and d.classid <> 'pg_trigger'::regclass
    ) as stored
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend x where x.objid = p.oid and x.deptype = 'e')
    order by p.proname`)
  functions = rows
})
afterAll(() => fresh.drop())

test('every function has its own file unless stored columns, indexes or policies use it', async () => {
  const inMigrations = ({ name, stored }: (typeof functions)[number]) =>
    stored || Object.values(IN_MIGRATIONS).some((pattern) => pattern.test(name))
  const names = functions.filter((one) => !inMigrations(one)).map(({ name }) => name)
  expect(await functionNames()).toEqual(names)
})

test.each(await functionNames())('%s.sql defines the function of that name', async (name) => {
  const text = await readFile(join(import.meta.dirname, 'functions', `${name}.sql`), 'utf8')
  expect(text.match(/^create .*?(?=\()/gim)).toEqual([`create or replace function ${name}`])
})
