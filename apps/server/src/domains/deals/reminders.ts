import { type Delivery, DIGEST_HOUR } from '@sherpa/contracts/notification'
import { Refusal } from '@sherpa/contracts/problem'
import type { ReachedPerson, Reminded, ReminderRole, Unreachable } from '@sherpa/contracts/reminder'
import { sql } from 'kysely'
import { findRefused } from '../../mail/refused-addresses.ts'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { mayReadDeal, type Viewer } from './deal-access.ts'

/** The deal, deliverable or payment that a reminder is about. */
export type ReminderOf = { organization: string; deal: string; record: string }

/** A person with an account. */
export type Recipient = { person: string; name: string; email: string; as: ReminderRole }

/** Local day and hour of an organization, and the time of today's digest. */
export function loadLocalTime(client: Queryable, organization: string, now: Date) {
  const local = sql`(${now}::timestamptz at time zone o.time_zone)`
  return oneRowOf(
    client,
    query
      .selectFrom(publicOrganizations.as('o'))
      .select([
        'o.time_zone as timeZone',
        sql<string>`${local}::date`.as('today'),
        sql<number>`extract(hour from ${local})::integer`.as('hour'),
        sql<Date>`(${local}::date + make_time(${DIGEST_HOUR}::integer, 0, 0)) at time zone o.time_zone`.as('digestAt'),
      ])
      .where('o.id', '=', organization),
  )
}

/** Claims today's reminder of a person about a record. False if another server or colleague has it. */
export async function claimReminder(
  client: Queryable,
  { organization, deal, record }: ReminderOf,
  { person, day, now, by }: { person: string; day: string; now: Date; by: string | null },
) {
  const claimed = await run(
    client,
    query
      .insertInto('reminders')
      .values({
        organization_id: organization,
        record_id: record,
        user_id: person,
        day,
        deal_id: deal,
        sent_at: now,
        sent_by: by,
      })
      .onConflict((same) => same.doNothing()),
  )
  return claimed > 0
}

type Manual<One extends Recipient> = {
  recipients: readonly One[]
  /** Reason if there are no recipients, and the record where that can be changed. */
  nobody: { reason: string; at: Unreachable }
  send: (recipient: One) => Promise<Delivery>
  now: Date
}

/** Sends a reminder of a colleague. Refuses if it would reach nobody: mail is not sent to members who lost access. */
export async function sendReminder<One extends Recipient>(
  client: Queryable,
  { person, member }: Viewer,
  about: Omit<ReminderOf, 'organization'>,
  { recipients, nobody, send, now }: Manual<One>,
): Promise<Reminded> {
  const { organization } = member
  const readers: One[] = []
  for (const recipient of recipients) {
    // Guardians are no members: their access was checked when they were found.
    const mayRead = recipient.as === 'guardian' || (await mayReadDeal(client, organization, recipient.person, about))
    if (mayRead) readers.push(recipient)
  }
  const refused = await findRefused(
    client,
    readers.map(({ email }) => email),
  )
  const reachable = readers.filter(({ email }) => !refused.has(email))
  if (reachable.length === 0) {
    const hidden = recipients.length > 0 ? `${namesOf(recipients)} cannot see this deal.` : nobody.reason
    const reason = readers.length > 0 ? refusalReason(readers) : hidden
    throw new Refusal('nobody-reachable', { detail: `${reason} No reminder was sent.`, present: nobody.at })
  }
  const { today, timeZone } = await loadLocalTime(client, organization, now)
  const reached: ReachedPerson[] = []
  for (const recipient of reachable) {
    const claim = { person: recipient.person, day: today, now, by: person.id }
    if (!(await claimReminder(client, { organization, ...about }, claim))) continue
    reached.push({ name: recipient.name, as: recipient.as, how: await send(recipient) })
  }
  if (reached.length === 0) {
    throw new Refusal('reminded-recently', {
      detail: await describeLast(client, organization, { record: about.record, day: today, timeZone }),
    })
  }
  return { reached }
}

function refusalReason(recipients: readonly Recipient[]) {
  const names = namesOf(recipients)
  return `Email to ${names.replace(/^The/, 'the')} is refused by their mail server.`
}

/** Without names of approvers: the approval chain depends on the amount. */
function namesOf(recipients: readonly Recipient[]) {
  const names = recipients.filter((one) => one.as !== 'approver').map(({ name }) => name)
  return names.length > 0 ? names.join(' and ') : 'The approvers'
}

async function describeLast(
  client: Queryable,
  organization: string,
  { record, day, timeZone }: { record: string; day: string; timeZone: string },
) {
  const last = await rowOf(
    client,
    query
      .selectFrom('reminders as r')
      .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'r.sent_by').on('u.deleted_at', 'is', null))
      .select(['r.sent_at', 'r.sent_by', 'u.name'])
      .where('r.organization_id', '=', organization)
      .where('r.record_id', '=', record)
      .where('r.day', '=', day)
      .orderBy('r.sent_at', 'desc')
      .limit(1),
  )
  return remindedTodayText(last?.sent_at ?? new Date(), timeZone, last?.sent_by ? (last.name ?? 'a colleague') : null)
}

/** Null: by schedule. */
export function remindedTodayText(at: Date, timeZone: string, by: string | null) {
  const time = at.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  return `A reminder was already sent today at ${time} by ${by ?? 'Sherpa'}. You can send another one tomorrow.`
}
