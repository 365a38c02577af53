import type {
  Agreement,
  AgreementChange,
  AgreementEnd,
  AgreementFees,
  Agreements,
  NewAgreement,
} from '@sherpa/contracts/agreement'
import type { Currency } from '@sherpa/contracts/currency'
import { spokenDay } from '@sherpa/contracts/days'
import { type DealKind, dealKinds, type FeeRule } from '@sherpa/contracts/deal'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { Refusal } from '@sherpa/contracts/problem'
import { type SelectQueryBuilder, sql } from 'kysely'
import { refusalFor } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { athleteOfDeal, ofSeenAthletes } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { lockOrganization, memberFacts, organizationFacts, todayIn } from '../organizations/organizations.ts'
import { seesMoney, type Viewer } from './deal-access.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a statement reads from makes no difference here, and its type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>
type Row = Omit<Agreement, 'fees'> & { fees: AgreementFees }
type Terms = Pick<Row, 'startsOn' | 'endsOn' | 'endedOn' | 'scope' | 'fees'>

/** The fee that the athlete's agreement has for deals of this kind today, if there is one. */
export async function feeForDeal(
  client: Queryable,
  organization: string,
  { athlete, kind, now }: { athlete: string; kind: DealKind; now: Date },
): Promise<FeeRule | null> {
  const today = await todayIn(client, organization, now)
  const agreement = await rowOf(
    client,
    query
      .selectFrom('agreements')
      .select('fees')
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('starts_on', '<=', today)
      .where(sql<boolean>`coalesce(ended_on, ends_on, 'infinity') >= ${today}::date`)
      .where(sql<boolean>`${kind} = any(scope)`)
      .orderBy('starts_on', 'desc')
      .$narrowType<{ fees: AgreementFees }>(),
  )
  return agreement?.fees[kind] ?? null
}

/** By which athletes are represented. */
export function representation({ database, clock }: { database: Database; clock: () => Date }) {
  /** One at a time, so that no two overlap. */
  function changing<Result>(viewer: Viewer, athlete: string, work: (client: Queryable) => Promise<Result>) {
    return inTransaction(database, async (client) => {
      await lockOrganization(client, viewer.member.organization)
      await athleteOfDeal(client, viewer, athlete, clock())
      return work(client)
    })
  }

  return {
    async ofAthlete(viewer: Viewer, athlete: string): Promise<Agreements> {
      const { organization } = viewer.member
      await athleteOfDeal(database, viewer, athlete, clock())
      const rows = await rowsOf(
        database,
        agreementRows(organization, athlete).orderBy('g.starts_on', 'desc').orderBy('g.id'),
      )
      const { currency } = await oneRowOf(
        database,
        query.selectFrom(organizationFacts.as('o')).select('currency').where('id', '=', organization),
      )
      return { agreements: rows.map((row) => shownTo(viewer, row)), currency: currency as Currency }
    },

    add(viewer: Viewer, athlete: string, { agents, note, ...terms }: NewAgreement): Promise<Agreement> {
      requireMayWriteFees(viewer, terms.fees)
      const { organization } = viewer.member
      const id = newId(clock().getTime())
      const agreed = withinScope({ ...terms, fees: terms.fees ?? {}, endedOn: null })
      requireSensible(agreed)
      return changing(viewer, athlete, async (client) => {
        await requireNoOverlap(client, organization, { athlete, id, terms: agreed })
        await run(
          client,
          query.insertInto('agreements').values({
            organization_id: organization,
            id,
            athlete_id: athlete,
            ...columnsOf(agreed),
            note,
            created_by: viewer.person.id,
          }),
        )
        await setAgents(client, organization, id, agents)
        await noteEvent(client, { event: 'agreement-added', actor: viewer.person.id, organization, athlete })
        return shownTo(viewer, await found(client, organization, athlete, id))
      })
    },

    /** Whoever has not seen the present version changes nothing: they get it, to decide again. */
    change(viewer: Viewer, athlete: string, id: string, { version, changes }: AgreementChange): Promise<Agreement> {
      requireMayWriteFees(viewer, changes.fees)
      const { organization } = viewer.member
      const { agents, note, ...terms } = changes
      return changing(viewer, athlete, async (client) => {
        const before = await seen(client, viewer, athlete, id, version)
        const agreed = withinScope(Object.assign({ ...before }, terms))
        requireSensible(agreed)
        await requireNoOverlap(client, organization, { athlete, id, terms: agreed })
        await update(client, organization, id, { ...columnsOf(agreed), ...(note !== undefined && { note }) })
        if (agents) await setAgents(client, organization, id, agents)
        await noteEvent(client, { event: 'agreement-changed', actor: viewer.person.id, organization, athlete })
        return shownTo(viewer, await found(client, organization, athlete, id))
      })
    },

    end(viewer: Viewer, athlete: string, id: string, { version, endedOn }: AgreementEnd): Promise<Agreement> {
      const { organization } = viewer.member
      return changing(viewer, athlete, async (client) => {
        const agreed = { ...(await seen(client, viewer, athlete, id, version)), endedOn }
        requireSensible(agreed)
        await requireNoOverlap(client, organization, { athlete, id, terms: agreed })
        await update(client, organization, id, { ended_on: endedOn })
        await noteEvent(client, { event: 'agreement-ended', actor: viewer.person.id, organization, athlete })
        return shownTo(viewer, await found(client, organization, athlete, id))
      })
    },
  }
}
export type Representation = ReturnType<typeof representation>

/** Those of the agreements whose athletes the viewer sees. */
export async function agreementsSeenAmong(database: Queryable, viewer: Viewer, ids: readonly string[]) {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('agreements as g')
      .select('g.id')
      .where('g.organization_id', '=', viewer.member.organization)
      .where(sql<boolean>`g.id = any(${ids}::uuid[])`)
      .where(ofSeenAthletes(viewer, sql.ref('g.athlete_id'))),
  )
  return rows.map(({ id }) => id)
}

