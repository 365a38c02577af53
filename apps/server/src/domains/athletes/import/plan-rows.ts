import type { CustomField } from '@sherpa/contracts/athlete'
import type { DuplicateKind, ImportDoubt } from '@sherpa/contracts/athlete-import'
import { ownValue } from '@sherpa/contracts/own-value'
import type { Queryable } from '../../../persistence/database.ts'
import { findEarlierRows, findFirstRows, type RowPlan, type RowToPlan, saveKeys } from '../../imports/imports.ts'
import type { StoredAthleteImport } from './athletes-importable.ts'
import { firstNameOf, listVariants, withoutGeneration } from './given-names.ts'
import type { Importer } from './importer.ts'
import type { Reading } from './read-row.ts'
import { compare, listKeys, type Person, type Verdict } from './same-person.ts'

/** Candidates per key: more people with one name or address are not told apart. */
const MAX_CANDIDATES = 100

type Candidate = { key: string; athlete: string | null; line: number | null; verdicts: Verdict[] }
type EarlierRow = { line: number; first: number; athlete: string | null; person: Person }

/**
 * Matches rows with known athletes and with earlier rows of the file, by index. Runs for each batch of the check and
 * again for each batch of the import, since athletes change in between.
 */
export async function planRows(
  client: Queryable,
  stored: StoredAthleteImport,
  fields: readonly CustomField[],
  importer: Importer,
  rows: readonly RowToPlan<Reading>[],
): Promise<RowPlan[]> {
  const { duplicates } = stored.mapping
  const identifier = findIdentifier(stored, fields)
  const people = rows.map(({ line, reading }) => {
    const person = toPerson(reading, identifier, importer)
    return { line, person, keys: listKeys(person) }
  })
  const known = await findKnown(client, stored, identifier, importer, people)
  const earlier = await findEarlier(client, stored, identifier, importer, people)
  const firstRows = await findFirstRows(client, stored, [...known.athletes.keys()])
  const rowsByKey = new Map<string, EarlierRow[]>()

  const plans = rows.map((row, at): RowPlan => {
    const { line, person, keys } = people[at] as NumberedPerson
    const candidates = new Map<string, Candidate>()
    const addVerdict = (athlete: string | null, first: number | null, verdict: Verdict) => {
      const key = athlete ?? `row ${first}`
      const candidate = candidates.get(key) ?? { key, athlete, line: first, verdicts: [] }
      candidate.verdicts.push(verdict)
      candidate.line ??= first
      candidates.set(key, candidate)
    }
    const isKnownId = known.athletes.has(person.athleteId ?? '')
    for (const id of known.byLine.get(line) ?? []) {
      const first = firstRows.get(id)
      const athlete = known.athletes.get(id)
      // Athletes that this import has added are compared as rows.
      if (!athlete || first?.isAdded) continue
      const compared = isKnownId ? person : { ...person, athleteId: null }
      addVerdict(id, first && first.line < line ? first.line : null, compare(compared, athlete, false))
    }
    const inBatch = keys.flatMap((key) => rowsByKey.get(key) ?? [])
    for (const other of new Set([...(earlier.get(line) ?? []), ...inBatch])) {
      addVerdict(other.athlete, other.first, compare(person, other.person, true))
    }
    const plan = decide(row, duplicates, [...candidates.values()])
    if (plan.plan !== 'skip' || plan.doubt === null) {
      const first = plan.plan === 'add' ? line : (plan.same_as ?? line)
      const entry = { line, first, athlete: plan.record_id, person }
      for (const key of keys) {
        const others = rowsByKey.get(key)
        if (!others) rowsByKey.set(key, [entry])
        else if (others.length < MAX_CANDIDATES) others.push(entry)
      }
      if (plan.record_id && !firstRows.has(plan.record_id)) {
        firstRows.set(plan.record_id, { line, isAdded: false })
      }
    }
    return plan
  })
  const keysByLine = new Map(people.map(({ line, keys }) => [line, keys]))
  await saveKeys(client, stored, plans, (line) => keysByLine.get(line) ?? [])
  return plans
}

const ranks: DuplicateKind[] = ['identifier', 'email', 'birth', 'name']

