import type { RuleVerdict } from '@sherpa/contracts/compliance/judge'
import type { MissingInput } from '@sherpa/contracts/compliance/judgment'
import type { DisclosureKind, DisclosureState } from '@sherpa/contracts/disclosure-state'
import {
  type EnteredFact,
  type EnteredFacts,
  type FactEntry,
  type FactOutcome,
  type FactSubject,
  isFactOfCompany,
  type MissingFacts,
  type MissingFactsQuery,
  MOST_UNJUDGED,
  type UnjudgedRow,
} from '@sherpa/contracts/missing-facts'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import { inTransactionOrDryRun } from '../../persistence/try-each.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, athletesSeenAmong, lockAthletes } from '../athletes/athletes.ts'
import { isVisibleDeal, publicDeals } from '../deals/deals.ts'
import { loadRolesWith, publicMemberships, todayIn } from '../organizations/organizations.ts'
import { isDisclosureVisible, mayFile, seesKind, type Viewer } from './disclosure-access.ts'
import { kindOfRule } from './open-disclosures.ts'

type Known = { id: string; name: string; known: Partial<Record<MissingInput, string>> }
type KnownAthlete = Known & { school: string | null; schoolId: string | null }
type Load<Subject> = (client: Queryable, organization: string, ids: readonly string[]) => Promise<Subject[]>
type Subject = { deal: string; number: number } | { agreement: string }

/** Of the compliance domain. */
export type ComplianceOfFacts = {
  loadKnownOfAthletes: Load<KnownAthlete>
  loadKnownOfCompanies: Load<Known>
  enterFacts: (
    client: Queryable,
    viewer: Viewer,
    facts: readonly EnteredFact[],
    at: Date,
  ) => Promise<Pick<EnteredFacts, 'entered' | 'kept'>>
  selectUnjudgedDeals: (
    organization: string,
  ) => RawBuilder<{ deal_id: string; number: number; rule: string; missing: string[] }>
  judgeAthlete: (
    client: Queryable,
    organization: string,
    athlete: string,
  ) => Promise<{ subject: Subject; verdicts: readonly RuleVerdict[] }[]>
}

type Parts = { database: Database; clock: () => Date; facts: ComplianceOfFacts }

/** A report to file, and of which a rule cannot tell whether it is due. On disclosures `x`. What was past before is apart. */
export const isUnjudged = sql<boolean>`x.state in ('draft', 'ready') and x.missing <> '{}' and x.due_before is null`

