import type { Level, SocialPlatform } from '@sherpa/contracts/athlete'
import type { Measurable } from '@sherpa/contracts/measurable'
import type { Queryable } from '../../../persistence/database.ts'
import { createEmptyRelated, type ImportedAthlete } from './compute-changes.ts'
import type { ReadAccount } from './read-row.ts'

/** Existing athletes with the fields that imports change, optionally locked. */
export async function loadImportedAthletes(
  client: Queryable,
  organization: string,
  ids: readonly string[],
  lock: boolean,
) {
  const { rows } = await client.query<ImportedAthlete>(
    `select * from athletes where organization_id = $1 and id = any($2::uuid[]) and removed_at is null
     order by id ${lock ? 'for no key update' : ''}`,
    [organization, ids],
  )
  const athletes = new Map(rows.map((row) => [row.id, { ...row, ...createEmptyRelated() } as ImportedAthlete]))
  if (athletes.size === 0) return athletes
  const foundIds = [...athletes.keys()]
  const custom = await client.query<{ athlete_id: string; field_id: string; value: string | number }>(
    `select athlete_id, field_id, coalesce(to_json(text_value), to_json(number_value), to_json(date_value)) as value
     from custom_values where organization_id = $1 and athlete_id = any($2::uuid[])`,
    [organization, foundIds],
  )
  for (const { athlete_id, field_id, value } of custom.rows) {
    const athlete = athletes.get(athlete_id)
    if (athlete) athlete.custom[field_id] = value
  }
  const measured = await client.query<{ athlete_id: string; kind: Measurable; value: number }>(
    `select distinct on (athlete_id, kind) athlete_id, kind, value from athlete_measurements
     where organization_id = $1 and athlete_id = any($2::uuid[]) order by athlete_id, kind, measured_on desc, id desc`,
    [organization, foundIds],
  )
  for (const { athlete_id, kind, value } of measured.rows) {
    const athlete = athletes.get(athlete_id)
    if (athlete) athlete.measured[kind] = value
  }
  const social = await client.query<{ athlete_id: string; platform: SocialPlatform } & ReadAccount>(
    `select athlete_id, platform, handle, followers from athlete_social_accounts
     where organization_id = $1 and athlete_id = any($2::uuid[])`,
    [organization, foundIds],
  )
  for (const { athlete_id, platform, handle, followers } of social.rows) {
    const athlete = athletes.get(athlete_id)
    if (athlete) athlete.social[platform] = { handle, followers }
  }
  return athletes
}

/** Columns that imports write. */
const writtenColumns = [
  'given_name',
  'family_name',
  'preferred_name',
  'birth_date',
  'sport',
  'positions',
  'level',
  'school',
  'class_year',
  'hometown',
  'state',
  'country',
  'email',
  'phone',
  'stage',
  'version',
] as const
export type WrittenAthlete = Pick<ImportedAthlete, 'id' | (typeof writtenColumns)[number]>

export async function insertAthletes(client: Queryable, organization: string, athletes: WrittenAthlete[]) {
  if (athletes.length === 0) return
  await client.query({
    name: 'import-insert-athletes',
    text: `insert into athletes (organization_id, id, ${writtenColumns.join(', ')})
      select $1, id, ${writtenColumns.join(', ')} from jsonb_populate_recordset(null::athletes, $2::jsonb)`,
    values: [organization, JSON.stringify(athletes.map(toColumns))],
  })
}

/** Reports changed birth dates and levels, with the previous values. */
export async function updateAthletes(client: Queryable, organization: string, athletes: WrittenAthlete[]) {
  if (athletes.length === 0) return []
  const { rows } = await client.query<{
    id: string
    corrected: boolean
    birth_date: string | null
    level: Level | null
  }>({
    name: 'import-update-athletes',
    text: `with x as (select * from jsonb_populate_recordset(null::athletes, $2::jsonb)),
      corrected as (select a.id, a.birth_date, a.level from athletes a join x using (id)
        where a.organization_id = $1 and (a.birth_date, a.level) is distinct from (x.birth_date, x.level))
      update athletes a set ${writtenColumns.map((column) => `${column} = x.${column}`).join(', ')}, last_active_at = now()
      from x left join corrected c on c.id = x.id where a.organization_id = $1 and a.id = x.id
      returning a.id, c.id is not null as corrected, c.birth_date, c.level`,
    values: [organization, JSON.stringify(athletes.map(toColumns))],
  })
  return rows.flatMap(({ id, corrected, birth_date: birthDate, level }) =>
    corrected ? [{ id, before: { birthDate, level } }] : [],
  )
}

function toColumns(athlete: WrittenAthlete) {
  return Object.fromEntries(['id' as const, ...writtenColumns].map((column) => [column, athlete[column]]))
}

export type SocialAccountRow = { athlete: string; platform: string; account: ReadAccount | null }

/** Null removes an account. */
export async function writeSocialAccounts(client: Queryable, organization: string, accounts: SocialAccountRow[]) {
  if (accounts.length === 0) return
  const rows = accounts.map(({ athlete, platform, account }) => ({ athlete, platform, ...account }))
  await client.query(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as x(athlete uuid, platform text, handle text, followers integer)),
     gone as (delete from athlete_social_accounts s using given g where s.organization_id = $1 and s.athlete_id = g.athlete
       and s.platform = g.platform and g.handle is null)
     insert into athlete_social_accounts (organization_id, athlete_id, platform, handle, followers)
     select $1, athlete, platform, handle, followers from given where handle is not null
     on conflict (organization_id, athlete_id, platform) do update set handle = excluded.handle, followers = excluded.followers`,
    [organization, JSON.stringify(rows)],
  )
}

export type CustomValueRow = { athlete: string; field: string; value: string | number | null }

/** Writes into the column of each field's kind. Null removes a value. */
export async function writeCustomValues(client: Queryable, organization: string, values: CustomValueRow[]) {
  if (values.length === 0) return
  await client.query(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as x(athlete uuid, field uuid, value text)),
     gone as (delete from custom_values v using given g where v.organization_id = $1 and v.athlete_id = g.athlete
       and v.field_id = g.field and g.value is null)
     insert into custom_values (organization_id, athlete_id, field_id, text_value, number_value, date_value)
     select $1, g.athlete, g.field, case when f.kind in ('text', 'choice') then g.value end,
       case when f.kind = 'number' then g.value::double precision end, case when f.kind = 'date' then g.value::date end
     from given g join custom_fields f on f.organization_id = $1 and f.id = g.field where g.value is not null
     on conflict (organization_id, athlete_id, field_id) do update set text_value = excluded.text_value,
       number_value = excluded.number_value, date_value = excluded.date_value`,
    [organization, JSON.stringify(values)],
  )
}
