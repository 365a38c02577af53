import { addDays, spokenDay } from '@sherpa/contracts/days'
import { type DealMove, type DealStage, isPossible } from '@sherpa/contracts/deal-stage'
import { explainKeyDate, type KeyDateRule } from '@sherpa/contracts/key-date'
import { sql } from 'kysely'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { notify } from '../notifications/notifications.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import { lockDealUnchecked } from './deal-access.ts'
import { approvalAskedMail, deliverableDueMail, keyDateNearMail } from './deal-mail.ts'
import { addTimelineEntry } from './deal-timeline.ts'
import { moveDeal, stateOf } from './life-cycle.ts'
import { type PutInForce, putSignedByAdultsInForce } from './put-in-force.ts'
import { findResponsible } from './responsible.ts'
import { loadNewestVersion } from './versions.ts'

type Parts = { database: Database; clock: () => Date; onMail: () => void; putInForce: PutInForce }

/** Reminders in days before the due date. */
const DELIVERABLE_DAYS = [3, 0]
const REMIND_AFTER_MS = 3 * 24 * 60 * 60_000

/**
 * Daily work of one organization: reminders, and deals whose term starts or ends. Each deal has its own transaction:
 * locking several athletes in one would break the lock order.
 */
export function createDateReminders({ database, clock, onMail, putInForce }: Parts) {
  return async (organization: string) => {
    const now = clock()
    const today = await todayIn(database, organization, now)
    await inTransaction(database, (client) => remindOfKeyDates(client, organization, today))
    await inTransaction(database, (client) => remindOfDeliverables(client, organization, today))
    await putSignedByAdultsInForce(database, organization, { putInForce, now })
    await moveByCalendar(database, organization, { today, now })
    await inTransaction(database, (client) => remindOfDecisions(client, organization, now))
    onMail()
  }
}

async function remindOfKeyDates(client: Queryable, organization: string, today: string) {
  const near = await rowsOf(
    client,
    query
      .selectFrom('key_dates as k')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'k.organization_id').onRef('d.id', '=', 'k.deal_id'),
      )
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'k.organization_id')
      .select([
        'k.id',
        'k.day',
        'k.title',
        'k.rule',
        'd.id as deal',
        'd.title as dealTitle',
        'd.lead_id',
        'd.athlete_id',
        'o.name as organizationName',
      ])
      .where('k.organization_id', '=', organization)
      .where('k.canceled', '=', false)
      .where('k.done_at', 'is', null)
      .where('k.day', '>=', today)
      .where('k.day', '<=', addDays(today, 366))
      .$narrowType<{ day: string; rule: KeyDateRule }>(),
  )
  for (const date of near) {
    // Only the closest reminder: missed ones are not sent again.
    const due = date.rule.reminders.filter((days) => addDays(date.day, -days) <= today).sort((a, b) => a - b)[0]
    if (due === undefined) continue
    const sent = await run(
      client,
      query
        .insertInto('key_date_reminders')
        .values({ organization_id: organization, key_date_id: date.id, day: date.day, days_before: due })
        .onConflict((same) => same.doNothing()),
    )
    if (sent === 0) continue
    const { deal, dealTitle, title, day, organizationName } = date
    for (const { id: person, name, email } of await findResponsible(client, organization, date)) {
      const details = { deal, title: dealTitle, what: title, day }
      await notify(client, { organization, person, kind: 'key-date-near', details })
      await queueMail(client, keyDateNearMail, {
        recipient: email,
        person,
        details: {
          name,
          title: dealTitle,
          organization,
          organizationName,
          deal,
          date: spokenDay(day),
          what: title,
          explained: explainKeyDate(date.rule),
        },
      })
    }
  }
}

