import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { notifyByMail, settleTakenBack } from '../notifications/notifications.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import type { Viewer } from './deal-access.ts'
import { paymentRecordedMail, paymentReversedMail } from './deal-mail.ts'

type News = { receipt: string; deals: readonly string[] }

/** Tells athletes with an account that a payment was recorded, without the amount. */
export async function notifyPaid(client: Queryable, viewer: Viewer, receipt: string, deals: readonly string[]) {
  await tellPaid(client, viewer, 'payment-recorded', { receipt, deals })
}

/** Tells the same athletes that it was reversed. The news of it is settled. */
export async function notifyReversed(client: Queryable, viewer: Viewer, receipt: string, deals: readonly string[]) {
  await settleTakenBack(client, viewer.member.organization, 'payment-reversed', { receipt })
  await tellPaid(client, viewer, 'payment-reversed', { receipt, deals })
}

const mails = { 'payment-recorded': paymentRecordedMail, 'payment-reversed': paymentReversedMail }

async function tellPaid(client: Queryable, viewer: Viewer, kind: keyof typeof mails, { receipt, deals }: News) {
  const { person: actor, member } = viewer
  const { organization } = member
  for (const { deal, title, person, name, email, organizationName } of await findPaid(client, organization, deals)) {
    await notifyByMail(
      client,
      { organization, person, actor: actor.id, kind, details: { deal, title, receipt } },
      { mail: mails[kind], recipient: email, words: { name, organization, organizationName, deal } },
    )
  }
}

/** Athletes of the deals who have an account. */
function findPaid(client: Queryable, organization: string, deals: readonly string[]) {
  return rowsOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin(athleteFacts.as('a'), (join) =>
        join.onRef('a.organization_id', '=', 'd.organization_id').onRef('a.id', '=', 'd.athlete_id'),
      )
      .innerJoin(publicUsers.as('u'), 'u.id', 'a.user_id')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'd.organization_id')
      .select(['d.id as deal', 'd.title', 'u.id as person', 'u.name', 'u.email', 'o.name as organizationName'])
      .where('d.organization_id', '=', organization)
      .where(sql<boolean>`d.id = any(${deals}::uuid[])`)
      .$narrowType<{ email: string }>(),
    'athletes-to-notify-of-payment',
  )
}