function decide(
  { line, answer, answered_for }: RowToPlan<Reading>,
  duplicates: StoredAthleteImport['mapping']['duplicates'],
  candidates: Candidate[],
): RowPlan {
  const found = candidates
    .filter(({ verdicts }) => !verdicts.some(({ is }) => is === 'contradicted'))
    .flatMap((candidate) =>
      candidate.verdicts.flatMap((verdict) => ('by' in verdict ? [{ ...candidate, ...verdict }] : [])),
    )
    .sort((one, other) => ranks.indexOf(one.by) - ranks.indexOf(other.by))
  const same = found.filter(({ is }) => is === 'same')
  const best = same[0] ?? found[0]
  const none = { line, same_as: null, record_id: null, doubt: null, answer: null, answered_for: null }
  if (!best) return { ...none, plan: 'add', matched_by: null }
  const { key, by } = best
  const isTie = same.some((one) => one.by === by && one.key !== key)
  const doubt: ImportDoubt | null = isTie ? 'several' : same[0] ? null : by
  const match = { matched_by: by, same_as: best.line, record_id: best.athlete }
  const asChosen = (choice: keyof typeof planOf): RowPlan =>
    planOf[choice] === 'add'
      ? { ...none, plan: 'add', matched_by: by, same_as: best.line }
      : { ...none, ...match, plan: planOf[choice] }
  const choice = duplicates[by]
  // A file-wide choice covers matches and same names. Other doubts are always asked.
  const isAsked = doubt === null || doubt === 'name' ? choice === 'ask' : true
  if (!isAsked) return asChosen(choice as keyof typeof planOf)
  const isAnswered = answer !== null && answered_for === key
  const asked = { doubt: doubt ?? by, answer: isAnswered ? answer : null, answered_for: key }
  return isAnswered ? { ...asChosen(answer), ...asked } : { ...none, ...match, plan: 'skip', ...asked }
}

const planOf = { skip: 'skip', 'fill-empty': 'update', 'update-all': 'update', update: 'update', add: 'add' } as const

type Identifier = { id: string; isNumber: boolean } | null

function findIdentifier({ mapping }: StoredAthleteImport, fields: readonly CustomField[]): Identifier {
  const target = mapping.identifier === null ? null : (mapping.targets[mapping.identifier] ?? null)
  const field = fields.find(({ id }) => target === `custom:${id}`)
  return field ? { id: field.id, isNumber: field.kind === 'number' } : null
}

/** Without permission for sensitive data, it decides nothing. */
function toPerson(reading: Reading, identifier: Identifier, { sensitive }: Importer): Person {
  const value = identifier ? ownValue(reading.custom, identifier.id) : undefined
  return {
    givenName: String(reading.givenName ?? ''),
    familyName: String(reading.familyName ?? ''),
    preferredName: reading.preferredName as string | undefined,
    birthDate: sensitive ? (reading.birthDate as string | undefined) : null,
    email: sensitive ? (reading.email as string | undefined) : null,
    identifier: value === undefined ? null : String(value),
    athleteId: reading.athleteId ?? null,
    school: reading.school as string | undefined,
    classYear: reading.classYear as number | undefined,
    sport: reading.sport as string | undefined,
  }
}

type NumberedPerson = { line: number; person: Person; keys: string[] }

