import type { Queryable } from '../../persistence/database.ts'
import type { RowPlan } from './importable.ts'
import type { StoredImport } from './stored-imports.ts'

type Key = { line: number; key: string }
type Import = Pick<StoredImport, 'organization_id' | 'id'>
export type EarlierRow<Reading> = {
  /** The row that has a common key. */
  of: number
  line: number
  /** The first row of the same record. */
  first: number
  reading: Reading
  record_id: string | null
  /** Whether the import adds the record. */
  isAdded: boolean
}

/**
 * Earlier rows of the file with a common key, from the batches before, at most `most` per key. Rows that fail or wait for
 * an answer are not found.
 */
export async function findEarlierRows<Reading>(
  client: Queryable,
  { organization_id, id }: Import,
  keys: readonly Key[],
  most: number,
): Promise<EarlierRow<Reading>[]> {
  // The limits keep PostgreSQL from reading all rows of the file for each batch.
  const { rows } = await client.query<EarlierRow<Reading>>(
    `with found as materialized (select distinct x.line as of, k.line
       from unnest($3::integer[], $4::text[]) as x(line, key) cross join lateral (
         select k.line from import_keys k where k.organization_id = $1 and k.import_id = $2 and k.key = x.key
           and k.line < x.line order by k.line limit $5) k)
     select f.of, r.line, r.first, r.reading, r.record_id, first.plan = 'add' as "isAdded"
     from found f cross join lateral (
       select line, reading, record_id, case when plan = 'add' then line else coalesce(same_as, line) end as first
       from import_rows where organization_id = $1 and import_id = $2 and line = f.line
         and plan <> 'fail' and (plan <> 'skip' or doubt is null) limit 1) r
     cross join lateral (select plan from import_rows
       where organization_id = $1 and import_id = $2 and line = r.first limit 1) first
     order by f.of, r.line`,
    [organization_id, id, keys.map(({ line }) => line), keys.map(({ key }) => key), most],
  )
  return rows
}

/** The first row of each record in the file, and whether this import added the record. */
export async function findFirstRows(client: Queryable, { organization_id, id }: Import, records: readonly string[]) {
  if (records.length === 0) return new Map<string, { line: number; isAdded: boolean }>()
  const { rows } = await client.query<{ record: string; line: number; isAdded: boolean }>(
    `select distinct on (k.key) right(k.key, 36) as record, k.line, r.plan = 'add' as "isAdded"
     from import_keys k join import_rows r on r.organization_id = $1 and r.import_id = $2 and r.line = k.line
     where k.organization_id = $1 and k.import_id = $2 and k.key = any($3::text[]) order by k.key, k.line`,
    [organization_id, id, records.map(toRecordKey)],
  )
  return new Map(rows.map(({ record, ...row }) => [record, row]))
}

const toRecordKey = (id: string) => `record ${id}`

/** Saves keys of rows and their records. */
export async function saveKeys(
  client: Queryable,
  stored: Import,
  plans: readonly RowPlan[],
  keysOf: (line: number) => readonly string[],
) {
  await insertKeys(
    client,
    stored,
    plans.flatMap(({ line, plan, doubt, record_id }) => {
      if (plan === 'skip' && doubt !== null) return []
      const keys = [...keysOf(line), ...(record_id ? [toRecordKey(record_id)] : [])]
      return keys.map((key) => ({ line, key }))
    }),
  )
}

/** Makes records that the import adds known as rows of the file. */
export const saveAddedKeys = (client: Queryable, stored: Import, added: readonly { line: number; record: string }[]) =>
  insertKeys(
    client,
    stored,
    added.map(({ line, record }) => ({ line, key: toRecordKey(record) })),
  )

async function insertKeys(client: Queryable, { organization_id, id }: Import, keys: readonly Key[]) {
  if (keys.length === 0) return
  await client.query(
    `insert into import_keys (organization_id, import_id, key, line)
     select $1, $2, key, line from unnest($3::text[], $4::integer[]) as x(key, line) on conflict do nothing`,
    [organization_id, id, keys.map(({ key }) => key), keys.map(({ line }) => line)],
  )
}

/** All keys, or those of some rows. */
export const deleteKeys = (client: Queryable, { organization_id, id }: Import, lines: readonly number[] | null) =>
  client.query(
    `delete from import_keys where organization_id = $1 and import_id = $2 and ($3::integer[] is null or line = any($3))`,
    [organization_id, id, lines],
  )

/** Keys of records, which the import saves again. Those of the rows stay as the check saved them. */
export const deleteRecordKeys = (client: Queryable, { organization_id, id }: Import) =>
  client.query(
    `delete from import_keys where organization_id = $1 and import_id = $2 and key >= 'record ' and key < 'record!'`,
    [organization_id, id],
  )
