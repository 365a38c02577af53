import { addDays, dayIn, daysBetween, spokenDay } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { unlessOverLimit } from '../../mail/limit-outside-mail.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { askApprover } from './ask-approver.ts'
import { lockDealUnchecked, mayReadDeal } from './deal-access.ts'
import { deliverableLateMail, paymentLateMail, signatureLateMail } from './deal-mail.ts'
import { findDeliverers, remindOfDeliverable } from './remind-of-deliverable.ts'
import { claimReminder, type ReminderOf } from './reminders.ts'
import { askSigner, determineSigners, findMissingSigners } from './request-signatures.ts'
import { findMemberOf, findResponsible } from './responsible.ts'
import { approvedAt, loadNewestVersion } from './versions.ts'

/** Days after the due date; negative ones are before it. */
const ATHLETE_DAYS = [-3, 0, 1, 3, 7]
const LEAD_DAYS = [1, 7]
const PAYMENT_DAYS = [1, 7, 30]
/** Days after the approval. */
const SIGNER_DAYS = [3, 6, 9, 12]
const UNSIGNED_LEAD_DAY = 15
const UNREACHABLE_LEAD_DAY = 3
const APPROVER_MS = 3 * 24 * 60 * 60_000

export type Today = { organization: string; today: string; timeZone: string; now: Date }

type Sending = { id: string; send: (client: Queryable) => Promise<unknown> }

/** Each person has a transaction of their own: the claim, the notification and the mail are written together or not. */
function remindEach(
  database: Database,
  about: ReminderOf,
  { today, now }: { today: string; now: Date },
  people: readonly Sending[],
) {
  return forEachOf(people, ({ id: person, send }) =>
    unlessOverLimit(() =>
      inTransaction(database, async (client) => {
        if (await claimReminder(client, about, { person, day: today, now, by: null })) await send(client)
      }),
    ),
  )
}

/** Obligations due before the deal was entered are history. */
const isDueSinceEntry = (table: 'l' | 'p') =>
  sql<boolean>`${sql.ref(`${table}.due_on`)} >= (d.created_at at time zone o.time_zone)::date`

export async function remindOfDeliverables(database: Database, { organization, today, now }: Today) {
  const days = ATHLETE_DAYS.map((after) => addDays(today, -after))
  const due = await rowsOf(
    database,
    query
      .selectFrom('deliverables as l')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'l.organization_id').onRef('d.id', '=', 'l.deal_id'),
      )
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'l.organization_id')
      .select(['l.id', 'l.title', 'l.due_on', 'l.athlete_id', 'd.id as deal', 'd.title as dealTitle', 'd.lead_id'])
      .where('l.organization_id', '=', organization)
      .where('l.state', 'in', ['planned', 'returned'])
      .where(sql<boolean>`l.due_on = any(${days}::date[])`)
      .where(isDueSinceEntry('l'))
      .where('d.removed_at', 'is', null)
      .where('d.stage', '<>', 'terminated')
      .$narrowType<{ due_on: string }>(),
  )
  await forEachOf(due, async ({ id, title, due_on: dueOn, athlete_id, deal, dealTitle, lead_id }) => {
    const { athlete, people } = await findDeliverers(database, organization, athlete_id, now)
    if (athlete.isRemoved) return
    const about = { organization, deal, record: id }
    const owed = { organization, deal, dealTitle, id, title, dueOn }
    const isLate = LEAD_DAYS.includes(daysBetween(dueOn, today))
    const leads = isLate ? await findResponsible(database, organization, { lead_id, athlete_id }) : []
    await remindEach(database, about, { today, now }, [
      ...people.map((recipient) => ({
        id: recipient.person,
        send: (client: Queryable) => remindOfDeliverable(client, owed, { athlete, recipient, today }),
      })),
      ...leads.map((lead) => ({
        id: lead.id,
        send: (client: Queryable) =>
          notifyByMail(
            client,
            {
              organization,
              person: lead.id,
              kind: 'deliverable-late',
              details: { deal, title: dealTitle, deliverable: id, what: title, day: dueOn },
            },
            {
              mail: deliverableLateMail,
              recipient: lead.email,
              words: { ...lead, organization, deal, athlete: athlete.name, what: title, date: spokenDay(dueOn) },
            },
          ),
      })),
    ])
  })
}

/** Payors are never mailed by schedule. */
export async function remindOfPayments(database: Database, { organization, today, now }: Today) {
  const days = PAYMENT_DAYS.map((after) => addDays(today, -after))
  const late = await rowsOf(
    database,
    query
      .selectFrom('payments as p')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.deal_id'),
      )
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'p.organization_id')
      .select(['p.id', 'p.due_on', 'p.athlete_id', 'd.id as deal', 'd.title', 'd.lead_id', 'd.athlete_name'])
      .where('p.organization_id', '=', organization)
      .where('p.state', '=', 'expected')
      .where('p.in_kind', '=', false)
      .where('p.outgoing', '=', false)
      .whereRef('p.amount_minor', '>', 'p.received_minor')
      .where(sql<boolean>`p.due_on = any(${days}::date[])`)
      .where(isDueSinceEntry('p'))
      .where('d.removed_at', 'is', null)
      .$narrowType<{ due_on: string }>(),
  )
  await forEachOf(late, async ({ id, due_on: day, athlete_id, deal, title, lead_id, athlete_name: athlete }) => {
    const leads = await findResponsible(database, organization, { lead_id, athlete_id }, 'money.view')
    await remindEach(
      database,
      { organization, deal, record: id },
      { today, now },
      leads.map((lead) => ({
        id: lead.id,
        send: (client) =>
          notifyByMail(
            client,
            { organization, person: lead.id, kind: 'payment-late', details: { deal, title, day } },
            {
              mail: paymentLateMail,
              recipient: lead.email,
              words: { ...lead, organization, deal, athlete, date: spokenDay(day) },
            },
          ),
      })),
    )
  })
}

