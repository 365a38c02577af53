import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import type { StoredColumn } from '../../tables/count-values.ts'
import { plain } from '../../tables/read-text.ts'
import { ERROR_HEADING } from './error-heading.ts'
import type { Importable } from './importable.ts'

/** The mapping of an earlier file with the same columns, in any order. */
export async function loadRemembered(
  client: Queryable,
  organization: string,
  columns: readonly StoredColumn[],
  target: Importable['name'] = 'athlete',
) {
  const stored = await rowOf(
    client,
    query
      .selectFrom('import_mappings')
      .select('mapping')
      .where('organization_id', '=', organization)
      .where('headers', '=', hashHeaders(columns, target)),
  )
  return stored?.mapping
}

export async function saveRemembered(
  client: Queryable,
  organization: string,
  columns: readonly StoredColumn[],
  mapping: object,
  target: Importable['name'] = 'athlete',
) {
  const row = { mapping: JSON.stringify(mapping), used_at: sql<Date>`now()` }
  await run(
    client,
    query
      .insertInto('import_mappings')
      .values({ organization_id: organization, headers: hashHeaders(columns, target), ...row })
      .onConflict((conflict) => conflict.columns(['organization_id', 'headers']).doUpdateSet(row)),
  )
}

function hashHeaders(columns: readonly StoredColumn[], target: Importable['name']) {
  const names = columns.flatMap(({ name }) => (name === ERROR_HEADING ? [] : plain(name))).sort()
  return createHash('sha256')
    .update(JSON.stringify(target === 'athlete' ? names : [target, ...names]))
    .digest('base64url')
}
