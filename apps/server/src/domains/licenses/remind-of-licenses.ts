import { addDays, spokenDay } from '@sherpa/contracts/days'
import { LICENSE_REMINDERS } from '@sherpa/contracts/license'
import { stateName } from '@sherpa/contracts/us-states'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { publicMemberships, publicOrganizations } from '../organizations/organizations.ts'
import { licenseEndingMail } from './license-mail.ts'
import { isNotRenewed } from './license-needs.ts'

type Day = { organization: string; today: string }

/** Reminds members 60, 30 and 7 days before the last day, once each. */
export async function remindOfLicenses(database: Database, day: Day) {
  await forEachOf(await findEnding(database, day), (license) =>
    inTransaction(database, (client) => remind(client, day, license)),
  )
}

async function remind(
  client: Queryable,
  { organization, today }: Day,
  { id, ends_on, state, person, name, email, organizationName }: Awaited<ReturnType<typeof findEnding>>[number],
) {
  // Only the closest reminder: missed ones are not sent again.
  const due = LICENSE_REMINDERS.filter((days) => addDays(ends_on, -days) <= today).sort((a, b) => a - b)[0]
  if (due === undefined) return
  const claimed = await run(
    client,
    query
      .insertInto('license_reminders')
      .values({ organization_id: organization, license_id: id, day: ends_on, days_before: due })
      .onConflict((same) => same.doNothing()),
  )
  if (claimed === 0) return
  await notifyByMail(
    client,
    {
      organization,
      person,
      kind: 'license-ending',
      details: { license: id, what: stateName(state), day: ends_on },
    },
    {
      mail: licenseEndingMail,
      recipient: email,
      words: { name, organization, organizationName, state: stateName(state), date: spokenDay(ends_on) },
    },
  )
}

/** Of members, who always have a name and an address. */
function findEnding(client: Queryable, { organization, today }: Day) {
  return rowsOf(
    client,
    query
      .selectFrom('licenses as l')
      .innerJoin(publicMemberships.as('m'), (join) =>
        join.onRef('m.organization_id', '=', 'l.organization_id').onRef('m.user_id', '=', 'l.user_id'),
      )
      .innerJoin(publicUsers.as('u'), 'u.id', 'l.user_id')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'l.organization_id')
      .select(['l.id', 'l.ends_on', 'l.state', 'u.id as person', 'u.name', 'u.email', 'o.name as organizationName'])
      .where('l.organization_id', '=', organization)
      .where('m.role', '<>', 'athlete')
      .where('l.ends_on', '>=', today)
      .where('l.ends_on', '<=', addDays(today, Math.max(...LICENSE_REMINDERS)))
      .where(isNotRenewed)
      .orderBy('l.id')
      .$narrowType<{ ends_on: string; name: string; email: string }>(),
  )
}
