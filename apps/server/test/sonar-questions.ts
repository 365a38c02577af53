import { permissionsOf, type Role } from '@sherpa/contracts/organization'
import { findNameTexts, matchName, type NameCandidate, type ResolveNames } from '@sherpa/contracts/sonar/names'
import { parse, type SonarContext } from '@sherpa/contracts/sonar/parse'
import { type SonarReading, sonarReading } from '@sherpa/contracts/sonar/reading'
import type pg from 'pg'

/** A question with its expected reading. Names stand for ids, such as `company:Halden Outlet`. */
export type Question = {
  id: string
  q: string
  tier: number
  as?: Role
  expected: Expected
  /** Other right readings. */
  accept?: Expected[]
}
type Expected = {
  target: string | null
  query?: Record<string, string | string[]>
  where?: { field: string; op: string; value: unknown }[]
  sort?: string | null
  search?: string | null
  unknown?: string[]
  ask?: string[]
  refused?: string
  answer?: { figure: string }
}

export type Scored = { id: string; q: string; exact: boolean; silent: boolean; ms: number; read: Expected }

const MOST_CANDIDATES = 5
/** The fastest run counts: others measure how busy the machine is. */
const REPEATS = 5

/** Looks names up in an organization, in memory. Ids are `kind:name`. */
export async function sampleNames(database: pg.Pool, organization: string): Promise<ResolveNames> {
  const { rows } = await database.query<{ kind: NameCandidate['kind']; name: string }>(
    `select 'athlete' as kind, coalesce(nullif(preferred_name, ''), given_name) || ' ' || family_name as name from athletes where organization_id = $1
     union select 'school', school from athletes where organization_id = $1 and school is not null
     union select 'company', name from companies where organization_id = $1
     union select 'tag', name from tags where organization_id = $1
     union select 'program', name from programs where organization_id = $1
     union select 'member', u.name from memberships m join users u on u.id = m.user_id where m.organization_id = $1 and m.role <> 'athlete'`,
    [organization],
  )
  return async (texts) =>
    texts.flatMap((text) =>
      rows
        .flatMap(({ kind, name }) => {
          const match = matchName(kind, name, text)
          return match ? [{ text, kind, id: `${kind}:${name}`, name, isExact: match === 'whole' }] : []
        })
        .toSorted((one, other) => Number(other.isExact) - Number(one.isExact))
        .slice(0, MOST_CANDIDATES),
    )
}

export async function readQuestion(
  { q, as = 'owner' }: Pick<Question, 'q' | 'as'>,
  today: string,
  resolve: ResolveNames,
) {
  const names = await resolve(findNameTexts(q))
  const context = {
    today,
    fiscalMonth: 1,
    currency: 'USD',
    permissions: permissionsOf(as, []),
    me: 'member:Amara Cole',
    names,
  } as const
  const reading = parse(q, context)
  const ms = Math.min(...Array.from({ length: REPEATS }, () => timeParse(q, context)))
  return { reading: sonarReading.parse(reading), ms }
}

function timeParse(question: string, context: SonarContext) {
  const start = performance.now()
  parse(question, context)
  return performance.now() - start
}

export async function scoreQuestion(question: Question, today: string, resolve: ResolveNames): Promise<Scored> {
  const { reading, ms } = await readQuestion(question, today, resolve)
  const read = summarize(reading)
  const accepted = [question.expected, ...(question.accept ?? [])]
  const exact = accepted.some((expected) => isEqual(expected, read))
  const isShown = (read.unknown?.length ?? 0) > 0 || (read.ask?.length ?? 0) > 0 || read.refused !== undefined
  return { id: question.id, q: question.q, exact, silent: !exact && !isShown, ms: Number(ms.toFixed(2)), read }
}

function summarize({ target, query, where, sort, search, figure, unknown, ask, refused }: SonarReading): Expected {
  if (refused) return { target: null, refused }
  const isName = (value: string) => value.includes(':')
  return {
    target,
    query,
    where: where.map(({ field, op, value }) => ({ field, op, value })),
    sort,
    search,
    ...(figure && { answer: { figure } }),
    ...(unknown.length > 0 && { unknown: unknown.map(({ text }) => text) }),
    ...(ask.length > 0 && {
      ask: ask.flatMap(({ parameter, values }) =>
        values.map(({ value }) => (isName(value) ? value : `${parameter}:${value}`)),
      ),
    }),
  }
}

const TOLERANCE = 0.01
const stopWords = new Set('a an the of in for to and or with is are on at by me my show all'.split(' '))
const wordsOf = (texts: readonly string[] = []) =>
  new Set(
    texts
      .join(' ')
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word && !stopWords.has(word)),
  )

function isEqual(expected: Expected, read: Expected) {
  if (expected.refused) return read.refused === expected.refused
  const anyTarget = expected.target === null && expected.unknown
  return (
    read.refused === undefined &&
    (anyTarget || expected.target === read.target) &&
    isSame(sortedSets(expected.query ?? {}), sortedSets(read.query ?? {})) &&
    isSame(canonical(expected.where), canonical(read.where)) &&
    (expected.sort ?? null) === read.sort &&
    (expected.search ?? null) === read.search &&
    expected.answer?.figure === read.answer?.figure &&
    isSame([...wordsOf(expected.unknown)].toSorted(), [...wordsOf(read.unknown)].toSorted()) &&
    isSame(expected.ask?.toSorted() ?? [], read.ask?.toSorted() ?? [])
  )
}

const sortedSets = (query: Record<string, string | string[]>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  )

const canonical = (where: Expected['where'] = []) =>
  where
    .map(({ field, op, value }) => ({
      field,
      op,
      value: op === 'in' || op === 'none' ? [value].flat().toSorted() : value,
    }))
    .toSorted((one, other) => `${one.field} ${one.op}`.localeCompare(`${other.field} ${other.op}`))

/** Deep equality; numbers within a tolerance. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= TOLERANCE
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [keys, otherKeys] = [Object.keys(one), Object.keys(other)]
  return (
    keys.length === otherKeys.length &&
    keys.every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  )
}

export const readQuestions = (text: string): Question[] =>
  text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line))
