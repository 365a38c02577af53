import { createHash } from 'node:crypto'
import type { CustomField } from '@sherpa/contracts/athlete'
import {
  type ImportMapping,
  type ImportTarget,
  importMapping,
  isSensitiveTarget,
} from '@sherpa/contracts/athlete-import'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { query, rowOf, run } from '../../../persistence/queries.ts'
import { plain } from '../../../tables/read-text.ts'
import { seesSensitive, type Viewer } from '../athlete-access.ts'
import type { Colleague } from './read-belongings.ts'
import { recognizeColumns } from './recognize-columns.ts'
import type { StoredColumn } from './stored-imports.ts'

/** What nobody has said otherwise. */
const usual: Omit<ImportMapping, 'targets'> = {
  values: {},
  defaults: { sport: null, level: 'college', stage: 'prospect' },
  identifier: null,
  duplicates: { identifier: 'fill-empty', email: 'fill-empty', birth: 'fill-empty', name: 'skip' },
  notUnderstood: 'leave-out-row',
  dayFirst: false,
  lookAfter: false,
}

/** What one may not see, one may not import. */
export function mayUse(viewer: Viewer, fields: readonly CustomField[]) {
  return (target: ImportTarget) =>
    (seesSensitive(viewer) || !isSensitiveTarget(target)) &&
    (!target.startsWith('custom:') || fields.some(({ id }) => target === `custom:${id}`))
}

/** As files with these columns were used last; or as they seem to be. */
export async function proposedMapping(
  client: Queryable,
  viewer: Viewer,
  columns: StoredColumn[],
  samples: string[][],
  fields: readonly CustomField[],
  colleagues: readonly Colleague[],
): Promise<{ mapping: ImportMapping; remembered: boolean }> {
  const known = await rowOf(
    client,
    query
      .selectFrom('athlete_import_mappings')
      .select('mapping')
      .where('organization_id', '=', viewer.member.organization)
      .where('headers', '=', headersOf(columns)),
  )
  const remembered = known && asUsed(known.mapping as Remembered, columns)
  const allowed = mayUse(viewer, fields)
  if (remembered) {
    const targets = remembered.targets.map((target) => (target && allowed(target) ? target : null))
    const identifier = targets[remembered.identifier ?? -1] ? remembered.identifier : null
    return { mapping: { ...remembered, targets, identifier }, remembered: true }
  }
  const valuesOf = (at: number) => samples.map((row) => row[at] ?? '')
  const named = columns.map(({ name }, at) => ({ name, values: valuesOf(at) }))
  return { mapping: { ...usual, targets: recognizeColumns(named, fields, allowed, colleagues) }, remembered: false }
}

/** Columns are remembered by name: next time they may be in another order. */
type Remembered = Omit<ImportMapping, 'targets' | 'values' | 'identifier'> & {
  columns: Record<string, { target: ImportTarget | null; values: Record<string, string>; identifier: boolean }>
}

export async function rememberMapping(
  client: Queryable,
  organization: string,
  columns: StoredColumn[],
  mapping: ImportMapping,
) {
  const { targets, values, identifier, ...rest } = mapping
  const remembered: Remembered = {
    ...rest,
    columns: Object.fromEntries(
      columns.map(({ name }, at) => [
        plain(name),
        { target: targets[at] ?? null, values: values[at] ?? {}, identifier: identifier === at },
      ]),
    ),
  }
  const row = { mapping: JSON.stringify(remembered), used_at: sql<Date>`now()` }
  await run(
    client,
    query
      .insertInto('athlete_import_mappings')
      .values({ organization_id: organization, headers: headersOf(columns), ...row })
      .onConflict((conflict) => conflict.columns(['organization_id', 'headers']).doUpdateSet(row)),
  )
}

function headersOf(columns: StoredColumn[]) {
  const names = columns.map(({ name }) => plain(name)).sort()
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url')
}

/** Undefined, if it is from before something about mappings was changed. */
function asUsed({ columns: known, ...rest }: Remembered, columns: StoredColumn[]): ImportMapping | undefined {
  const found = columns.map(({ name }) => known[plain(name)])
  const values = found.flatMap((one, at) => (one && Object.keys(one.values).length > 0 ? [[at, one.values]] : []))
  const identifier = found.findIndex((one) => one?.identifier)
  const mapping = importMapping.safeParse({
    ...rest,
    targets: found.map((one) => one?.target ?? null),
    values: Object.fromEntries(values),
    identifier: identifier === -1 ? null : identifier,
  })
  return mapping.success ? mapping.data : undefined
}

/** Refuses a mapping that does not fit the columns, or has what the viewer may not import. */
export function requireFits(
  viewer: Viewer,
  columns: StoredColumn[],
  mapping: ImportMapping,
  fields: readonly CustomField[],
) {
  const { targets, identifier } = mapping
  const allowed = mayUse(viewer, fields)
  const wrong = targets.flatMap((target, at) => {
    if (target === null) return []
    const field = `targets.${at}`
    if (targets.indexOf(target) !== at) return [{ field, message: 'Another column is already matched to this' }]
    return allowed(target) ? [] : [{ field, message: 'You cannot import this' }]
  })
  if (targets.length !== columns.length)
    wrong.push({ field: 'targets', message: 'Choose a field for each column, or none' })
  const identifies = fields.find(({ id }) => identifier !== null && targets[identifier] === `custom:${id}`)
  if (identifier !== null && identifies?.kind !== 'text' && identifies?.kind !== 'number') {
    wrong.push({
      field: 'identifier',
      message: 'Match this column to a custom field of type “Text” or “Number”',
    })
  }
  if (wrong.length > 0) throw new Refusal('invalid-fields', { errors: wrong })
}

/** Without names there are no athletes, and no contacts. */
export function requireNames({ targets }: ImportMapping) {
  const refuse = (message: string) => new Refusal('invalid-fields', { errors: [{ field: 'targets', message }] })
  if (!targets.includes('fullName') && !(targets.includes('givenName') && targets.includes('familyName'))) {
    throw refuse('Choose the column with the full name, or those with first and last name')
  }
  if (targets.some((target) => target?.startsWith('contact')) && !targets.includes('contactName')) {
    throw refuse('Choose the column with the contact’s name too')
  }
}
