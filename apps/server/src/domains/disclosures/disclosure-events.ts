import type { ChangedValue, EventName } from '@sherpa/contracts/activity'
import { PAYOR_LINK_DAYS } from '@sherpa/contracts/disclosure-clock'
import { type DisclosureKind, type DisclosureState, nameOfDisclosure } from '@sherpa/contracts/disclosure-state'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { addAthleteEntry } from '../athletes/athletes.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { addDealEntry } from '../deals/deals.ts'

/** Null: the system, or a payor without an account. */
export type Author = { person: { id: string } | null; member: { organization: string } }

export type Subject = {
  id: string
  kind: DisclosureKind
  state: string
  athlete_id: string
  deal_id: string | null
  revises_id: string | null
  title: string | null
  name: string | null
}

/** Told in the timeline of the athlete. `on` is the day of the submission, attestation or outcome. */
type Told = {
  proof?: string | undefined
  comment?: string | undefined
  on?: string | undefined
  changes?: readonly ChangedValue[]
  at: Date
}

/** Without names: audit events are immutable. Values belong to the athlete, so that erasure empties them. */
export function recordDisclosureEvent(
  client: Queryable,
  { person, member }: Author,
  event: EventName,
  { id, athlete_id, kind, deal_id }: Pick<Subject, 'id' | 'athlete_id' | 'kind' | 'deal_id'>,
  { detail, changes = [] }: { detail?: string; changes?: readonly ChangedValue[] } = {},
) {
  return recordEvent(client, {
    event,
    actor: person?.id,
    organization: member.organization,
    athlete: athlete_id,
    deal: deal_id ?? undefined,
    details: [`${kind} ${id}`, ...(detail ? [detail] : [])].join(', '),
    changes,
  })
}

/** Later states no longer wait for the payor's answer. */
const statesAwaitingPayor: ReadonlySet<DisclosureState> = new Set(['draft', 'ready', 'submitted'])

/** Sets the state with its audit event and entries in the timelines of athlete and deal. */
export async function setState(
  client: Queryable,
  author: Author,
  disclosure: Subject,
  state: DisclosureState,
  set: object,
  { proof, comment, on, changes: others = [], at }: Told,
) {
  const { organization } = author.member
  const { id, kind, title, name, deal_id, athlete_id, revises_id } = disclosure
  await updateDisclosure(client, organization, id, { ...set, state })
  if (!statesAwaitingPayor.has(state)) await closeRequests(client, organization, id, at)
  const moved = changedValues<string>({ state: disclosure.state }, { state, proof })
  const changes = [...moved, ...others, ...changedValues<string>({}, { comment, on })]
  await recordDisclosureEvent(client, author, 'disclosure-moved', disclosure, { detail: state, changes })
  const report = nameOfDisclosure({ kind, title, isRevision: revises_id !== null })
  await addAthleteEntry(client, author, athlete_id, {
    kind: 'disclosure-moved',
    about: deal_id && name ? `${report}, ${name}` : report,
    text: comment || undefined,
    changes: [...moved, ...others],
    disclosure: id,
    at,
  })
  if (deal_id) await addDealEntry(client, author, deal_id, { kind: 'disclosure-moved', about: `${kind} ${state}` })
}

export async function updateDisclosure(client: Queryable, organization: string, id: string, set: object) {
  await run(
    client,
    query
      .updateTable('disclosures')
      .set({ ...set, version: sql<number>`version + 1` })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
}

/** End of the link of a request `r`. Requests of older releases have no day. */
export const linkEnd = sql<Date>`coalesce(r.expires_at, (r.asked_on + ${PAYOR_LINK_DAYS}::integer)::timestamptz)`

/** Stops the mail to the payor. */
export async function closeRequests(client: Queryable, organization: string, disclosure: string, now: Date) {
  return run(
    client,
    query
      .updateTable('attestation_requests')
      .set({ closed_at: now })
      .where('organization_id', '=', organization)
      .where('disclosure_id', '=', disclosure)
      .where('closed_at', 'is', null),
  )
}