export function createMissingFacts({ database, clock, facts }: Parts) {
  async function enter(viewer: Viewer, { facts: entered }: FactEntry, isDryRun: boolean): Promise<EnteredFacts> {
    const { organization } = viewer.member
    const [ofCompanies, ofAthletes] = [true, false].map((wanted) => [
      ...new Set(entered.filter(({ fact }) => isFactOfCompany(fact) === wanted).map(({ id }) => id)),
    ]) as [string[], string[]]
    return inTransactionOrDryRun(database, isDryRun, async (client) => {
      const seen = await athletesSeenAmong(client, viewer, ofAthletes)
      if (seen.length !== ofAthletes.length) throw new Refusal('not-found')
      const before = await selectRows(
        client,
        viewer,
        sql`${isUnjudged} and (x.athlete_id = any(${ofAthletes}::uuid[])
          or ${await isAbout(client, viewer, ofCompanies)})`,
      )
      const athletes = [...new Set([...ofAthletes, ...before.map(({ athlete }) => athlete.id)])]
      await lockAthletes(client, organization, sql`${athletes}::uuid[]`)
      const told = await facts.enterFacts(client, viewer, entered, clock())
      const verdicts = new Map<string, RuleVerdict[]>()
      for (const athlete of athletes.toSorted()) {
        for (const { subject, verdicts: all } of await facts.judgeAthlete(client, organization, athlete)) {
          verdicts.set('deal' in subject ? subject.deal : subject.agreement, [...all])
        }
      }
      const known = before.map(({ id }) => id)
      const after = await selectRows(
        client,
        viewer,
        sql`(x.id = any(${known}::uuid[]) or (x.athlete_id = any(${athletes}::uuid[]) and ${isUnjudged}))`,
      )
      return { ...told, rows: after.map((row) => toOutcome(row, verdicts)) }
    })
  }

  /** Condition on disclosures `x`: about deals with these companies, or athletes of these schools. */
  async function isAbout(client: Queryable, { member: { organization } }: Viewer, companies: readonly string[]) {
    if (companies.length === 0) return sql<boolean>`false`
    const waiting = await rowsOf(
      client,
      query
        .selectFrom('disclosures as x')
        .select('x.athlete_id as id')
        .distinct()
        .where('x.organization_id', '=', organization)
        .where(isUnjudged)
        .where(sql<boolean>`'school.state' = any(x.missing)`),
    )
    const athletes = await facts.loadKnownOfAthletes(
      client,
      organization,
      waiting.map(({ id }) => id),
    )
    const pupils = athletes.filter(({ schoolId }) => schoolId && companies.includes(schoolId)).map(({ id }) => id)
    return sql<boolean>`(x.athlete_id = any(${pupils}::uuid[]) or x.deal_id in (select d.id from ${publicDeals} d
      where d.organization_id = ${organization} and d.company_id = any(${companies}::uuid[])))`
  }

  return {
    enter: (viewer: Viewer, entry: FactEntry) => enter(viewer, entry, false),
    preview: (viewer: Viewer, entry: FactEntry) => enter(viewer, entry, true),

    async list(viewer: Viewer, { fact, athlete, deal, scope }: MissingFactsQuery): Promise<MissingFacts> {
      const { organization } = viewer.member
      const now = clock()
      const today = await todayIn(database, organization, now)
      const own = scope === 'mine' ? isOwn(viewer) : sql<boolean>`true`
      const conditions = [
        isUnjudged,
        own,
        ...(fact ? [sql`${fact} = any(x.missing)`] : []),
        ...(athlete ? [sql`x.athlete_id = ${athlete}`] : []),
        ...(deal ? [sql`x.deal_id = ${deal}`] : []),
      ]
      const isListed = sql`${sql.join(conditions, sql` and `)}`
      const counts = await oneRowOf(
        database,
        sql<MissingFacts['counts'] & { total: number }>`select
            count(*) filter (where x.due_before is null and x.due_at <= ${now})::integer as late,
            count(*) filter (where x.due_before is null and x.due_on = ${today}::date and x.due_at > ${now})::integer as today,
            json_build_object('joining', count(*) filter (where x.due_before = 'joining'),
              'update', count(*) filter (where x.due_before = 'update')) as past,
            count(*) filter (where ${isUnjudged})::integer as unknown,
            count(*) filter (where ${isListed})::integer as total
          from disclosures x where x.organization_id = ${organization} and x.work = 'due'
            and x.state in ('draft', 'ready') and ${own} and ${isDisclosureVisible(viewer)}`,
      )
      const { total, ...shown } = counts
      const rows = total === 0 ? [] : await selectRows(database, viewer, isListed, MOST_UNJUDGED)
      return {
        counts: shown,
        unjudged: await countUnjudged(viewer, { athlete, deal }),
        groups: total === 0 ? [] : await loadFactGroups(database, viewer, isListed),
        rows: rows.map(toUnjudged),
        total,
        ...(await loadSubjects(organization, rows)),
        ask: mayFile(viewer.member) ? [] : await loadFilers(database, organization),
      }
    },
  }

  /** What is missing about the athletes and companies of these rows. */
  async function loadSubjects(organization: string, rows: readonly Row[]) {
    const known = await facts.loadKnownOfAthletes(database, organization, [
      ...new Set(rows.map(({ athlete }) => athlete.id)),
    ])
    const schools = new Map(known.map(({ id, schoolId }) => [id, schoolId]))
    const missing = new Map<string, { facts: Set<MissingInput>; rows: Set<string> }>()
    const ids = { athletes: new Set<string>(), companies: new Set<string>() }
    for (const row of rows) {
      for (const fact of row.missing) {
        const [kind] = fact.split('.')
        const company = kind === 'school' ? schools.get(row.athlete.id) : kind === 'company' ? row.company?.id : null
        const subject = company ?? (kind === 'athlete' ? row.athlete.id : null)
        if (!subject) continue
        ids[company ? 'companies' : 'athletes'].add(subject)
        const about = missing.get(subject) ?? { facts: new Set(), rows: new Set() }
        about.facts.add(fact)
        about.rows.add(row.id)
        missing.set(subject, about)
      }
    }
    const toSubject = ({ id, name, known }: Known, about: string | null): FactSubject => ({
      id,
      name,
      about,
      known,
      missing: [...(missing.get(id)?.facts ?? [])],
      rows: missing.get(id)?.rows.size ?? 0,
    })
    const companies = await facts.loadKnownOfCompanies(database, organization, [...ids.companies])
    const byId = new Map(known.map((one) => [one.id, one]))
    return {
      // By their earliest row.
      athletes: [...ids.athletes].flatMap((id) => {
        const one = byId.get(id)
        return one ? [toSubject(one, one.school)] : []
      }),
      companies: companies.map((one) => toSubject(one, null)),
    }
  }

  /** Signed deals that a rule could not judge, without a disclosure of its kind. */
  async function countUnjudged(
    viewer: Viewer,
    { athlete, deal }: Pick<MissingFactsQuery, 'athlete' | 'deal'>,
  ): Promise<number> {
    const { organization } = viewer.member
    const seen = Object.entries(kindOfRule).filter(([, kind]) => seesKind(viewer, kind))
    const { count } = await oneRowOf(
      database,
      sql<{ count: number }>`select count(distinct d.id)::integer as count
        from ${facts.selectUnjudgedDeals(organization)} v
        join unnest(${seen.map(([rule]) => rule)}::text[], ${seen.map(([, kind]) => kind)}::text[]) as k (rule, kind)
          on k.rule = v.rule
        join ${publicDeals} d on d.organization_id = ${organization} and d.id = v.deal_id
          and d.version_in_force = v.number and d.removed_at is null and d.stage in ('signed', 'active')
        where ${isVisibleDeal(viewer, sql.ref('d.id'))}
          and (${athlete ?? null}::uuid is null or d.athlete_id = ${athlete ?? null}::uuid)
          and (${deal ?? null}::uuid is null or d.id = ${deal ?? null}::uuid)
          and not exists (select from disclosures x where x.organization_id = ${organization} and x.deal_id = d.id
            and x.kind = k.kind and (x.state <> 'withdrawn' or x.comment is not null))`,
    )
    return count
  }
}
export type MissingFactService = ReturnType<typeof createMissingFacts>

