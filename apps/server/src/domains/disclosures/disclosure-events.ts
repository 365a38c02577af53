import type { EventName } from '@sherpa/contracts/activity'
import type { DisclosureKind, DisclosureState } from '@sherpa/contracts/disclosure-state'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { addDealEntry } from '../deals/deals.ts'

/** Null: the system, or a payor without an account. */
export type Author = { person: { id: string } | null; member: { organization: string } }

type Subject = { id: string; kind: DisclosureKind; athlete_id: string; deal_id: string | null }

/** Without names: audit events are immutable. */
export function recordDisclosureEvent(
  client: Queryable,
  { person, member }: Author,
  event: EventName,
  { athlete_id, kind }: Pick<Subject, 'athlete_id' | 'kind'>,
  detail?: string,
) {
  return recordEvent(client, {
    event,
    actor: person?.id,
    organization: member.organization,
    athlete: athlete_id,
    details: detail ? `${kind}, ${detail}` : kind,
  })
}

/** Sets the state with its audit event and an entry in the timeline of the deal. */
export async function setState(
  client: Queryable,
  author: Author,
  disclosure: Subject,
  state: DisclosureState,
  set: object = {},
) {
  const { organization } = author.member
  await updateDisclosure(client, organization, disclosure.id, { ...set, state })
  await recordDisclosureEvent(client, author, 'disclosure-moved', disclosure, state)
  if (disclosure.deal_id) {
    await addDealEntry(client, author, disclosure.deal_id, {
      kind: 'disclosure-moved',
      about: `${disclosure.kind} ${state}`,
    })
  }
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
