import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ImportMapping, ImportRow, WholeImport } from '@sherpa/contracts/athlete-import'
import type { ImportState } from '@sherpa/contracts/import'
import type { SportId } from '@sherpa/contracts/sports'
import type { buildApp } from '../src/app.ts'
import { readPositions } from '../src/domains/athletes/import/read-positions.ts'
import type { Queryable } from '../src/persistence/database.ts'
import { plain } from '../src/tables/read-text.ts'
import { signedInOwner } from './signed-in-owner.ts'

type Scored = string | number | boolean | null
type Expected = {
  headerRow?: number
  columns?: Record<string, string | null>
  answers?: Record<string, Scored>
  people?: number
  rows?: Record<string, Record<string, Scored>>
}
type Finding = Record<string, unknown>
export type FileScore = {
  file: string
  error?: string
  headerRow?: { expected: number; found: number | null }
  columns: { right: number; wrong: Finding[]; missed: Finding[] }
  rows: { expected: number; imported: number; missing: Finding[]; unexpected: Finding[] }
  people: { expected: number | null; found: number; mergedWrongly: Finding[]; splitWrongly: number }
  values: { compared: number; differing: Finding[] }
}
type World = { app: ReturnType<typeof buildApp>; database: Queryable }

/** Imports each table of a folder with the proposed settings plus the expected answers, and compares the result. */
export async function scoreFolder(world: World, folder: string, only = (_: string) => true): Promise<FileScore[]> {
  const names = (await readdir(folder)).filter((name) => /\.(csv|tsv|txt|xlsx)$/i.test(name) && only(name)).sort()
  const scores: FileScore[] = []
  for (const name of names) {
    const expected = join(folder, `${name.replace(/\.[^.]+$/, '')}.expected.json`)
    const [file, text] = await Promise.all([readFile(join(folder, name)), readFile(expected, 'utf8').catch(() => null)])
    if (text !== null) scores.push(await scoreFile(world, name, file, JSON.parse(text)))
  }
  return scores
}

/** Shares of all files together, between 0 and 1. */
export function sumScores(scores: FileScore[]) {
  const sum = (count: (score: FileScore) => number) => scores.reduce((total, score) => total + count(score), 0)
  const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000)
  const right = sum(({ columns }) => columns.right)
  const wrong = sum(({ columns }) => columns.wrong.length)
  const missed = sum(({ columns }) => columns.missed.length)
  const [rows, imported] = [sum((one) => one.rows.expected), sum((one) => one.rows.imported)]
  return {
    files: scores.length,
    failed: scores.filter(({ error }) => error).length,
    headersWrong: scores.filter(({ headerRow }) => headerRow && headerRow.expected !== headerRow.found).length,
    columns: { right, wrong, missed, share: share(right, right + wrong + missed) },
    rows: {
      expected: rows,
      imported,
      unexpected: sum((one) => one.rows.unexpected.length),
      share: share(imported, rows),
    },
    people: {
      mergedWrongly: sum((one) => one.people.mergedWrongly.length),
      splitWrongly: sum((one) => one.people.splitWrongly),
    },
    values: { compared: sum((one) => one.values.compared), differing: sum((one) => one.values.differing.length) },
  }
}

