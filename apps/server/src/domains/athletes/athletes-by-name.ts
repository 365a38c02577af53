import type { Level } from '@sherpa/contracts/athlete'
import { athleteName } from '@sherpa/contracts/athlete'
import { sportNames } from '@sherpa/contracts/sports'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, run } from '../../persistence/queries.ts'
import { foldName } from '../../tables/read-text.ts'
import { recordEvent } from '../audit/audit.ts'
import type { Viewer } from './athlete-access.ts'
import { splitName } from './import/split-name.ts'
import { addTimelineEntry } from './timeline.ts'

type Known = {
  id: string
  given_name: string
  family_name: string
  preferred_name: string | null
  sport: keyof typeof sportNames | null
  school: string | null
}
type FoundByName = { id: string; name: string; about: string }

const MOST_PER_NAME = 50
const MOST_CANDIDATES = 5

/**
 * Athletes with these names, in any order of given and family name, also with the preferred name. Candidates have the
 * same family name and the same initial.
 */
export async function findAthletesByName(client: Queryable, organization: string, names: readonly string[]) {
  // Where the family name begins is unknown: "Ana de la Cruz".
  const families = names.flatMap((name) => {
    const split = splitName(name)
    const words = name.replaceAll(',', ' ').split(/\s+/).filter(Boolean)
    const endings = words.map((_, at) => words.slice(at).join(' '))
    const all = new Set([split?.familyName ?? '', ...endings, words[0] ?? ''].filter(Boolean))
    return [...all].slice(0, 8).map((family) => ({ name, family }))
  })
  const { rows } = await client.query<Known & { searched: string }>(
    `select x.name as searched, a.id, a.given_name, a.family_name, a.preferred_name, a.sport, a.school
     from jsonb_to_recordset($2::jsonb) as x(name text, family text) cross join lateral (
       select id, given_name, family_name, preferred_name, sport, school from athletes
       where organization_id = $1 and removed_at is null
         and folded >= ' ' || fold(x.family) || ' ' and folded < ' ' || fold(x.family) || '!'
       order by folded, id limit $3) a`,
    [organization, JSON.stringify(families), MOST_PER_NAME],
  )
  const bySearched = Map.groupBy(rows, ({ searched }) => searched)
  return new Map(
    names.map((name) => {
      const known = [...new Map((bySearched.get(name) ?? []).map((row) => [row.id, row])).values()]
      const exact = known.filter((athlete) => namesOf(athlete).has(foldName(name.replace(',', ' '))))
      const initials = new Set(name.split(/[\s,]+/).map((word) => foldName(word)[0]))
      const similar = known.filter(({ given_name }) => initials.has(foldName(given_name)[0]))
      return [name, { exact: exact.map(toFound), similar: similar.slice(0, MOST_CANDIDATES).map(toFound) }] as const
    }),
  )
}

function namesOf({ given_name, family_name, preferred_name }: Known) {
  const given = [given_name, ...(preferred_name ? [preferred_name] : [])]
  return new Set(given.flatMap((one) => [foldName(`${one} ${family_name}`), foldName(`${family_name} ${one}`)]))
}

function toFound({ id, given_name, family_name, preferred_name, sport, school }: Known): FoundByName {
  const name = athleteName({ givenName: given_name, familyName: family_name, preferredName: preferred_name })
  return { id, name, about: [sport && sportNames[sport], school].filter(Boolean).join(', ') }
}

/** Adds an athlete of whom only the name is known. The caller has locked the roster. */
export async function addAthleteByName(
  client: Queryable,
  viewer: Viewer,
  name: string,
  { level, stage }: { level: Level; stage: 'signed' | 'prospect' },
) {
  const { organization } = viewer.member
  const split = splitName(name) ?? { givenName: '', familyName: name }
  const id = newId()
  await run(
    client,
    query.insertInto('athletes').values({
      organization_id: organization,
      id,
      given_name: split.givenName,
      family_name: split.familyName,
      preferred_name: split.preferredName ?? null,
      level,
      stage,
    }),
  )
  await addTimelineEntry(client, viewer, id, { kind: 'added' })
  await recordEvent(client, { event: 'athlete-added', actor: viewer.person.id, organization, athlete: id })
  return id
}

/** Athletes that were added by name, unless someone has changed them since. The ledger may refer to them. */
export async function hideUnusedAthletes(client: Queryable, organization: string, ids: readonly string[]) {
  await client.query(
    `update athletes a set removed_at = now() where a.organization_id = $1 and a.id = any($2::uuid[])
       and a.removed_at is null and a.user_id is null and not exists (
         select from athlete_timeline t where t.organization_id = $1 and t.athlete_id = a.id and t.kind <> 'added')`,
    [organization, ids],
  )
}
