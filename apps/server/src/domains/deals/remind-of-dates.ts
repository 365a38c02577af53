import { addDays, spokenDay } from '@sherpa/contracts/days'
import { type DealMove, type DealStage, isPossible } from '@sherpa/contracts/deal-stage'
import { explainKeyDate, type KeyDateRule } from '@sherpa/contracts/key-date'
import { DIGEST_HOUR } from '@sherpa/contracts/notification'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { notifyByMail, sendDigests } from '../notifications/notifications.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { remindOfAgreementEnds } from './agreement-ends.ts'
import { lockDealUnchecked } from './deal-access.ts'
import { keyDateNearMail } from './deal-mail.ts'
import { addTimelineEntry } from './deal-timeline.ts'
import { moveDeal, stateOf } from './life-cycle.ts'
import { type PutInForce, putSignedByAdultsInForce } from './put-in-force.ts'
import { remindOfDecisions, remindOfDeliverables, remindOfPayments, remindOfSignatures } from './reminder-schedule.ts'
import { loadLocalTime } from './reminders.ts'
import { findResponsible } from './responsible.ts'
import { loadNewestVersion } from './versions.ts'

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  putInForce: PutInForce
  /** Injected, because tasks import deals. Before the digests, so that they are part of them. */
  remindOfTasks: (database: Database, day: { organization: string; today: string }) => Promise<void>
}

/** No reminders at night, in the organization's time zone. */
const FIRST_HOUR = DIGEST_HOUR
const LAST_HOUR = 21

/**
 * Daily work of one organization: reminders, digests, and deals whose term starts or ends. Each deal has its own
 * transaction: locking several athletes in one would break the lock order.
 */
export function createDateReminders({ database, clock, onMail, putInForce, remindOfTasks }: Parts) {
  return async (organization: string) => {
    const now = clock()
    const { today, hour, timeZone, digestAt } = await loadLocalTime(database, organization, now)
    await putSignedByAdultsInForce(database, organization, { putInForce, now })
    await moveByCalendar(database, organization, { today, now })
    if (hour >= FIRST_HOUR && hour < LAST_HOUR) {
      const day = { organization, today, timeZone, now }
      await inTransaction(database, (client) => remindOfKeyDates(client, organization, today))
      await inTransaction(database, (client) => remindOfAgreementEnds(client, organization, today))
      await remindOfDeliverables(database, day)
      await remindOfSignatures(database, day)
      await remindOfPayments(database, day)
      await remindOfDecisions(database, day)
      await remindOfTasks(database, day)
      await inTransaction(database, (client) => sendDigests(client, organization, digestAt))
    }
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
      await notifyByMail(
        client,
        { organization, person, kind: 'key-date-near', details: { deal, title: dealTitle, what: title, day } },
        {
          mail: keyDateNearMail,
          recipient: email,
          words: {
            name,
            title: dealTitle,
            organization,
            organizationName,
            deal,
            date: spokenDay(day),
            what: title,
            explained: explainKeyDate(date.rule),
          },
        },
      )
    }
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
