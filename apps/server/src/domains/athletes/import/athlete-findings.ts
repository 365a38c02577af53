import type { DuplicateKind, ImportFindings } from '@sherpa/contracts/athlete-import'
import type { CommonFindings } from '@sherpa/contracts/import'
import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { rowsOf } from '../../../persistence/queries.ts'
import { failRows, publicImportRows } from '../../imports/imports.ts'
import { MAX_TAGS } from '../tags.ts'
import type { StoredAthleteImport } from './athletes-importable.ts'

/** New tags, duplicates by criterion, and signed athletes over the plan's limit. */
export async function findAboutAthletes(
  client: Queryable,
  stored: StoredAthleteImport,
  room: number | null,
): Promise<Omit<ImportFindings, keyof CommonFindings>> {
  const newTags = await findNewTags(client, stored)
  const rows = await rowsOf(
    client,
    sql<{
      matched_by: DuplicateKind | null
      rows: number
      signed: number
    }>`select matched_by, count(*)::integer as rows,
       (count(*) filter (where plan = 'add' and coalesce(reading->>'stage', ${stored.mapping.defaults.stage}) = 'signed'
         or plan = 'update' and changed @> '[{"signs": true}]'))::integer as signed
     from ${publicImportRows} r where organization_id = ${stored.organization_id} and import_id = ${stored.id} group by 1`,
  )
  const duplicates = { identifier: 0, email: 0, birth: 0, name: 0 }
  for (const { matched_by, rows: count } of rows) if (matched_by) duplicates[matched_by] += count
  const signed = rows.reduce((sum, row) => sum + row.signed, 0)
  return { newTags, duplicates, overPlan: room === null ? 0 : Math.max(0, signed - Math.max(0, room)) }
}

/** Missing tags. Rows with new tags fail if there would be too many. */
async function findNewTags(client: Queryable, stored: StoredAthleteImport) {
  const { organization_id, id, mapping } = stored
  const column = mapping.targets.indexOf('tags')
  if (column === -1) return []
  const isNew = sql<boolean>`not exists (
    select from tags t where t.organization_id = ${organization_id} and t.folded = fold(given))`
  const rows = await rowsOf(
    client,
    sql<{ name: string }>`select min(given) as name
     from ${publicImportRows} r, jsonb_array_elements_text(r.reading->'tags') as given
     where r.organization_id = ${organization_id} and r.import_id = ${id} and r.plan <> 'fail' and ${isNew}
     group by fold(given) order by 1`,
  )
  const { rows: known } = await client.query('select from tags where organization_id = $1', [organization_id])
  const names = rows.map(({ name }) => name)
  if (known.length + names.length <= MAX_TAGS) return names
  const message = `At most ${MAX_TAGS} tags are allowed. This file would make it ${known.length + names.length}`
  const hasNew = sql<boolean>`exists (select from jsonb_array_elements_text(r.reading->'tags') as given where ${isNew})`
  await failRows(client, stored, { column, message }, hasNew)
  return []
}
