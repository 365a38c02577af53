// npm run bench:lists: pages of lists with a million rows, beside 20 small organizations (output: see measure-queries.ts).
import type { ActivityQuery } from '@sherpa/contracts/activity'
import type { AthletesQuery, TimelineQuery } from '@sherpa/contracts/athlete'
import { type DemoState, type DeskQuery, demoStates } from '@sherpa/contracts/desk'
import { allRoles, type MembersQuery } from '@sherpa/contracts/organization'
import type { UsState } from '@sherpa/contracts/us-states'
import type pg from 'pg'
import { listAthletes } from '../apps/server/src/domains/athletes/athletes.ts'
import { createTimelineService } from '../apps/server/src/domains/athletes/timeline.ts'
import { createAuditService } from '../apps/server/src/domains/audit/audit.ts'
import { deskPage } from '../apps/server/src/domains/demo/desk-list.ts'
import { isVisibleDisclosure } from '../apps/server/src/domains/disclosures/disclosure-access.ts'
import { createPeopleService } from '../apps/server/src/domains/organizations/people.ts'
import type { Member } from '../apps/server/src/http/access.ts'
import {
  type Ask,
  cursor,
  type Kind,
  kind,
  measureQueries,
  misspelled,
  pick,
  type Seeded,
  timed,
} from './measure-queries.ts'
import { MEMBERS, seedAthletes, seedLog, seedMillion, seedRequests } from './seed-million.ts'

await measureQueries(async (seeded) => {
  const organization = await seededOrganization(seeded)
  const kinds = [
    ...(await memberAndActivityQueries(seeded.owner, organization)),
    ...(await athleteQueries(seeded.owner, organization)),
    ...(await contactQueries(seeded.owner, organization)),
    ...(await demoRequestQueries(seeded.owner)),
  ]
  return { organization, kinds }
})

async function seededOrganization({ owner, url }: Seeded) {
  const known = await owner.query<{ id: string }>("select id from organizations where name = 'Organization 0'")
  const organization = known.rows[0]?.id ?? (await timed(`${MEMBERS} members and events`, () => seedMillion(url)))
  const requests = await owner.query('select from demo_requests limit 1')
  if (!requests.rowCount) await timed(`${MEMBERS} demo requests`, () => seedRequests(url, organization))
  const athletes = await owner.query('select from athletes limit 1')
  if (!athletes.rowCount) await timed(`${MEMBERS} athletes`, () => seedAthletes(url, organization))
  const entries = await owner.query('select from athlete_timeline limit 1')
  if (!entries.rowCount) await timed(`${MEMBERS} log entries`, () => seedLog(url, organization))
  return organization
}

const noNames = async () => new Map<string, string>()