/** Family names under which a known athlete may be stored. */
function listFamilyNames({ familyName }: Person) {
  const family = withoutGeneration(familyName)
  const [joined, parted] = [family.replace(/['’]/g, ''), family.replace(/^([od])([a-z]{4,})$/i, "$1'$2")]
  return [...new Set([familyName, family, family.replaceAll('-', ' '), family.replaceAll(' ', '-'), joined, parted])]
}

async function findKnown(
  client: Queryable,
  { organization_id }: StoredAthleteImport,
  identifier: Identifier,
  { sensitive }: Importer,
  people: readonly NumberedPerson[],
) {
  const names = people.flatMap(({ line, person }) =>
    listFamilyNames(person).map((family) => [line, family, listVariants(firstNameOf(person.givenName)).join(' ')]),
  )
  const emails = people.flatMap(({ line, person }) => (person.email ? [[line, person.email]] : []))
  const ids = people.flatMap(({ line, person }) => (person.athleteId ? [[line, person.athleteId]] : []))
  const identifiers = people.flatMap(({ line, person }) => (person.identifier ? [[line, person.identifier]] : []))
  const byLine = new Map<number, Set<string>>()
  /** $2 has the lines; further parameters have the other columns of the rows. */
  const lookUp = async (rows: readonly unknown[][], text: string, more: unknown[] = []) => {
    if (rows.length === 0) return
    const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]))
    const { rows: found } = await client.query<{ line: number; id: string }>(text, [
      organization_id,
      ...columns,
      ...more,
    ])
    for (const { line, id } of found) byLine.set(line, (byLine.get(line) ?? new Set()).add(id))
  }
  const present = 'a.organization_id = $1 and a.removed_at is null'
  await lookUp(
    names,
    `with x as materialized (select line, ' ' || fold(family) || ' ' collate "C" as family, string_to_array(given, ' ') as given
       from unnest($2::integer[], $3::text[], $4::text[]) as x(line, family, given))
     select x.line, a.id from x cross join lateral (select a.id from athletes a
       where ${present} and a.folded >= x.family and a.folded < rtrim(x.family) || '!'
         and translate(split_part(substr(a.folded, length(x.family) + 1), ' ', 1), '''.-', '') = any(x.given)
       limit ${MAX_CANDIDATES}) a`,
  )
  await lookUp(
    emails,
    `select x.line, a.id from unnest($2::integer[], $3::text[]) as x(line, email) cross join lateral (
       select a.id from athletes a where ${present} and a.email = x.email limit ${MAX_CANDIDATES}) a`,
  )
  await lookUp(
    ids,
    `select x.line, a.id from unnest($2::integer[], $3::uuid[]) as x(line, id) cross join lateral (
       select a.id from athletes a where ${present} and a.id = x.id limit 1) a`,
  )
  if (identifier) {
    const equal = identifier.isNumber ? 'v.number_value = x.value::double precision' : 'v.text_value = x.value'
    await lookUp(
      identifiers,
      `select x.line, v.id from unnest($2::integer[], $3::text[]) as x(line, value) cross join lateral (
         select v.athlete_id as id from custom_values v join athletes a on ${present} and a.id = v.athlete_id
         where v.organization_id = $1 and v.field_id = $4 and ${equal} limit ${MAX_CANDIDATES}) v`,
      [identifier.id],
    )
  }
  const found = new Set([...byLine.values()].flatMap((one) => [...one]))
  if (found.size === 0) return { byLine, athletes: new Map<string, Person>() }
  const { rows } = await client.query<Person & { athleteId: string }>(
    `select a.id as "athleteId", a.given_name as "givenName", a.family_name as "familyName",
       a.preferred_name as "preferredName", case when $3 then a.birth_date end as "birthDate",
       case when $3 then a.email end as email, a.school, a.class_year as "classYear", a.sport,
       coalesce(v.text_value, v.number_value::text) as identifier
     from athletes a left join custom_values v on v.organization_id = $1 and v.athlete_id = a.id and v.field_id = $4
     where a.organization_id = $1 and a.id = any($2::uuid[])`,
    [organization_id, [...found], sensitive, identifier?.id ?? null],
  )
  return { byLine, athletes: new Map(rows.map((row) => [row.athleteId, row])) }
}

/** Earlier rows of the file with a common key, from the batches before, by line. */
async function findEarlier(
  client: Queryable,
  stored: StoredAthleteImport,
  identifier: Identifier,
  importer: Importer,
  people: readonly NumberedPerson[],
) {
  const keys = people.flatMap((person) => person.keys.map((key) => ({ line: person.line, key })))
  const byLine = new Map<number, EarlierRow[]>()
  for (const row of await findEarlierRows<Reading>(client, stored, keys, MAX_CANDIDATES)) {
    const { of, line, first, reading, record_id, isAdded } = row
    const earlier = {
      line,
      first,
      athlete: isAdded ? null : record_id,
      person: toPerson(reading, identifier, importer),
    }
    const others = byLine.get(of)
    if (others) others.push(earlier)
    else byLine.set(of, [earlier])
  }
  return byLine
}
