import { expect, test } from 'vitest'
import { findViolations } from '../../test/migration-rules.ts'
import { hashOf, isReleased, readMigrations } from './migration-files.ts'

const expand = (text: string) =>
  findViolations({ name: '0100_x.sql', text: `-- expand\n${text}`, hash: hashOf(text), kind: 'expand' })

test.each((await readMigrations()).filter(({ name }) => isReleased(name)))('$name keeps the rules', (migration) => {
  expect(findViolations(migration)).toEqual([])
})

test.each([
  ['drop table deals', 'has "drop table"'],
  ['alter table deals drop column title', 'has "drop column"'],
  ['alter table deals drop constraint deals_stage_check', 'has "drop constraint deals_stage_check"'],
  ['alter table deals rename column title to name', 'renames'],
  ['alter table deals alter column title type varchar(3)', 'changes a type'],
  ['alter table deals alter title set data type text', 'changes a type'],
  ['alter table deals alter column title set not null', 'sets not null'],
  [
    'alter table deals add column a text, add column b numeric(4, 2) not null',
    'adds a column that is not null and has no default',
  ],
  [
    'alter table deals add column f text generated always as (lower(title)) stored',
    'adds a column that rewrites the table',
  ],
  ['alter table deals add column f uuid not null default gen_random_uuid()', 'adds a column that rewrites the table'],
  ['create index deals_title on deals (title)', 'creates an index without concurrently'],
  ['create unique index on deals (title)', 'creates an index without concurrently'],
  ["alter table deals add constraint deals_check check (title <> '')", 'adds a constraint that is not "not valid"'],
  ['alter table deals add unique (title)', 'adds a constraint that is not "not valid"'],
  ['create index concurrently a on deals (title); select 1', 'has statements beside those with concurrently'],
])('in an expand, "%s" is refused', (text, phrase) => {
  expect(expand(text)).toEqual([phrase])
})

test.each([
  'create table t (id uuid primary key, name text not null); create index on t (name); alter table t add unique (name)',
  "alter table deals add column a text, add column b text not null default '', add c integer",
  'create index concurrently deals_title on deals (title)',
  'alter table deals drop constraint deals_stage_check, add constraint deals_stage_check check (stage <> $$;drop$$) not valid',
  'alter table deals validate constraint deals_stage_check',
  'alter table deals add constraint deals_fk foreign key (organization_id, x) references athletes (organization_id, id) not valid',
  "insert into plans (id, name) values ('x', 'drop table, rename; not null')",
  'alter table deals alter column title drop not null',
])('in an expand, "%s" is allowed', (text) => {
  expect(expand(text)).toEqual([])
})

test('a constraint is not validated while its lock is held', () => {
  const add = 'alter table deals add constraint c check (true) not valid'
  expect(expand(`${add}; alter table deals validate constraint c`)).toEqual([
    'validates a constraint in the transaction that adds it',
  ])
})

test('a contract may remove', () => {
  const text = '-- contract\ndrop table deals'
  expect(findViolations({ name: '0100_x.sql', text, hash: '', kind: 'contract' })).toEqual([])
})