/** Nobody's, or the viewer's. On disclosures `x`. */
export const isOwn = ({ person }: Viewer) => sql<boolean>`(x.preparer_id = ${person.id} or x.preparer_id is null)`

type Row = Omit<UnjudgedRow, 'dueAt'> & { dueAt: Date; state: DisclosureState; agreementId: string | null }

/** Visible disclosures, the earliest first. */
function selectRows(client: Queryable, viewer: Viewer, condition: RawBuilder<unknown>, most?: number) {
  const { organization } = viewer.member
  return rowsOf(
    client,
    sql<Row>`select x.id, x.kind, x.state, x.missing, x.due_on as "dueOn", x.due_at as "dueAt",
        x.agreement_id as "agreementId", json_build_object('id', a.id, 'name', a.name) as athlete,
        case when d.id is not null then json_build_object('id', d.id, 'title', d.title) end as deal,
        case when d.id is not null then json_build_object('id', d.company_id, 'name', d.company_name) end as company
      from disclosures x
      join ${athleteFacts} a on a.organization_id = x.organization_id and a.id = x.athlete_id
      left join ${publicDeals} d on d.organization_id = x.organization_id and d.id = x.deal_id
      where x.organization_id = ${organization} and (${condition}) and ${isDisclosureVisible(viewer)}
      order by x.due_at, x.id limit ${most ?? null}::integer`,
  )
}

const toUnjudged = ({ state: _state, agreementId: _agreement, dueAt, ...row }: Row): UnjudgedRow => ({
  ...row,
  dueAt: dueAt.toISOString(),
})

const ruleOfKind = Object.fromEntries(Object.entries(kindOfRule).map(([rule, kind]) => [kind, rule])) as Partial<
  Record<DisclosureKind, string>
>

function toOutcome(row: Row, verdicts: ReadonlyMap<string, readonly RuleVerdict[]>): FactOutcome {
  const about = verdicts.get(row.deal?.id ?? row.agreementId ?? '')
  const outcome = row.state === 'withdrawn' ? 'nothing' : row.missing.length > 0 ? 'cannot-tell' : 'due'
  const why = about?.find(({ rule }) => rule === ruleOfKind[row.kind])?.sentence ?? null
  return { ...toUnjudged(row), outcome, why }
}

/** By missing fact. A disclosure that lacks two is in two groups. */
async function loadFactGroups(
  client: Queryable,
  viewer: Viewer,
  condition: RawBuilder<unknown>,
): Promise<MissingFacts['groups']> {
  const groups = await rowsOf(
    client,
    sql<Omit<MissingFacts['groups'][number], 'dueAt'> & { dueAt: Date }>`select fact,
        count(distinct x.athlete_id)::integer as athletes, count(distinct x.deal_id)::integer as deals,
        count(*)::integer as rows, min(x.due_on)::text as "dueOn", min(x.due_at) as "dueAt"
      from disclosures x, unnest(x.missing) as fact
      where x.organization_id = ${viewer.member.organization} and (${condition}) and ${isDisclosureVisible(viewer)}
      group by fact order by min(x.due_at), fact`,
  )
  return groups.map(({ dueAt, ...group }) => ({ ...group, dueAt: dueAt.toISOString() }))
}

/** Whom to name to those who may not enter facts. */
const MOST_NAMED = 3

async function loadFilers(client: Queryable, organization: string) {
  const { all } = await loadRolesWith(client, organization, ['disclosures.edit', 'deals.view'])
  const members = await rowsOf(
    client,
    query
      .selectFrom(publicMemberships.as('m'))
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select('u.name')
      .where('m.organization_id', '=', organization)
      .where(sql<boolean>`m.role = any(${all}::text[])`)
      .orderBy(sql`m.role <> 'compliance'`)
      .orderBy('u.name')
      .limit(MOST_NAMED)
      .$narrowType<{ name: string }>(),
  )
  return members.map(({ name }) => name)
}