async function remindOfDeliverables(client: Queryable, organization: string, today: string) {
  const days = DELIVERABLE_DAYS.map((before) => addDays(today, before))
  const due = await rowsOf(
    client,
    query
      .selectFrom('deliverables as l')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'l.organization_id').onRef('d.id', '=', 'l.deal_id'),
      )
      .innerJoin(athleteFacts.as('a'), (join) =>
        join.onRef('a.organization_id', '=', 'l.organization_id').onRef('a.id', '=', 'l.athlete_id'),
      )
      .innerJoin(publicUsers.as('u'), 'u.id', 'a.user_id')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'l.organization_id')
      .select([
        'o.name as organizationName',
        'l.id',
        'l.title',
        'l.due_on',
        'd.id as deal',
        'd.title as dealTitle',
        'u.id as person',
        'u.name',
        'u.email',
      ])
      .where('l.organization_id', '=', organization)
      .where('l.state', 'in', ['planned', 'returned'])
      .where(sql<boolean>`l.due_on = any(${days}::date[])`)
      .where(sql<boolean>`l.reminded_on is distinct from ${today}::date`)
      .$narrowType<{ due_on: string; email: string }>(),
  )
  for (const { id, title, due_on, deal, dealTitle, person, name, email, organizationName } of due) {
    await run(
      client,
      query
        .updateTable('deliverables')
        .set({ reminded_on: today })
        .where('organization_id', '=', organization)
        .where('id', '=', id),
    )
    await notify(client, {
      organization,
      person,
      kind: 'deliverable-due',
      details: { deal, title: dealTitle, what: title, day: due_on },
    })
    await queueMail(client, deliverableDueMail, {
      recipient: email,
      person,
      details: { name, title: dealTitle, organization, organizationName, deal, date: spokenDay(due_on), what: title },
    })
  }
}

/** A deal starts on the first day of its term and is completed the day after its last one, even with open items. */
async function moveByCalendar(database: Database, organization: string, { today, now }: { today: string; now: Date }) {
  const due: { move: DealMove; deals: { id: string }[] }[] = [
    {
      move: 'start',
      deals: await rowsOf(database, selectDealsIn('signed', organization).where('starts_on', '<=', today)),
    },
    {
      move: 'complete',
      deals: await rowsOf(database, selectDealsIn('active', organization).where('ends_on', '<', today)),
    },
  ]
  for (const { move, deals } of due) {
    for (const { id } of deals) {
      await inTransaction(database, async (client) => {
        const deal = await lockDealUnchecked(client, organization, id)
        const newest = deal && (await loadNewestVersion(client, deal))
        // It may have moved meanwhile.
        if (!newest || !isPossible(stateOf(deal, newest), move)) return
        const author = { person: null, member: { organization } }
        const { stage } = await moveDeal(client, author, deal, newest, move, { now })
        await addTimelineEntry(client, author, id, { kind: 'moved', about: stage })
      })
    }
  }
}

function selectDealsIn(stage: DealStage, organization: string) {
  return query
    .selectFrom('deals')
    .select('id')
    .where('organization_id', '=', organization)
    .where('stage', '=', stage)
    .where('removed_at', 'is', null)
    .orderBy('athlete_id')
    .orderBy('id')
}

/** Approvers are reminded every three days. */
async function remindOfDecisions(client: Queryable, organization: string, now: Date) {
  const waiting = await rowsOf(
    client,
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
      .innerJoin(publicUsers.as('u'), 'u.id', 'p.user_id')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'p.organization_id')
      .select(['p.id', 'd.id as deal', 'd.title', 'u.id as person', 'u.name', 'u.email', 'o.name as organizationName'])
      .where('p.organization_id', '=', organization)
      .where('p.decision', 'is', null)
      .where('p.asked_at', 'is not', null)
      .where('v.stage', '=', 'in-review')
      .where('p.reminded_at', '<=', new Date(now.getTime() - REMIND_AFTER_MS))
      .$narrowType<{ email: string }>(),
  )
  for (const { id, deal, title, person, name, email, organizationName } of waiting) {
    await run(
      client,
      query
        .updateTable('deal_approvals')
        .set({ reminded_at: now })
        .where('organization_id', '=', organization)
        .where('id', '=', id),
    )
    await queueMail(client, approvalAskedMail, {
      recipient: email,
      person,
      details: { name, title, organization, organizationName, deal },
    })
  }
}
