import { isDeepStrictEqual } from 'node:util'
import type {
  Agreement,
  AgreementChange,
  AgreementEnd,
  AgreementFees,
  Agreements,
  NewAgreement,
} from '@sherpa/contracts/agreement'
import { type Currency, decimalOf } from '@sherpa/contracts/currency'
import { spokenDay } from '@sherpa/contracts/days'
import { type DealKind, dealKinds, type FeeRule } from '@sherpa/contracts/deal'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { Refusal } from '@sherpa/contracts/problem'
import { type SelectQueryBuilder, sql } from 'kysely'
import { refusalFor } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { filterIds, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isVisibleAthlete, requireAthleteFacts } from '../athletes/athletes.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import {
  loadCurrency,
  lockOrganization,
  publicMemberships,
  publicOrganizations,
  todayIn,
} from '../organizations/organizations.ts'
import { seesMoney, type Viewer } from './deal-access.ts'
import { userJson } from './parties.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables of a statement do not matter here, and its full type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>
export type StoredAgreement = Omit<Agreement, 'fees'> & { fees: AgreementFees }
type Row = StoredAgreement
type Terms = Pick<Row, 'startsOn' | 'endsOn' | 'endedOn' | 'scope' | 'fees'>

/** Today's fee for this kind of deal, from the athlete's representation agreement. */
export async function findAgreementFee(
  client: Queryable,
  organization: string,
  { athlete, kind, now }: { athlete: string; kind: DealKind; now: Date },
): Promise<{ fee: FeeRule; startsOn: string } | undefined> {
  const today = await todayIn(client, organization, now)
  const agreement = await rowOf(
    client,
    query
      .selectFrom('agreements')
      .select(['fees', 'starts_on as startsOn'])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('starts_on', '<=', today)
      .where(sql<boolean>`coalesce(ended_on, ends_on, 'infinity') >= ${today}::date`)
      .where(sql<boolean>`${kind} = any(scope)`)
      .orderBy('starts_on', 'desc')
      .$narrowType<{ fees: AgreementFees }>(),
  )
  const fee = agreement?.fees[kind]
  return fee && { fee, startsOn: agreement.startsOn }
}

/** Representation agreements of athletes. */
export function createRepresentationService({ database, clock }: { database: Database; clock: () => Date }) {
  /** Serializes changes, so concurrent requests cannot create overlapping agreements. */
  function withLock<Result>(viewer: Viewer, athlete: string, work: (client: Queryable) => Promise<Result>) {
    return inTransaction(database, async (client) => {
      await lockOrganization(client, viewer.member.organization)
      await requireAthleteFacts(client, viewer, athlete, clock())
      return work(client)
    })
  }

  return {
    async ofAthlete(viewer: Viewer, athlete: string): Promise<Agreements> {
      const { organization } = viewer.member
      await requireAthleteFacts(database, viewer, athlete, clock())
      const rows = await rowsOf(
        database,
        selectAgreements(organization)
          .where('g.athlete_id', '=', athlete)
          .orderBy('g.starts_on', 'desc')
          .orderBy('g.id'),
      )
      const currency = await loadCurrency(database, organization)
      return { agreements: rows.map((row) => redactFor(viewer, row)), currency }
    },

    add(
      viewer: Viewer,
      athlete: string,
      { agents, note, feePayor, nextEventOn, ...terms }: NewAgreement,
    ): Promise<Agreement> {
      requireMayWriteFees(viewer, terms.fees)
      const { organization } = viewer.member
      const id = newId(clock().getTime())
      const newTerms = dropFeesOutsideScope({ ...terms, fees: terms.fees ?? {}, endedOn: null })
      requireValidDates(newTerms)
      return withLock(viewer, athlete, async (client) => {
        await requireNoOverlap(client, organization, { athlete, id, terms: newTerms })
        const facts = factColumns({ note, feePayor, nextEventOn })
        await insertAgreement(client, organization, { id, athlete, by: viewer.person.id, ...newTerms, agents, facts })
        await recordEvent(client, { event: 'agreement-added', actor: viewer.person.id, organization, athlete })
        return redactFor(viewer, await loadAgreement(client, organization, athlete, id))
      })
    },

    /**
     * Optimistic locking: a stale version is refused, with the current agreement in the response. Other terms than the
     * signed ones are not signed: the signature is removed, the document stays.
     */
    change(viewer: Viewer, athlete: string, id: string, { version, changes }: AgreementChange): Promise<Agreement> {
      requireMayWriteFees(viewer, changes.fees)
      const { organization } = viewer.member
      const { agents, note, feePayor, nextEventOn, ...terms } = changes
      return withLock(viewer, athlete, async (client) => {
        const before = await loadIfUnchanged(client, viewer, athlete, id, version)
        const newTerms = dropFeesOutsideScope(Object.assign({ ...before }, terms))
        requireValidDates(newTerms)
        await requireNoOverlap(client, organization, { athlete, id, terms: newTerms })
        const losesSignature = before.signature !== null && !hasSameTerms(before, newTerms)
        await updateAgreement(client, organization, id, {
          ...columnsOf(newTerms),
          ...factColumns({ note, feePayor, nextEventOn }),
          ...(losesSignature && unsigned),
        })
        if (agents) await setAgents(client, organization, id, agents)
        const after = await loadAgreement(client, organization, athlete, id)
        await recordEvent(client, {
          event: losesSignature ? 'agreement-signature-removed' : 'agreement-changed',
          actor: viewer.person.id,
          organization,
          athlete,
          changes: describeChanges(before, after, await loadCurrency(client, organization)),
        })
        return redactFor(viewer, after)
      })
    },

    end(viewer: Viewer, athlete: string, id: string, { version, endedOn }: AgreementEnd): Promise<Agreement> {
      const { organization } = viewer.member
      return withLock(viewer, athlete, async (client) => {
        const before = await loadIfUnchanged(client, viewer, athlete, id, version)
        const newTerms = { ...before, endedOn }
        requireValidDates(newTerms)
        await requireNoOverlap(client, organization, { athlete, id, terms: newTerms })
        await updateAgreement(client, organization, id, { ended_on: endedOn })
        await recordEvent(client, {
          event: 'agreement-ended',
          actor: viewer.person.id,
          organization,
          athlete,
          changes: changedValues({ endedOn: before.endedOn }, { endedOn }),
        })
        return redactFor(viewer, await loadAgreement(client, organization, athlete, id))
      })
    },
  }
}
export type Representation = ReturnType<typeof createRepresentationService>

