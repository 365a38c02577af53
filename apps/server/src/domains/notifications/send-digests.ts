import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { dailyDigestMail } from './digest-mail.ts'

/** Queues one digest per person with everything before `until`. A row is claimed once, by any number of servers. */
export async function sendDigests(client: Queryable, organization: string, until: Date) {
  const rows = await rowsOf(
    client,
    query
      .updateTable('notifications as n')
      .from([publicUsers.as('u'), publicOrganizations.as('o')])
      .set({ digest: false })
      .whereRef('u.id', '=', 'n.user_id')
      .whereRef('o.id', '=', 'n.organization_id')
      .where('n.organization_id', '=', organization)
      .where('n.digest', '=', true)
      .where('n.created_at', '<', until)
      .returning(['n.id', 'n.created_at as at', 'u.id as person', 'u.name', 'u.email', 'o.name as organizationName'])
      .$narrowType<{ email: string }>(),
  )
  const byPerson = Map.groupBy(rows, ({ person }) => person)
  for (const [person, own] of byPerson) {
    const [first] = own
    if (!first) continue
    const notifications = own.toSorted((one, other) => one.at.getTime() - other.at.getTime()).map(({ id }) => id)
    const { name, email, organizationName } = first
    await queueMail(client, dailyDigestMail, {
      recipient: email,
      person,
      details: { name, organization, organizationName, notifications },
    })
  }
}
