import type { CustomField } from '@sherpa/contracts/athlete'
import {
  type ImportMapping,
  type ImportTarget,
  importMapping,
  type SimpleTarget,
  simpleTargetsOf,
} from '@sherpa/contracts/athlete-import'
import type { WrittenUnit } from '@sherpa/contracts/measurable'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../../persistence/database.ts'
import type { StoredColumn } from '../../../tables/count-values.ts'
import { plain } from '../../../tables/read-text.ts'
import { loadRemembered, type SampledTable, saveRemembered } from '../../imports/imports.ts'
import type { Colleague } from '../../organizations/organizations.ts'
import { seesSensitive, type Viewer } from '../athlete-access.ts'
import { mayUse } from './recognize-table.ts'
import { thread } from './thread.ts'

/** The stored mapping of these columns, or a recognized one. */
export async function proposeMapping(
  client: Queryable,
  viewer: Viewer,
  table: SampledTable,
  fields: readonly CustomField[],
  colleagues: readonly Colleague[],
  hasPrograms: boolean,
): Promise<{ mapping: ImportMapping; remembered: boolean }> {
  const { columns } = table
  const stored = await loadRemembered(client, viewer.member.organization, columns)
  const remembered = stored ? restoreMapping(stored as StoredMapping, columns) : undefined
  const allowed = mayUse(seesSensitive(viewer), fields)
  if (remembered) {
    const targets = remembered.targets.map((target) => (target && allowed(target) ? target : null))
    const identifier = targets[remembered.identifier ?? -1] ? remembered.identifier : null
    return { mapping: { ...remembered, targets, identifier }, remembered: true }
  }
  const isSensitiveSeen = seesSensitive(viewer)
  const mapping = await thread.run('recognizeTable', table, { fields, colleagues, hasPrograms }, isSensitiveSeen)
  return { mapping, remembered: false }
}

/** Keyed by column name, since the order may differ. */
type StoredMapping = Omit<ImportMapping, 'targets' | 'values' | 'identifier' | 'units'> & {
  columns: Record<
    string,
    { target: ImportTarget | null; values: Record<string, string>; identifier: boolean; unit?: WrittenUnit | undefined }
  >
}

export async function rememberMapping(
  client: Queryable,
  organization: string,
  columns: StoredColumn[],
  mapping: ImportMapping,
) {
  const { targets, values, identifier, units, ...rest } = mapping
  const remembered: StoredMapping = {
    ...rest,
    columns: Object.fromEntries(
      columns.map(({ name }, at) => [
        plain(name),
        { target: targets[at] ?? null, values: values[at] ?? {}, identifier: identifier === at, unit: units?.[at] },
      ]),
    ),
  }
  await saveRemembered(client, organization, columns, remembered)
}

/** Undefined if the stored format is outdated. */
function restoreMapping(
  { columns: known, ...rest }: StoredMapping,
  columns: StoredColumn[],
): ImportMapping | undefined {
  const found = columns.map(({ name }) => known[plain(name)])
  const values = found.flatMap((one, at) => (one && Object.keys(one.values).length > 0 ? [[at, one.values]] : []))
  const units = found.flatMap((one, at) => (one?.unit ? [[at, one.unit]] : []))
  const identifier = found.findIndex((one) => one?.identifier)
  const mapping = importMapping.safeParse({
    ...rest,
    targets: found.map((one) => one?.target ?? null),
    values: Object.fromEntries(values),
    units: Object.fromEntries(units),
    identifier: identifier === -1 ? null : identifier,
  })
  return mapping.success ? mapping.data : undefined
}

/** First and last name of a contact, or two positions, may be in two columns. */
const isShared = (target: SimpleTarget) => target === 'positions' || /^contact\dName$/.test(target)

/** Rejects targets that do not match the columns or the viewer's permissions. */
export function requireValidMapping(
  viewer: Viewer,
  columns: StoredColumn[],
  mapping: ImportMapping,
  fields: readonly CustomField[],
) {
  const { targets, identifier } = mapping
  const allowed = mayUse(seesSensitive(viewer), fields)
  const wrong = targets.flatMap((target, at) => {
    if (target === null) return []
    const field = `targets.${at}`
    const isTaken = simpleTargetsOf(target).some((one) =>
      targets.some(
        (other, before) => before < at && other !== null && !isShared(one) && simpleTargetsOf(other).includes(one),
      ),
    )
    if (isTaken) return [{ field, message: 'Another column is already matched to this' }]
    return allowed(target) ? [] : [{ field, message: 'You cannot import this' }]
  })
  if (targets.length !== columns.length)
    wrong.push({ field: 'targets', message: 'Choose a field for each column, or none' })
  const identifierField = fields.find(({ id }) => identifier !== null && targets[identifier] === `custom:${id}`)
  if (identifier !== null && identifierField?.kind !== 'text' && identifierField?.kind !== 'number') {
    wrong.push({
      field: 'identifier',
      message: 'Match this column to a custom field of type “Text” or “Number”',
    })
  }
  if (wrong.length > 0) throw new Refusal('invalid-fields', { errors: wrong })
}

/** Athletes need names. */
export function requireNames({ targets }: ImportMapping) {
  const createRefusal = (message: string) => new Refusal('invalid-fields', { errors: [{ field: 'targets', message }] })
  if (!targets.includes('fullName') && !(targets.includes('givenName') && targets.includes('familyName'))) {
    throw createRefusal('Choose the column with the full name, or those with first and last name')
  }
}