/** Queries with varying parameters, sampled from the data. */
async function memberAndActivityQueries(owner: pg.Pool, organization: string): Promise<Kind[]> {
  const members =
    (asked: MembersQuery): Ask =>
    (db) =>
      createPeopleService(db).members(organization, asked)
  const activity =
    (asked: ActivityQuery): Ask =>
    (db) =>
      createAuditService(db, noNames, noNames).ofOrganization(
        {
          organization,
          role: 'owner',
          permissions: ['people.view', 'activity.view', 'athletes.view', 'athletes.all'],
          lacksSecondFactor: true,
        },
        asked,
      )
  const { rows: someone } = await owner.query<{
    id: string
    name: string
    email: string
    folded: string
    joined: string
  }>(
    `select u.id, u.name, u.email, m.folded, m.created_at::text as joined
     from memberships m tablesample bernoulli (0.5) repeatable (7) join users u on u.id = m.user_id where m.organization_id = $1`,
    [organization],
  )
  const { rows: events } = await owner.query<{ id: string; at: string }>(
    'select id, at::text from audit_events tablesample bernoulli (0.1) repeatable (7)',
  )
  const { rows: actors } = await owner.query<{ id: string }>(
    'select actor_id as id from audit_events tablesample bernoulli (0.1) repeatable (7)',
  )
  const word = (n: number, place: number) => pick(someone, n).name.split(' ').at(place) ?? ''
  const wordsOf = (n: number) => pick(someone, n).name
  const hasAccents = someone.filter(({ name }) => name !== name.normalize('NFD').replace(/\p{M}/gu, ''))
  const sorts = ['name', '-name', 'joined', '-joined'] as const
  const frequent = [
    'smith',
    'johnson',
    'gmail',
    'maria',
    'james',
    'anna',
    'garcia',
    'example',
    'zoltan',
    'wanda',
    'tanaka',
    'xavier',
  ]
  const after = (sort: string, { id, folded, joined }: (typeof someone)[number], broad = false) =>
    cursor(sort, sort.endsWith('name') ? folded : joined, id, broad)

  return [
    kind('first page', (n) => members({ sort: pick(sorts, n) })),
    kind('deep page', (n) => members({ sort: pick(sorts, n), after: after(pick(sorts, n), pick(someone, n)) })),
    kind('one role', (n) => members({ role: [pick(allRoles, n)], sort: pick(sorts, Math.floor(n / allRoles.length)) })),
    kind('two roles', (n) =>
      members({ role: [pick(allRoles, n), pick(allRoles, n + 1 + (n % 3))], sort: pick(sorts, Math.floor(n / 6)) }),
    ),
    kind('one role, deep page', (n) =>
      members({ role: [pick(allRoles, n)], sort: pick(sorts, n), after: after(pick(sorts, n), pick(someone, n)) }),
    ),
    kind('search: a frequent word', (n) =>
      members({ search: pick(frequent, n), sort: pick(sorts, Math.floor(n / 12)) }),
    ),
    kind('search: a frequent word, deep page', (n) => {
      const [search, sort] = [pick(frequent, n), pick(sorts, Math.floor(n / 12))]
      const matching = someone.filter(({ folded }) => folded.includes(search))
      return members({ search, sort, after: after(sort, pick(matching, n * 7), true) })
    }),
    kind('search: a given name', (n) => members({ search: word(n, 0), sort: pick(sorts, n) })),
    kind('search: a family name', (n) => members({ search: word(n, -1), sort: pick(sorts, n) })),
    kind('search: two words', (n) => members({ search: wordsOf(n), sort: pick(sorts, n) })),
    kind('search: with accents', (n) => members({ search: pick(hasAccents, n).name })),
    kind('search: an address', (n) => members({ search: pick(someone, n).email })),
    kind('search: a domain', (n) =>
      members({ search: pick(someone, n).email.replace(/.*@/, ''), sort: pick(sorts, n) }),
    ),
    kind('search: beginning of a name', (n) =>
      members({ search: word(n, -1).slice(0, 3 + (n % 3)), sort: pick(sorts, n) }),
    ),
    kind('search and role', (n) =>
      members({ search: word(n, -(n % 2)), role: [pick(allRoles, n)], sort: pick(sorts, n) }),
    ),
    kind('search: one or two letters', (n) =>
      members({
        search: (n % 4 ? word(n, 0) : word(n, -1)).slice(0, 1 + (n % 2)),
        sort: pick(sorts, Math.floor(n / 4)),
      }),
    ),
    kind('search: misspelled', (n) => members({ search: misspelled(word(n, -1), n) })),
    kind('search: two words, misspelled', (n) => members({ search: `${word(n, 0)} ${misspelled(word(n, -1), n)}` })),
    kind('changed rows, by id', (n) =>
      members({ ids: Array.from({ length: 1 + (n % 20) }, (_, index) => pick(someone, n + index).id) }),
    ),
    kind('activity: first page', () => activity({})),
    kind('activity: deep page', (n) => activity({ after: cursor('-time', pick(events, n).at, pick(events, n).id) })),
    kind('activity: a frequent kind', () => activity({ kind: 'people' })),
    kind('activity: rare kinds', (n) =>
      activity({ kind: pick(['permissions', 'billing', 'settings', 'security'] as const, n) }),
    ),
    kind('activity: a person', (n) => activity({ person: n % 2 ? pick(actors, n).id : pick(someone, n).id })),
    kind('activity: a person and a kind', (n) =>
      activity({ person: pick(actors, n).id, kind: pick(['people', 'billing'] as const, n) }),
    ),
    kind('activity: a month', (n) => {
      const from = new Date(Date.UTC(2020, n % 72, 1))
      return activity({ from: from.toISOString(), until: new Date(from.getTime() + 30 * 86_400_000).toISOString() })
    }),
  ]
}

