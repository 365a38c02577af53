import type { CustomField } from '@sherpa/contracts/athlete'
import type { Queryable } from '../../../persistence/database.ts'
import type { StoredImport } from './stored-imports.ts'

/**
 * Matches all valid rows with existing athletes and earlier rows of the file in one statement. Hidden fields were not
 * parsed and are not compared. Names use a prefix search on the name index.
 */
export async function planRows(
  client: Queryable,
  { organization_id, id, mapping }: StoredImport,
  fields: readonly CustomField[],
) {
  const target = mapping.identifier === null ? null : (mapping.targets[mapping.identifier] ?? null)
  const identifier = fields.find((field) => target === `custom:${field.id}`)
  const sameIdentifier =
    identifier?.kind === 'number' ? 'v.number_value = k.identifier::double precision' : 'v.text_value = k.identifier'
  // A new file has no statistics yet, so PostgreSQL would choose a quadratic nested loop.
  await client.query('set local enable_nestloop = off')
  await client.query(
    `with keys as materialized (
       select line, ' ' || fold((reading->>'familyName') || ' ' || (reading->>'givenName')) collate "C" as name,
         (reading->>'birthDate')::date as birth, reading->>'email' as email, reading->'custom'->>$3::text as identifier,
         reading->>'school' as school, (reading->>'classYear')::integer as class_year, reading->>'sport' as sport
       from athlete_import_rows where organization_id = $1 and import_id = $2 and plan is distinct from 'fail'),
     known as materialized (
       select distinct on (line) line, rank, athlete from (
         select k.line, 1 as rank, a.id as athlete from keys k
           join custom_values v on v.organization_id = $1 and v.field_id = $3::uuid and ${sameIdentifier}
           join athletes a on a.organization_id = $1 and a.id = v.athlete_id and a.removed_at is null
         union all
         select k.line, 2, a.id from keys k
           join athletes a on a.organization_id = $1 and a.removed_at is null and a.email = k.email
         union all
         select k.line, case when a.birth_date = k.birth then 3 else 4 end, a.id from keys k
           join athletes a on a.organization_id = $1 and a.removed_at is null and a.folded >= k.name and a.folded < k.name || '!'
           where ' ' || fold(a.family_name || ' ' || a.given_name) = k.name and (a.birth_date = k.birth or (
             (a.birth_date is null or k.birth is null) and coalesce(fold(a.school) = fold(k.school), true)
             and coalesce(a.class_year = k.class_year, true) and coalesce(a.sport = k.sport, true)))
       ) found order by line, rank, athlete),
     repeated as materialized (
       select distinct on (line) line, rank, first from (
         select line, 1 as rank, min(line) over (partition by identifier) as first from keys where identifier is not null
         union all
         select line, 2, min(line) over (partition by email) from keys where email is not null
         union all
         select line, 3, min(line) over (partition by name, birth) from keys where birth is not null
         union all
         select line, 4, min(line) over (partition by name, fold(school), class_year, sport) from keys where birth is null
       ) found where first < line order by line, rank),
     planned as (
       select k.line, coalesce(known.athlete, earlier.athlete) as athlete, repeated.first,
         (array['identifier', 'email', 'birth', 'name'])[coalesce(known.rank, repeated.rank)] as kind
       from keys k left join known on known.line = k.line left join repeated on repeated.line = k.line
         left join known earlier on earlier.line = repeated.first),
     decided as (
       select *, case $4::jsonb->>kind when 'skip' then 'skip' when 'fill-empty' then 'update' when 'update-all' then 'update'
         else 'add' end as plan from planned)
     update athlete_import_rows r set plan = d.plan, matched_by = d.kind, same_as = d.first,
       athlete_id = case when d.plan <> 'add' then d.athlete end
     from decided d where r.organization_id = $1 and r.import_id = $2 and r.line = d.line
       and (r.plan, r.matched_by, r.same_as, r.athlete_id)
         is distinct from (d.plan, d.kind, d.first, case when d.plan <> 'add' then d.athlete end)`,
    [organization_id, id, identifier?.id ?? null, JSON.stringify(mapping.duplicates)],
  )
  await client.query('set local enable_nestloop = on')
}