/** "NIL 15%, Contract 2500.00 USD" */
export function feesInWords({
  scope,
  fees,
  currency,
}: {
  scope: readonly DealKind[]
  fees: AgreementFees | null
  currency: Currency
}) {
  return scope
    .flatMap((kind) => {
      const fee = fees?.[kind]
      if (!fee) return []
      const amount =
        'rateMillionths' in fee
          ? `${fee.rateMillionths / 10_000}%`
          : `${decimalOf(fee.flatMinor, currency)} ${currency}`
      return [`${dealKinds[kind]} ${amount}`]
    })
    .join(', ')
}

/** Values in words, for the audit trail. */
function describeChanges(before: Row, after: Row, currency: Currency) {
  const describe = ({ startsOn, endsOn, scope, fees, note, agents }: Row) => ({
    startsOn,
    endsOn,
    scope: scope.map((kind) => dealKinds[kind]).join(', '),
    fees: feesInWords({ scope, fees, currency }),
    note,
    agents: agents.map(({ id }) => id).join(','),
  })
  return changedValues(describe(before), describe(after))
}

type InsertedAgreement = Terms & {
  id: string
  athlete: string
  by: string
  agents: readonly string[]
  facts: ReturnType<typeof factColumns> & { signed_at?: Date; signed_exactly?: boolean; signed_by?: string }
}

export async function insertAgreement(
  client: Queryable,
  organization: string,
  { id, athlete, by, agents, facts, ...terms }: InsertedAgreement,
) {
  await run(
    client,
    query.insertInto('agreements').values({
      organization_id: organization,
      id,
      athlete_id: athlete,
      ...columnsOf(terms),
      ...facts,
      created_by: by,
    }),
  )
  await setAgents(client, organization, id, agents)
}

/** Filters ids to agreements of visible athletes. */
export function filterVisibleAgreements(database: Queryable, viewer: Viewer, ids: readonly string[]) {
  const visible = isVisibleAthlete(viewer, sql.ref('g.athlete_id'))
  return filterIds(database, { table: 'agreements', as: 'g', organization: viewer.member.organization }, ids, visible)
}

/** Columns of `agreements g`. */
export const agreementColumns = [
  'g.id' as const,
  'g.starts_on as startsOn' as const,
  'g.ends_on as endsOn' as const,
  'g.ended_on as endedOn' as const,
  'g.scope' as const,
  'g.fees' as const,
  'g.note' as const,
  'g.fee_payor as feePayor' as const,
  'g.next_event_on as nextEventOn' as const,
  'g.version' as const,
  sql<
    Agreement['agents']
  >`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id), '[]')
    from agreement_agents x join ${publicUsers} u on u.id = x.user_id
    where x.organization_id = g.organization_id and x.agreement_id = g.id)`.as('agents'),
  sql<Agreement['signature']>`case when g.signed_at is not null then json_build_object(
      'signedAt', to_char(g.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'signedOn', (select (g.signed_at at time zone o.time_zone)::date from ${publicOrganizations} o where o.id = g.organization_id),
      'isExact', g.signed_exactly, 'guardian', g.guardian_name, 'enteredBy', ${userJson('g.signed_by')}, 'confirmed', g.confirmed_at is not null) end`.as(
    'signature',
  ),
  sql<Agreement['document']>`case when g.storage_key is not null
    then json_build_object('name', g.file_name, 'size', g.file_size) end`.as('document'),
]