function agreementRows(organization: string, athlete: string): Statement<Row> {
  return query
    .selectFrom('agreements as g')
    .select([
      'g.id',
      'g.starts_on as startsOn',
      'g.ends_on as endsOn',
      'g.ended_on as endedOn',
      'g.scope',
      'g.fees',
      'g.note',
      'g.version',
      sql<
        Agreement['agents']
      >`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id), '[]')
        from agreement_agents x join ${userFacts} u on u.id = x.user_id
        where x.organization_id = g.organization_id and x.agreement_id = g.id)`.as('agents'),
    ])
    .where('g.organization_id', '=', organization)
    .where('g.athlete_id', '=', athlete) as unknown as Statement<Row>
}

async function found(client: Queryable, organization: string, athlete: string, id: string): Promise<Row> {
  const row = await rowOf(client, agreementRows(organization, athlete).where('g.id', '=', id))
  if (!row) throw new Refusal('not-found')
  return row
}

/** The agreement, if it is still as it was seen. */
async function seen(client: Queryable, viewer: Viewer, athlete: string, id: string, version: number) {
  const row = await found(client, viewer.member.organization, athlete, id)
  if (row.version !== version) throw new Refusal('changed-meanwhile', { present: shownTo(viewer, row) })
  return row
}

/** What colleagues note is for colleagues. */
function shownTo(viewer: Viewer, row: Row): Agreement {
  return {
    ...row,
    fees: seesMoney(viewer) ? row.fees : null,
    note: viewer.member.role === 'athlete' ? null : row.note,
  }
}

/** Fees for kinds of deals that the agreement does not cover mean nothing. */
function withinScope<T extends Terms>(terms: T): T {
  const scope = [...new Set(terms.scope)]
  const fees = Object.fromEntries(scope.flatMap((kind) => (terms.fees[kind] ? [[kind, terms.fees[kind]]] : [])))
  return { ...terms, scope, fees }
}

function columnsOf({ startsOn, endsOn, scope, fees }: Terms) {
  return { starts_on: startsOn, ends_on: endsOn, scope, fees: JSON.stringify(fees) }
}

async function update(client: Queryable, organization: string, id: string, set: object) {
  await run(
    client,
    query
      .updateTable('agreements')
      .set({ ...set, version: sql<number>`version + 1` })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
}

async function setAgents(client: Queryable, organization: string, agreement: string, people: readonly string[]) {
  const agents = [...new Set(people)]
  const members = await rowsOf(
    client,
    query
      .selectFrom(memberFacts.as('m'))
      .select('user_id')
      .where('organization_id', '=', organization)
      .where('role', '<>', 'athlete')
      .where(sql<boolean>`user_id = any(${agents}::uuid[])`)
      // Those who represented the athlete before they left stay on record.
      .union(
        query
          .selectFrom('agreement_agents')
          .select('user_id')
          .where('organization_id', '=', organization)
          .where('agreement_id', '=', agreement)
          .where(sql<boolean>`user_id = any(${agents}::uuid[])`),
      ),
  )
  if (members.length !== agents.length) throw invalid('agents', 'Choose members')
  await run(
    client,
    query
      .deleteFrom('agreement_agents')
      .where('organization_id', '=', organization)
      .where('agreement_id', '=', agreement),
  )
  if (agents.length === 0) return
  await run(
    client,
    query
      .insertInto('agreement_agents')
      .values(agents.map((user_id) => ({ organization_id: organization, agreement_id: agreement, user_id }))),
  )
}

function requireMayWriteFees({ member }: Viewer, fees: AgreementFees | undefined) {
  const refused = fees && refusalFor(member, ['money.edit'])
  if (refused === 'second-factor-required') throw new Refusal(refused)
  if (refused) throw invalid('fees', 'You don’t have permission to change this')
}

function requireSensible({ startsOn, endsOn, endedOn }: Terms) {
  if (endsOn && endsOn < startsOn) throw invalid('endsOn', 'Enter a date after the start date')
  if (endedOn && endedOn < startsOn) throw invalid('endedOn', 'Enter a date after the start date')
  if (endedOn && endsOn && endedOn > endsOn)
    throw invalid('endedOn', `Enter a date before its end on ${spokenDay(endsOn)}`)
}

/** At any time there is at most one agreement for each kind of deal: which fee counts is never a question. */
async function requireNoOverlap(
  client: Queryable,
  organization: string,
  { athlete, id, terms }: { athlete: string; id: string; terms: Terms },
) {
  const other = await rowOf(
    client,
    query
      .selectFrom('agreements')
      .select(['starts_on as startsOn', 'scope', sql<string | null>`coalesce(ended_on, ends_on)`.as('lastOn')])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('id', '<>', id)
      .where(sql<boolean>`scope && ${terms.scope}::text[]`)
      .where(sql<boolean>`coalesce(ended_on, ends_on, 'infinity') >= ${terms.startsOn}::date`)
      .where(sql<boolean>`starts_on <= coalesce(${terms.endedOn ?? terms.endsOn}::date, 'infinity')`)
      .orderBy('starts_on')
      .limit(1),
  )
  if (!other) return
  const common = terms.scope.filter((kind) => other.scope.includes(kind)).map((kind) => dealKinds[kind])
  const until = other.lastOn ? ` until ${spokenDay(other.lastOn)}` : ''
  throw invalid(
    'scope',
    `Another agreement covers ${listInWords(common)} from ${spokenDay(other.startsOn)}${until}. Change or end it first`,
  )
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
