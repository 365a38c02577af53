import {
  type ChangedField,
  type CustomField,
  type CustomFieldChange,
  MOST_CUSTOM_FIELDS,
  type NewCustomField,
} from '@sherpa/contracts/athlete'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { parseCustomValue } from './parse-custom-value.ts'

export function createCustomFieldService(database: Database) {
  return {
    list: (organization: string) => listFields(database, organization),

    add: (organization: string, field: NewCustomField): Promise<CustomField> =>
      inTransaction(database, (client) => addField(client, organization, field)),

    async change(organization: string, id: string, change: CustomFieldChange) {
      await inTransaction(database, async (client) => {
        const field = (await listFields(client, organization)).find((one) => one.id === id)
        if (!field) throw new Refusal('not-found')
        if (change.choices) requireChoices(field.kind, change.choices)
        const sameName = change.name
          ? await rowOf(
              client,
              query
                .selectFrom('custom_fields')
                .select('id')
                .where('organization_id', '=', organization)
                .where('folded', '=', sql<string>`fold(${change.name})`)
                .where('id', '<>', id),
            )
          : undefined
        if (sameName) throw createNameRefusal()
        if (Object.keys(change).length === 0) return
        await run(
          client,
          query
            .updateTable('custom_fields')
            .set(change)
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
      })
    },

    async remove(organization: string, id: string) {
      const removed = await run(
        database,
        query.deleteFrom('custom_fields').where('organization_id', '=', organization).where('id', '=', id),
      )
      if (removed === 0) throw new Refusal('not-found')
    },
  }
}
export type CustomFields = ReturnType<typeof createCustomFieldService>

export async function listFields(client: Queryable, organization: string): Promise<CustomField[]> {
  return rowsOf(
    client,
    query
      .selectFrom('custom_fields')
      .select(['id', 'name', 'kind', 'choices'])
      .where('organization_id', '=', organization)
      .orderBy('created_at')
      .orderBy('id'),
  )
}

export async function addField(client: Queryable, organization: string, field: NewCustomField): Promise<CustomField> {
  const existing = await listFields(client, organization)
  if (existing.length >= MOST_CUSTOM_FIELDS) throw new Refusal('too-many-custom-fields')
  requireChoices(field.kind, field.choices)
  const added = await rowOf(
    client,
    query
      .insertInto('custom_fields')
      .values({ organization_id: organization, ...field })
      .onConflict((conflict) => conflict.columns(['organization_id', 'folded']).doNothing())
      .returning(['id', 'name', 'kind', 'choices']),
  )
  if (!added) throw createNameRefusal()
  return added
}

/** Removes fields without values. */
export async function removeUnusedFields(client: Queryable, organization: string, ids: readonly string[]) {
  if (ids.length === 0) return
  await client.query(
    `delete from custom_fields f where f.organization_id = $1 and f.id = any($2::uuid[]) and not exists (
       select from custom_values v where v.organization_id = $1 and v.field_id = f.id)`,
    [organization, ids],
  )
}

/** Returns the changed fields. */
export async function changeCustomValues(
  client: Queryable,
  organization: string,
  athlete: string,
  values: Record<string, string | number | null>,
): Promise<ChangedField[]> {
  const fields = await listFields(client, organization)
  const changed: ChangedField[] = []
  for (const [id, value] of Object.entries(values)) {
    const field = fields.find((one) => one.id === id)
    if (!field) throw createFieldRefusal(id, 'Unknown field')
    const key = { organization_id: organization, athlete_id: athlete, field_id: id }
    const before = await rowOf(
      client,
      query
        .selectFrom('custom_values')
        .select(sql<string>`coalesce(text_value, number_value::text, date_value::text)`.as('value'))
        .where('organization_id', '=', organization)
        .where('athlete_id', '=', athlete)
        .where('field_id', '=', id),
    )
    const parsed = value === null || value === '' ? undefined : parseCustomValue(field, value)
    if (parsed && 'error' in parsed) throw createFieldRefusal(id, parsed.error)
    await run(
      client,
      query
        .deleteFrom('custom_values')
        .where('organization_id', '=', organization)
        .where('athlete_id', '=', athlete)
        .where('field_id', '=', id),
    )
    if (parsed) await run(client, query.insertInto('custom_values').values({ ...key, ...parsed }))
    const after = parsed ? String(Object.values(parsed)[0]) : null
    if ((before?.value ?? null) !== after) changed.push({ field: field.name, before: before?.value ?? null, after })
  }
  return changed
}

function createFieldRefusal(id: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field: `custom.${id}`, message }] })
}

function createNameRefusal() {
  return new Refusal('invalid-fields', {
    errors: [{ field: 'name', message: 'A field with this name already exists' }],
  })
}

function requireChoices(kind: CustomField['kind'], choices: readonly string[]) {
  const message =
    kind === 'choice'
      ? new Set(choices).size < Math.max(choices.length, 1)
        ? 'Enter at least one choice, without duplicates'
        : undefined
      : choices.length > 0
        ? 'Only fields of type “Choice” have choices'
        : undefined
  if (message) throw new Refusal('invalid-fields', { errors: [{ field: 'choices', message }] })
}