export function selectAgreements(organization: string): Statement<Row> {
  return query
    .selectFrom('agreements as g')
    .select(agreementColumns)
    .where('g.organization_id', '=', organization) as unknown as Statement<Row>
}

export async function loadAgreement(
  client: Queryable,
  organization: string,
  athlete: string,
  id: string,
): Promise<Row> {
  const row = await rowOf(
    client,
    selectAgreements(organization).where('g.athlete_id', '=', athlete).where('g.id', '=', id),
  )
  if (!row) throw new Refusal('not-found')
  return row
}

/** Refuses if the agreement changed since the viewer loaded it. */
export async function loadIfUnchanged(client: Queryable, viewer: Viewer, athlete: string, id: string, version: number) {
  const row = await loadAgreement(client, viewer.member.organization, athlete, id)
  if (row.version !== version) throw new Refusal('changed-meanwhile', { present: redactFor(viewer, row) })
  return row
}

/** Hides fees without `money.view`, and internal notes from athletes. */
export function redactFor(viewer: Viewer, row: Row): Agreement {
  return {
    ...row,
    fees: seesMoney(viewer) ? row.fees : null,
    note: viewer.member.role === 'athlete' ? null : row.note,
  }
}

/** Drops fees for kinds of deals outside the scope. */
function dropFeesOutsideScope<T extends Terms>(terms: T): T {
  const scope = [...new Set(terms.scope)]
  const fees = Object.fromEntries(scope.flatMap((kind) => (terms.fees[kind] ? [[kind, terms.fees[kind]]] : [])))
  return { ...terms, scope, fees }
}

function columnsOf({ startsOn, endsOn, scope, fees }: Terms) {
  return { starts_on: startsOn, ends_on: endsOn, scope, fees: JSON.stringify(fees) }
}

/** Facts beside the signed terms: changing them keeps the signature. */
function factColumns({
  note,
  feePayor,
  nextEventOn,
}: Pick<AgreementChange['changes'], 'note' | 'feePayor' | 'nextEventOn'>) {
  return {
    ...(note !== undefined && { note }),
    ...(feePayor !== undefined && { fee_payor: feePayor }),
    ...(nextEventOn !== undefined && { next_event_on: nextEventOn }),
  }
}

const unsigned = {
  signed_at: null,
  signed_exactly: false,
  signed_by: null,
  guardian_name: null,
  confirmed_at: null,
  confirmed_by: null,
  confirm_comment: null,
}

function hasSameTerms(one: Terms, other: Terms) {
  const signedTerms = ({ startsOn, endsOn, scope, fees }: Terms) => ({
    startsOn,
    endsOn,
    scope: scope.toSorted(),
    fees,
  })
  return isDeepStrictEqual(signedTerms(one), signedTerms(other))
}

export async function updateAgreement(client: Queryable, organization: string, id: string, set: object) {
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
      .selectFrom(publicMemberships.as('m'))
      .select('user_id')
      .where('organization_id', '=', organization)
      .where('role', '<>', 'athlete')
      .where(sql<boolean>`user_id = any(${agents}::uuid[])`)
      // Former members stay on record as agents.
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

function requireValidDates({ startsOn, endsOn, endedOn }: Terms) {
  if (endsOn && endsOn < startsOn) throw invalid('endsOn', 'Enter a date after the start date')
  if (endedOn && endedOn < startsOn) throw invalid('endedOn', 'Enter a date after the start date')
  if (endedOn && endsOn && endedOn > endsOn)
    throw invalid('endedOn', `Enter a date before its end on ${spokenDay(endsOn)}`)
}

/** At most one agreement per kind of deal at any time, so the fee is unambiguous. */
async function requireNoOverlap(
  client: Queryable,
  organization: string,
  { athlete, id, terms }: { athlete: string; id: string; terms: Terms },
) {
  const overlap = await rowOf(
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
  if (!overlap) return
  const sharedKinds = terms.scope.filter((kind) => overlap.scope.includes(kind)).map((kind) => dealKinds[kind])
  const until = overlap.lastOn ? ` until ${spokenDay(overlap.lastOn)}` : ''
  throw invalid(
    'scope',
    `Another agreement covers ${listInWords(sharedKinds)} from ${spokenDay(overlap.startsOn)}${until}. Change or end it first`,
  )
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