/** The missing parties, at most four times, then the lead. The lead at once if nobody missing has an account. */
export async function remindOfSignatures(database: Database, { organization, today, timeZone, now }: Today) {
  const waiting = await rowsOf(
    database,
    query
      .selectFrom('deal_versions as v')
      .innerJoin('deals as d', (join) =>
        join
          .onRef('d.organization_id', '=', 'v.organization_id')
          .onRef('d.id', '=', 'v.deal_id')
          .onRef('d.newest_version', '=', 'v.number'),
      )
      .select(['d.id', approvedAt.as('approvedAt')])
      .where('v.organization_id', '=', organization)
      .where('v.stage', '=', 'approved')
      .where('d.objection', 'is', null)
      .where('d.removed_at', 'is', null),
  )
  await forEachOf(waiting, async ({ id, approvedAt }) => {
    const approvedOn = dayIn(approvedAt.toISOString(), timeZone)
    const days = daysBetween(approvedOn, today)
    if (!SIGNER_DAYS.includes(days) && days !== UNSIGNED_LEAD_DAY) return
    const found = await inTransaction(database, async (client) => {
      const deal = await lockDealUnchecked(client, organization, id)
      const newest = deal && (await loadNewestVersion(client, deal))
      if (!deal || deal.objection || newest?.stage !== 'approved') return undefined
      const { athlete, reviewAgain } = await determineSigners(client, deal, newest, now)
      if (reviewAgain || athlete.isRemoved) return undefined
      return { deal, athlete, signers: await loadSigners(client, deal) }
    })
    if (!found) return
    const { deal, athlete } = found
    const signers = SIGNER_DAYS.includes(days) ? found.signers : []
    const isForLead = days === UNSIGNED_LEAD_DAY || (days === UNREACHABLE_LEAD_DAY && found.signers.length === 0)
    const leads = isForLead ? await findResponsible(database, organization, deal) : []
    await remindEach(database, { organization, deal: id, record: id }, { today, now }, [
      ...signers.map((signer) => ({
        id: signer.person,
        send: (client: Queryable) => askSigner(client, deal, signer, { reminder: true }),
      })),
      ...leads.map((lead) => ({
        id: lead.id,
        send: (client: Queryable) =>
          notifyByMail(
            client,
            { organization, person: lead.id, kind: 'signature-late', details: { deal: id, title: deal.title } },
            {
              mail: signatureLateMail,
              recipient: lead.email,
              words: { ...lead, organization, deal: id, athlete: athlete.name, since: spokenDay(approvedOn) },
            },
          ),
      })),
    ])
  })

  /** Nobody if a minor has no guardian: then only the lead can help. */
  async function loadSigners(client: Queryable, deal: Parameters<typeof findMissingSigners>[1]) {
    try {
      return (await findMissingSigners(client, deal, now)).signers
    } catch (error) {
      if (error instanceof Refusal && error.code === 'guardian-needed') return []
      throw error
    }
  }
}

/** Approvers, every three days. */
export async function remindOfDecisions(database: Database, { organization, today, now }: Today) {
  const waiting = await rowsOf(
    database,
    query
      .selectFrom('deal_approvals as p')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'p.organization_id')
          .onRef('v.deal_id', '=', 'p.deal_id')
          .onRef('v.number', '=', 'p.number'),
      )
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.deal_id'),
      )
      .select(['p.id as approval', 'p.user_id', 'd.organization_id', 'd.id', 'd.title'])
      .where('p.organization_id', '=', organization)
      .where('p.decision', 'is', null)
      .where('p.asked_at', 'is not', null)
      .where('v.stage', '=', 'in-review')
      .where('d.removed_at', 'is', null)
      .where('p.reminded_at', '<=', new Date(now.getTime() - APPROVER_MS)),
  )
  await forEachOf(waiting, async ({ approval, user_id: person, ...deal }) => {
    const approver = await findMemberOf(database, organization, person)
    if (!approver || !(await mayReadDeal(database, organization, person, { deal: deal.id }))) return
    const about = { organization, deal: deal.id, record: deal.id }
    const send = async (client: Queryable) => {
      await client.query('update deal_approvals set reminded_at = $3 where organization_id = $1 and id = $2', [
        organization,
        approval,
        now,
      ])
      await askApprover(client, deal, approver, { reminder: true })
    }
    await remindEach(database, about, { today, now }, [{ id: person, send }])
  })
}
