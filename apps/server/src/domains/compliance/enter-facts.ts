import type { Level } from '@sherpa/contracts/athlete'
import { levels } from '@sherpa/contracts/athlete'
import { type Division, divisions, type MissingInput } from '@sherpa/contracts/compliance/judgment'
import { type EnteredFact, type EnteredFacts, isFactOfCompany } from '@sherpa/contracts/missing-facts'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { athleteFacts, setLevels } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicCompanies } from '../companies/companies.ts'
import { changeCompanyFacts, checkedBy, insertAssociation } from './company-facts.ts'
import type { Viewer } from './compliance-access.ts'

type KnownFacts = Partial<Record<MissingInput, string>>
type KnownSubject = { id: string; name: string; known: KnownFacts }

/** What is known of the facts that can be entered where they are missing. Days and keys, not words. */
export async function loadKnownOfAthletes(client: Queryable, organization: string, ids: readonly string[]) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .leftJoin('athlete_compliance as x', (join) =>
        join.onRef('x.organization_id', '=', 'a.organization_id').onRef('x.athlete_id', '=', 'a.id'),
      )
      .leftJoin(publicCompanies.as('s'), (join) =>
        join
          .onRef('s.organization_id', '=', 'x.organization_id')
          .onRef('s.id', '=', 'x.school_id')
          .on('s.removed_at', 'is', null),
      )
      .select(['a.id', 'a.name', 'a.level', 'x.division', 'x.enrolled_on', 'x.junior_year_on'])
      .select(['s.id as schoolId', sql<string | null>`coalesce(s.name, a.school)`.as('school')])
      .where('a.organization_id', '=', organization)
      .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
      .orderBy('a.id'),
  )
  return rows.map(({ id, name, school, schoolId, ...facts }) => ({
    id,
    name,
    school,
    schoolId,
    known: withoutUnknown({
      'athlete.level': facts.level,
      'athlete.division': facts.division,
      'athlete.enrolledOn': facts.enrolled_on,
      'athlete.juniorYearOn': facts.junior_year_on,
    }),
  }))
}

export async function loadKnownOfCompanies(
  client: Queryable,
  organization: string,
  ids: readonly string[],
): Promise<KnownSubject[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom(publicCompanies.as('c'))
      .leftJoin('company_compliance as x', (join) =>
        join.onRef('x.organization_id', '=', 'c.organization_id').onRef('x.company_id', '=', 'c.id'),
      )
      .select(['c.id', 'c.name', 'x.state', sql<string | null>`x.associations_checked_at::text`.as('checkedAt')])
      .where('c.organization_id', '=', organization)
      .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
      .where('c.removed_at', 'is', null)
      .orderBy('c.id'),
  )
  return rows.map(({ id, name, state, checkedAt }) => ({
    id,
    name,
    known: withoutUnknown({ 'school.state': state, 'company.association': checkedAt }),
  }))
}

const withoutUnknown = (facts: Record<string, string | null>): KnownFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))

/**
 * Enters facts that are unknown, and keeps what somebody else entered. Athletes are locked and visible. Many athletes are
 * one event.
 */
export async function enterFacts(
  client: Queryable,
  viewer: Viewer,
  facts: readonly EnteredFact[],
  at: Date,
): Promise<Pick<EnteredFacts, 'entered' | 'kept'>> {
  const { organization } = viewer.member
  const idsOf = (some: readonly EnteredFact[]) => [...new Set(some.map(({ id }) => id))]
  const ofCompanies = facts.filter(({ fact }) => isFactOfCompany(fact))
  const subjects = [
    ...(await loadKnownOfAthletes(client, organization, idsOf(facts.filter(({ fact }) => !isFactOfCompany(fact))))),
    ...(await loadKnownOfCompanies(client, organization, idsOf(ofCompanies))),
  ]
  const bySubject = new Map<string, KnownSubject>(subjects.map((one) => [one.id, one]))
  const kept = facts.flatMap(({ fact, id }) => {
    const subject = bySubject.get(id)
    if (!subject) throw new Refusal('not-found')
    const value = subject.known[fact]
    return value === undefined ? [] : [{ fact, id, name: subject.name, value }]
  })
  const entered = facts.filter(({ fact, id }) => bySubject.get(id)?.known[fact] === undefined)
  await enterOfAthletes(client, viewer, entered)
  for (const one of entered) if (isFactOfCompany(one.fact)) await enterOfCompany(client, viewer, one, at)
  return { entered: entered.length, kept }
}

async function enterOfAthletes(client: Queryable, viewer: Viewer, facts: readonly EnteredFact[]) {
  const { organization } = viewer.member
  const levelsById = new Map<string, Level>()
  const columns = new Map<string, { division?: Division; enrolled_on?: string; junior_year_on?: string }>()
  const changes = new Map<string, Set<string>>()
  const add = (id: string, field: string, word: string, column: object) => {
    columns.set(id, { ...columns.get(id), ...column })
    changes.set(field, new Set(changes.get(field)).add(word))
  }
  for (const one of facts) {
    if (one.fact === 'athlete.level') {
      levelsById.set(one.id, one.value)
      changes.set('level', new Set(changes.get('level')).add(levels[one.value]))
    }
    if (one.fact === 'athlete.division') add(one.id, 'division', divisions[one.value], { division: one.value })
    if (one.fact === 'athlete.enrolledOn') add(one.id, 'enrolledOn', one.value, { enrolled_on: one.value })
    if (one.fact === 'athlete.juniorYearOn') add(one.id, 'juniorYearOn', one.value, { junior_year_on: one.value })
  }
  await setLevels(client, viewer, levelsById)
  if (columns.size > 0) {
    const values = (name: 'division' | 'enrolled_on' | 'junior_year_on') =>
      [...columns.values()].map((one) => one[name] ?? null)
    await run(
      client,
      sql`insert into athlete_compliance as x (organization_id, athlete_id, division, enrolled_on, junior_year_on)
        select ${organization}::uuid, y.* from unnest(${[...columns.keys()]}::uuid[], ${values('division')}::text[],
          ${values('enrolled_on')}::date[], ${values('junior_year_on')}::date[]) as y
        on conflict (organization_id, athlete_id) do update set division = coalesce(x.division, excluded.division),
          enrolled_on = coalesce(x.enrolled_on, excluded.enrolled_on),
          junior_year_on = coalesce(x.junior_year_on, excluded.junior_year_on), version = x.version + 1`,
    )
  }
  const athletes = new Set([...levelsById.keys(), ...columns.keys()])
  const [first] = athletes
  if (!first) return
  const fields = [...changes.keys()].join(', ')
  await recordEvent(client, {
    ...(athletes.size === 1
      ? { event: 'athlete-changed', athlete: first, details: fields }
      : { event: 'athletes-changed', details: `${athletes.size}: ${fields}` }),
    actor: viewer.person.id,
    organization,
    changes: [...changes].map(([field, words]) => ({ field, before: null, after: [...words].join(', ') })),
  })
}

async function enterOfCompany(client: Queryable, viewer: Viewer, one: EnteredFact, at: Date) {
  await changeCompanyFacts(client, viewer, one.id, async () => {
    if (one.fact === 'school.state') return { state: one.value }
    if (one.fact === 'company.association' && one.value) {
      await insertAssociation(client, viewer, one.id, { ...one.value, source: null }, at)
    }
    return checkedBy(viewer, at)
  })
}
