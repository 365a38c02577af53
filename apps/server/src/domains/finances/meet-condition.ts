import type { ConditionMet } from '@sherpa/contracts/payment'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { ofSeenAthletes } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { bookkeepingOf, requireBookableDay } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

/** Payments that depend on something: somebody says that it happened. */
export function meetingConditions({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    meet(viewer: Viewer, id: string, { metOn, dueOn }: ConditionMet) {
      return inTransaction(database, async (client) => {
        const { today } = await bookkeepingOf(client, viewer.member.organization, clock())
        requireBookableDay('metOn', metOn, today)
        const payment = await lockPayment(client, viewer, id)
        if (payment.state !== 'conditional') throw new Refusal('condition-decided')
        await change(client, viewer, id, {
          state: 'expected',
          met_on: metOn,
          due_on: dueOn,
          due_before_met: payment.due_on,
        })
        await note(client, viewer, 'condition-met', payment.athlete_id)
      })
    },

    takeBack(viewer: Viewer, id: string) {
      return inTransaction(database, async (client) => {
        const payment = await lockPayment(client, viewer, id)
        if (payment.state !== 'expected' || payment.met_on === null) throw new Refusal('condition-decided')
        if (Number(payment.received_minor) !== 0 || payment.owed_since !== null) {
          throw new Refusal('payment-has-receipts')
        }
        await change(client, viewer, id, {
          state: 'conditional',
          met_on: null,
          due_on: payment.due_before_met,
          due_before_met: null,
        })
        await note(client, viewer, 'condition-reopened', payment.athlete_id)
      })
    },
  }
}

async function lockPayment(client: Queryable, viewer: Viewer, id: string) {
  const payment = await rowOf(
    client,
    query
      .selectFrom('payments as p')
      .select([
        'p.state',
        'p.athlete_id',
        'p.due_on',
        'p.due_before_met',
        'p.met_on',
        'p.received_minor',
        'p.owed_since',
      ])
      .where('p.organization_id', '=', viewer.member.organization)
      .where('p.id', '=', id)
      .where(ofSeenAthletes(viewer, sql.ref('p.athlete_id')))
      .forUpdate(),
  )
  if (!payment) throw new Refusal('not-found')
  return payment
}

type Changed = {
  state: 'expected' | 'conditional'
  met_on: string | null
  due_on: string | null
  due_before_met: string | null
}

async function change(client: Queryable, viewer: Viewer, id: string, changed: Changed) {
  const { organization } = viewer.member
  await run(
    client,
    query.updateTable('payments').set(changed).where('organization_id', '=', organization).where('id', '=', id),
  )
}

function note(client: Queryable, viewer: Viewer, event: 'condition-met' | 'condition-reopened', athlete: string) {
  return noteEvent(client, {
    event,
    actor: viewer.person.id,
    organization: viewer.member.organization,
    athlete,
  })
}