/** Queries of the roster, for members with all athletes, with thirty assigned, and with a program of 100,000. */
async function athleteQueries(owner: pg.Pool, organization: string): Promise<Kind[]> {
  const { rows: some } = await owner.query<
    Record<'id' | 'name' | 'school' | 'state' | 'stage' | 'sport' | 'folded' | 'active' | 'added' | 'class', string>
  >(
    `select id, given_name || ' ' || family_name as name, fold(school) as school, state, stage, sport, folded, last_active_at::text as active, created_at::text as added,
       class_year::text as class from athletes tablesample bernoulli (0.2) repeatable (7) where school is not null and class_year is not null`,
  )
  const { rows: tags } = await owner.query<{ id: string }>('select id from tags order by name')
  const { rows: colleagues } = await owner.query<{ id: string }>(
    'select user_id as id from memberships where organization_id = $1 order by user_id limit 102',
    [organization],
  )
  const all: Member = {
    organization,
    role: 'agent',
    permissions: ['athletes.view', 'athletes.all'],
    lacksSecondFactor: true,
  }
  const some30: Member = { organization, role: 'agent', permissions: ['athletes.view'], lacksSecondFactor: true }
  const [limited] = colleagues
  const inProgram = colleagues.pop()
  const now = new Date('2026-05-01T12:00:00Z')
  const seenBy =
    (member: Member, person = limited) =>
    (asked: AthletesQuery): Ask =>
    (db) =>
      listAthletes(db, { person: { id: person?.id ?? '' }, member }, asked, now)
  const athletes = seenBy(all)
  const mine = seenBy(some30)
  const ofProgram = seenBy(some30, inProgram)
  const someone = (n: number) => pick(some, n)
  const family = (n: number) => someone(n).name.split(' ').at(-1) ?? ''
  const sorts = ['-active', 'name', 'class', '-added'] as const
  const sort = (n: number) => pick(sorts, n)
  const after = (n: number) => {
    const column = sort(n).replace('-', '') as 'active' | 'name' | 'class' | 'added'
    return cursor(sort(n), column === 'name' ? someone(n).folded : someone(n)[column], someone(n).id)
  }
  const factSort = (n: number) =>
    pick(['school', '-school', 'state', '-state', 'stage', '-stage', 'sport', '-sport'] as const, n)
  const stages = ['prospect', 'recruiting', 'signed', 'former'] as const
  const levels = ['high-school', 'college', 'pro'] as const
  const sports = ['football', 'basketball', 'golf', 'other'] as const
  const state = (n: number) => [someone(n).state as UsState]
  return [
    kind('athletes: first page', (n) => athletes({ sort: sort(n) })),
    kind('athletes: deep page', (n) => athletes({ sort: sort(n), after: after(n) })),
    kind('athletes: a stage', (n) => athletes({ stage: [pick(stages, n)], sort: sort(Math.floor(n / 4)) })),
    kind('athletes: a sport', (n) => athletes({ sport: [pick(sports, n)], sort: sort(Math.floor(n / 4)) })),
    kind('athletes: a state', (n) => athletes({ state: state(n), sort: sort(n) })),
    kind('athletes: a class', (n) => athletes({ class: [someone(n).class], sort: sort(n) })),
    kind('athletes: a stage, a level and a state', (n) =>
      athletes({ stage: [pick(stages, n)], level: [pick(levels, n)], state: state(n), sort: sort(n) }),
    ),
    kind('athletes: a stage, deep page', (n) => athletes({ stage: [pick(stages, n)], sort: sort(n), after: after(n) })),
    kind('athletes: a position', (n) =>
      athletes({ position: [pick(['football.quarterback', 'football.kicker', 'basketball.guard'], n)], sort: sort(n) }),
    ),
    kind('athletes: by school, state, stage or sport', (n) => athletes({ sort: factSort(n) })),
    kind('athletes: by school, state, stage or sport, deep page', (n) =>
      athletes({
        sort: factSort(n),
        after: cursor(factSort(n), someone(n)[factSort(n).replace('-', '') as 'school'], someone(n).id),
      }),
    ),
    kind('athletes: a tag', (n) => athletes({ tag: [pick(tags, n).id], sort: sort(n) })),
    kind('athletes: a colleague', (n) => athletes({ assignee: [pick(colleagues, n).id], sort: sort(n) })),
    kind('athletes: search for a name', (n) => athletes({ search: family(n), sort: sort(n) })),
    kind('athletes: search for two words', (n) => athletes({ search: someone(n).name, sort: sort(n) })),
    kind('athletes: search for a school', (n) => athletes({ search: someone(n).school, sort: sort(n) })),
    kind('athletes: search and stage', (n) => athletes({ search: family(n), stage: [pick(stages, n)], sort: sort(n) })),
    kind('athletes: search, misspelled', (n) => athletes({ search: misspelled(family(n), n) })),
    kind('thirty athletes: first page', (n) => mine({ sort: sort(n) })),
    kind('thirty athletes: a stage', (n) => mine({ stage: [pick(stages, n)], sort: sort(n) })),
    kind('program of 100,000: first page', (n) => ofProgram({ sort: sort(n) })),
    kind('program of 100,000: a stage', (n) => ofProgram({ stage: [pick(stages, n)], sort: sort(n) })),
    kind('thirty athletes: search', (n) => mine({ search: family(n), sort: sort(n) })),
  ]
}