async function scoreFile({ app, database }: World, name: string, file: Buffer, expected: Expected): Promise<FileScore> {
  const { organization, token } = await signedInOwner(database)
  await addColleagues(database, organization, expected)
  const imports = `/api/organizations/${organization}/imports`
  const ask = async <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object | Buffer) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload instanceof Buffer && { 'content-type': 'application/octet-stream' }),
    }
    const answer = await app.inject({ method, url: imports + path, headers, ...(payload && { payload }) })
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 500)}`)
    return answer.json() as Answer
  }
  const score: FileScore = {
    file: name,
    columns: { right: 0, wrong: [], missed: [] },
    rows: { expected: 0, imported: 0, missing: [], unexpected: [] },
    people: { expected: expected.people ?? null, found: 0, mergedWrongly: [], splitWrongly: 0 },
    values: { compared: 0, differing: [] },
  }
  try {
    const { sheet } = expected.answers ?? {}
    const query = new URLSearchParams({ name, ...(typeof sheet === 'string' && { sheet }) })
    const uploaded = await ask<WholeImport>('POST', `?${query}`, file)
    if (expected.headerRow) score.headerRow = { expected: expected.headerRow, found: uploaded.headerRow }
    scoreColumns(score, uploaded, expected)
    await ask('PUT', `/${uploaded.id}/mapping`, answerQuestions(uploaded.mapping, expected.answers ?? {}))
    const until = async (state: ImportState) => {
      while ((await ask<WholeImport>('GET', `/${uploaded.id}`)).state !== state) await pause(20)
    }
    await ask('POST', `/${uploaded.id}/check`)
    await until('checked')
    await ask('POST', `/${uploaded.id}/start`)
    await until('done')
    const rows = await listRows((path) => ask('GET', `/${uploaded.id}/rows${path}`))
    scoreRows(score, rows, await loadAthletes(database, organization), expected)
  } catch (error) {
    score.error = error instanceof Error ? error.message : String(error)
    score.rows.expected = Object.keys(expected.rows ?? {}).length
  }
  return score
}

/** Colleagues that the file names are members. */
async function addColleagues(database: Queryable, organization: string, { rows = {} }: Expected) {
  const names = Object.values(rows).flatMap(({ lookedAfterBy }) => String(lookedAfterBy ?? '').split(/\s*[,;]\s*/))
  for (const name of new Set(names.filter((one) => one !== ''))) {
    const id = randomUUID()
    await database.query(
      `with person as (insert into users (id, name, email, email_verified) values ($2, $3, $4, true) returning id)
       insert into memberships (organization_id, user_id, role) select $1, id, 'agent' from person`,
      [organization, id, name, name.includes('@') ? name : `${id}@agency.example`],
    )
  }
}

function answerQuestions(mapping: ImportMapping, answers: NonNullable<Expected['answers']>): ImportMapping {
  const { sport, level, stage, dayFirst } = answers
  const defaults = {
    ...mapping.defaults,
    ...(sport ? { sport } : {}),
    ...(level ? { level } : {}),
    ...(stage ? { stage } : {}),
  } as ImportMapping['defaults']
  return { ...mapping, defaults, ...(typeof dayFirst === 'boolean' && { dayFirst }) }
}

async function listRows(ask: (path: string) => Promise<{ rows: ImportRow[]; next: string | null }>) {
  const all: ImportRow[] = []
  let after = ''
  do {
    const page = await ask(`?limit=100${after && `&after=${encodeURIComponent(after)}`}`)
    all.push(...page.rows)
    after = page.next ?? ''
  } while (after)
  return all
}

/** A town that is read with its state is the same target. */
const sameTarget = (target: string | null) => (target === 'hometown+state' ? 'hometown' : (target ?? null))

function scoreColumns(score: FileScore, { columns, mapping }: WholeImport, { columns: expected = {} }: Expected) {
  const free = new Set(columns.keys())
  const find = (heading: string) => {
    const wanted = plain(heading) || heading
    const named = (matches: (name: string) => boolean) =>
      [...free].find((at) => matches(plain(columns[at]?.name ?? '') || (columns[at]?.name ?? '')))
    return (
      named((name) => name === wanted) ??
      named((name) => name.endsWith(wanted)) ??
      named((name) => name.includes(wanted))
    )
  }
  for (const [heading, wanted] of Object.entries(expected)) {
    const at = find(heading)
    if (at !== undefined) free.delete(at)
    const target = mapping.targets[at ?? -1] ?? null
    const found = target?.startsWith('custom:') ? null : target
    if (sameTarget(found) === sameTarget(wanted)) score.columns.right++
    else if (found === null) score.columns.missed.push({ heading, expected: wanted })
    else score.columns.wrong.push({ heading, expected: wanted, found })
  }
}

type Athlete = Record<string, Scored> & { id: string }

/** Values by the field names of the expectations. */
async function loadAthletes(database: Queryable, organization: string): Promise<Athlete[]> {
  const { rows } = await database.query<Record<string, unknown> & { id: string }>(
    `select a.id, a.given_name as "givenName", a.family_name as "familyName", a.preferred_name as "preferredName",
       a.birth_date::text as "birthDate", a.sport, array_to_string(a.positions, ', ') as positions, a.level, a.school,
       a.class_year as "classYear", a.hometown, a.state, a.country, a.email, a.phone, a.stage,
       (select string_agg(t.name, ', ' order by t.name) from athlete_tags x join tags t on t.organization_id = x.organization_id
         and t.id = x.tag_id where x.organization_id = a.organization_id and x.athlete_id = a.id) as tags,
       (select string_agg(u.name, ', ' order by u.name) from athlete_assignments x join users u on u.id = x.user_id
         where x.organization_id = a.organization_id and x.athlete_id = a.id) as "lookedAfterBy",
       (select string_agg(t.text, E'\\n') from athlete_timeline t where t.organization_id = a.organization_id
         and t.athlete_id = a.id and t.kind = 'note') as note,
       (select jsonb_agg(jsonb_build_object('Name', c.name, 'Relation', c.relation, 'Email', c.email, 'Phone', c.phone)
         order by c.created_at, c.id) from athlete_contacts c where c.organization_id = a.organization_id and c.athlete_id = a.id) as contacts,
       (select jsonb_object_agg(m.kind, m.value) from athlete_measurements m where m.organization_id = a.organization_id
         and m.athlete_id = a.id) as measured,
       (select jsonb_object_agg(s.platform, jsonb_build_object('handle', s.handle, 'followers', s.followers))
         from athlete_social_accounts s where s.organization_id = a.organization_id and s.athlete_id = a.id) as social
     from athletes a where a.organization_id = $1 and a.removed_at is null`,
    [organization],
  )
  return rows.map(({ contacts, measured, social, ...facts }) => ({
    ...(facts as Athlete),
    ...Object.fromEntries(
      ((contacts ?? []) as Record<string, Scored>[]).flatMap((contact, at) =>
        Object.entries(contact).map(([part, value]) => [`contact${at + 1}${part}`, value]),
      ),
    ),
    ...Object.fromEntries(
      Object.entries(measured ?? {}).map(([kind, value]) => [`measured:${kind}`, toUsUnit(kind, Number(value))]),
    ),
    ...Object.fromEntries(
      Object.entries((social ?? {}) as Record<string, { handle: string; followers: number | null }>).flatMap(
        ([platform, { handle, followers }]) => [
          [`social:${platform}`, handle.replace(/^@/, '')],
          [`followers:${platform}`, followers],
        ],
      ),
    ),
  }))
}

function toUsUnit(kind: string, value: number) {
  if (kind === 'weight' || kind === 'bench-press') return value / 0.45359237
  if (kind === 'throwing-speed') return value / 1.609344
  return ['height', 'wingspan', 'vertical-jump', 'broad-jump'].includes(kind) ? value / 2.54 : value
}

function scoreRows(score: FileScore, rows: ImportRow[], athletes: Athlete[], expected: Expected) {
  const byId = new Map(athletes.map((athlete) => [athlete.id, athlete]))
  const byRow = new Map(rows.map((row) => [row.row, row]))
  const people = new Map<string, { row: string; wanted: Record<string, Scored> }>()
  for (const [line, wanted] of Object.entries(expected.rows ?? {})) {
    const row = byRow.get(Number(line))
    const athlete = row?.athlete ? byId.get(row.athlete) : undefined
    const names = ['givenName', 'familyName', 'fullName'].filter((name) => name in wanted)
    const isPerson = names.length === 0 || names.some((name) => wanted[name])
    if (!isPerson) {
      if (athlete && row?.outcome === 'added') score.rows.unexpected.push({ row: line, name: row.name })
      continue
    }
    score.rows.expected++
    if (!athlete) {
      score.rows.missing.push({ row: line, outcome: row?.outcome ?? 'not read', problems: row?.problems ?? [] })
      continue
    }
    score.rows.imported++
    const other = people.get(athlete.id)
    if (other && isOtherPerson(other.wanted, wanted)) {
      score.people.mergedWrongly.push({ rows: [other.row, line], name: row?.name })
    }
    if (other) continue
    people.set(athlete.id, { row: line, wanted })
    compareValues(score, line, wanted, athlete)
  }
  score.people.found = athletes.length
  if (expected.people !== undefined) {
    score.people.splitWrongly = Math.max(0, athletes.length - expected.people)
    // Rows of one person may have different spellings.
    if (athletes.length === expected.people) score.people.mergedWrongly = []
    const missing = expected.people - athletes.length - score.rows.missing.length
    if (missing > 0 && score.people.mergedWrongly.length === 0) score.people.mergedWrongly.push({ people: missing })
  }
}

const nameOf = ({ givenName, familyName, fullName }: Record<string, Scored>) =>
  normalize([givenName, familyName].filter(Boolean).join(' ') || String(fullName ?? ''))
/** Different names with the same birth date and email are spellings of one person. */
function isOtherPerson(one: Record<string, Scored>, other: Record<string, Scored>) {
  const differs = (field: string) => Boolean(one[field] && other[field] && one[field] !== other[field])
  if (differs('birthDate')) return true
  const isSameAddress = Boolean(one.email && one.email === other.email)
  return Boolean(nameOf(one) && nameOf(other)) && nameOf(one) !== nameOf(other) && !isSameAddress
}

function compareValues(score: FileScore, row: string, wanted: Record<string, Scored>, athlete: Athlete) {
  for (const [field, value] of Object.entries(wanted)) {
    // A single name is in either field.
    const isSingle = (field === 'givenName' || field === 'familyName') && (!wanted.givenName || !wanted.familyName)
    if (isSingle && field === 'givenName' && 'familyName' in wanted) continue
    const [want, have] =
      isSingle || field === 'fullName'
        ? [nameOf(wanted), nameOf(athlete as Record<string, Scored>)]
        : [value, athlete[field] ?? null]
    score.values.compared++
    if (!isSame(field, want, have, athlete)) score.values.differing.push({ row, field, expected: value, found: have })
  }
}

const normalize = (text: string) =>
  text.normalize('NFC').replace(/\s+/g, ' ').replace(/[’‘]/g, "'").trim().toLowerCase()
const relations: Record<string, string> = { agent: 'adviser', advisor: 'adviser' }

function isSame(field: string, want: Scored, have: Scored, athlete: Athlete): boolean {
  // Every athlete has a stage and a level: those without one get the default.
  if ((want === null || want === '') && (field === 'stage' || field === 'level')) return true
  if (want === null || want === '') return have === null || have === ''
  if (have === null) return false
  if (field === 'positions') {
    const sport = athlete.sport as SportId | null
    return (readPositions(String(want), sport) ?? [want]).join(', ') === have
  }
  if (field === 'phone' || field.endsWith('Phone')) return digitsOf(want) === digitsOf(have)
  if (field.startsWith('measured:'))
    return Math.abs(Number(want) - Number(have)) <= Math.max(0.06, Number(want) * 0.001)
  if (field.endsWith('Relation')) return (relations[String(want)] ?? want) === have
  if (field === 'tags' || field === 'lookedAfterBy') return listOf(want) === listOf(have)
  if (field === 'note') return normalize(String(have)).includes(normalize(String(want)))
  return normalize(String(want)) === normalize(String(have))
}

const listOf = (value: Scored) => String(value).split(/[,;]/).map(normalize).sort().join()
/** Ten digits are of the US. */
function digitsOf(value: Scored) {
  const digits = String(value)
    .replace(/(?:x|ext).*$/i, '')
    .replace(/\D/g, '')
    .replace(/^00/, '')
  return digits.length === 10 ? `1${digits}` : digits
}