/** Last contact and timelines, for members who see all, deals or neither. */
async function contactQueries(owner: pg.Pool, organization: string): Promise<Kind[]> {
  const { rows: some } = await owner.query<Record<'id' | 'contact', string>>(
    `select id, last_contact_deals::text as contact from athletes tablesample bernoulli (0.1) repeatable (7)
     where organization_id = $1`,
    [organization],
  )
  const { rows: busiest } = await owner.query<{ id: string }>(
    'select id from athletes where organization_id = $1 order by id limit 1',
    [organization],
  )
  const { rows: entries } = await owner.query<Record<'id' | 'athlete' | 'at', string>>(
    `select id, athlete_id as athlete, at::text from athlete_timeline tablesample bernoulli (0.1) repeatable (7)`,
  )
  const roles: Member['permissions'][] = [[], ['deals.view'], ['deals.view', 'money.view']]
  const viewer = (n: number) => ({
    person: { id: organization },
    member: {
      ...{ organization, role: 'agent' as const, lacksSecondFactor: true },
      permissions: ['athletes.view' as const, 'athletes.all' as const, ...pick(roles, n)],
    },
  })
  const athletes =
    (n: number, asked: AthletesQuery): Ask =>
    (db) =>
      listAthletes(db, viewer(n), asked, new Date())
  const timeline =
    (n: number, athlete: string, asked: TimelineQuery): Ask =>
    (db) =>
      createTimelineService({ database: db, isVisibleDisclosure }).list(viewer(n), athlete, asked)
  const sorts = ['contact', '-contact', 'name', '-active', 'class', '-added'] as const
  const gaps = ['7', '14', '30', '60', '90', 'never'] as const
  const busy = busiest[0]?.id ?? ''
  return [
    kind('contact: sorted', (n) => athletes(n, { sort: pick(['contact', '-contact'] as const, n) })),
    kind('contact: sorted, deep page', (n) => {
      const { id, contact } = pick(some, n)
      return athletes(1, { sort: '-contact', after: cursor('-contact', contact, id) })
    }),
    kind('contact: gap and sort', (n) =>
      athletes(Math.floor(n / 6), { contact: pick(gaps, n), sort: pick(sorts, Math.floor(n / 6)) }),
    ),
    kind('contact: gap and stage', (n) =>
      athletes(n, { contact: pick(gaps, n), stage: ['signed'], sort: pick(sorts, Math.floor(n / 6)) }),
    ),
    kind('contact: timeline', (n) => timeline(n, pick(entries, n).athlete, {})),
    kind('contact: longest timeline', (n) =>
      timeline(n, busy, n % 2 ? { kind: pick(['notes', 'contacts', 'changes'] as const, Math.floor(n / 2)) } : {}),
    ),
    kind('contact: longest timeline, deep page', (n) => {
      const { id, at } = pick(entries, n)
      return timeline(n, busy, { after: cursor('-time', at, id) })
    }),
  ]
}

/** Queries of the demo request list. */
async function demoRequestQueries(owner: pg.Pool): Promise<Kind[]> {
  const { rows: some } = await owner.query<
    Record<'id' | 'name' | 'email' | 'company' | 'reference' | SortOfDesk, string>
  >(
    `select id, full_name as name, email, company, reference, due_at::text as due, created_at::text as created, demo_at::text as time
     from demo_requests tablesample bernoulli (0.2) repeatable (7) where company is not null`,
  )
  const { rows: colleagues } = await owner.query<{ id: string }>(
    'select distinct assignee_id as id from (select assignee_id from demo_requests where assignee_id is not null limit 1000) assigned',
  )
  const today = { now: new Date('2026-05-01T12:00:00Z'), companyTimeZone: 'America/New_York' }
  const requests =
    (asked: DeskQuery): Ask =>
    (db) =>
      deskPage(db, asked, today)
  const states = Object.keys(demoStates) as DemoState[]
  const sorts = ['due', '-due', 'created', '-created', 'time', '-time'] as const
  const sort = (n: number, every = 1) => pick(sorts, Math.floor(n / every))
  const someone = (n: number) => pick(some, n)
  const familyName = (n: number) => someone(n).name.split(' ').at(-1) ?? ''
  const after = (n: number) => cursor(sort(n), someone(n)[sort(n).replace('-', '') as SortOfDesk], someone(n).id)

  const kinds = [
    kind('requests: first page', (n) => requests({ sort: sort(n) })),
    kind('requests: deep page', (n) => requests({ sort: sort(n), after: after(n) })),
    kind('requests: one state', (n) => requests({ state: [pick(states, n)], sort: sort(n, states.length) })),
    kind('requests: two states', (n) =>
      requests({ state: [pick(states, n), pick(states, n + 1 + (n % 3))], sort: sort(n, states.length) }),
    ),
    kind('requests: one state, deep page', (n) =>
      requests({ state: [pick(states, n)], sort: sort(n), after: after(n) }),
    ),
    kind('requests: a colleague', (n) =>
      requests({ assignee: [n % 5 ? pick(colleagues, n).id : 'none'], sort: sort(n, 5) }),
    ),
    kind('requests: a colleague and a state', (n) =>
      requests({ assignee: [pick(colleagues, n).id], state: [pick(states, n)], sort: sort(n, states.length) }),
    ),
    kind('requests: the promise', (n) =>
      requests({ promise: [pick(['overdue', 'today', 'kept', 'missed'] as const, n)], sort: sort(n, 4) }),
    ),
    kind('requests: a month', (n) => {
      const from = new Date(Date.UTC(2020, n % 72, 1))
      const until = new Date(from.getTime() + 30 * 86_400_000).toISOString()
      return requests({ from: from.toISOString(), until, sort: sort(n) })
    }),
    kind('requests: search for a name', (n) => requests({ search: familyName(n), sort: sort(n) })),
    kind('requests: search for two words', (n) => requests({ search: someone(n).name, sort: sort(n) })),
    kind('requests: search for a company', (n) => requests({ search: someone(n).company, sort: sort(n) })),
    kind('requests: search for an address', (n) => requests({ search: someone(n).email, sort: sort(n) })),
    kind('requests: search for a reference', (n) => requests({ search: someone(n).reference, sort: sort(n) })),
    kind('requests: search and state', (n) =>
      requests({ search: familyName(n), state: [pick(states, n)], sort: sort(n) }),
    ),
    kind('requests: search, misspelled', (n) => requests({ search: misspelled(familyName(n), n) })),
  ]
  return kinds.map((one) => ({ ...one, ofStaff: true }))
}

type SortOfDesk = 'due' | 'created' | 'time'
