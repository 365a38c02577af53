import type { MissingInput } from '@sherpa/contracts/compliance/judgment'
import { addDays, daysBetween, spokenDay } from '@sherpa/contracts/days'
import { type DisclosureKind, disclosureKinds } from '@sherpa/contracts/disclosure-state'
import { sql } from 'kysely'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isMemberSeeing } from '../athletes/athletes.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { loadRolesWith, publicMemberships, publicOrganizations } from '../organizations/organizations.ts'
import { disclosureDueMail } from './disclosure-mail.ts'

/** Days before the deadline. Only the closest one is sent. */
const daysBefore = [2, 1, 0] as const

type Day = { organization: string; today: string }

/** Each morning: deadlines of the next days. */
export function createDisclosureReminders(database: Database) {
  return async ({ organization, today }: Day) => {
    const due = await rowsOf(
      database,
      query
        .selectFrom('disclosures as x')
        .select([
          'x.id',
          'x.kind',
          'x.title',
          'x.athlete_id',
          'x.preparer_id',
          'x.due_on',
          'x.due_at',
          'x.name',
          'x.missing',
        ])
        .where('x.organization_id', '=', organization)
        .where('x.work', '=', 'due')
        .where('x.due_before', 'is', null)
        .where('x.state', 'in', ['draft', 'ready'])
        .where('x.due_on', '>=', today)
        .where('x.due_on', '<=', addDays(today, daysBefore[0]))
        .orderBy('x.id')
        .$narrowType<{ kind: DisclosureKind; missing: MissingInput[] }>(),
    )
    await forEachOf(due, (disclosure) =>
      inTransaction(database, (client) => remind(client, { organization, today }, disclosure)),
    )
  }
}

type Due = {
  id: string
  kind: DisclosureKind
  title: string | null
  name: string | null
  athlete_id: string
  preparer_id: string | null
  due_on: string
  due_at: Date
  missing: MissingInput[]
}

async function remind(client: Queryable, { organization, today }: Day, due: Due) {
  const left = daysBetween(today, due.due_on)
  const days = daysBefore.filter((before) => before >= left).at(-1)
  if (days === undefined) return
  const claimed = await run(
    client,
    query
      .insertInto('disclosure_reminders')
      .values({ organization_id: organization, disclosure_id: due.id, due_at: due.due_at, days_before: days })
      .onConflict((same) => same.doNothing()),
  )
  if (claimed === 0) return
  const title = due.title ?? disclosureKinds[due.kind]
  for (const { id: person, name, email, organizationName } of await findFilers(client, organization, due)) {
    await notifyByMail(
      client,
      {
        organization,
        person,
        kind: 'disclosure-due',
        details: {
          disclosure: due.id,
          athlete: due.athlete_id,
          what: title,
          day: due.due_on,
          title: due.name ?? title,
          ...(due.missing.length > 0 && { missing: due.missing }),
        },
      },
      {
        mail: disclosureDueMail,
        recipient: email,
        words: {
          name,
          organization,
          organizationName,
          disclosure: due.id,
          title,
          date: spokenDay(due.due_on),
          missing: due.missing,
        },
      },
    )
  }
}

/** The preparer, else everyone who files disclosures and sees the athlete. */
async function findFilers(client: Queryable, organization: string, { kind, preparer_id, athlete_id }: Due) {
  const needed =
    kind === 'nil-go'
      ? (['disclosures.edit', 'deals.view', 'money.view'] as const)
      : (['disclosures.edit', 'deals.view'] as const)
  const roles = await loadRolesWith(client, organization, [...needed])
  const members = query
    .selectFrom(publicMemberships.as('m'))
    .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
    .innerJoin(publicOrganizations.as('o'), 'o.id', 'm.organization_id')
    .select(['u.id', 'u.name', 'u.email', 'o.name as organizationName'])
    .where('m.organization_id', '=', organization)
    .where('m.role', '<>', 'athlete')
    .where(isMemberSeeing(roles, sql`${athlete_id}::uuid`))
    .orderBy('u.id')
    // Members always have a name and an address.
    .$narrowType<{ name: string; email: string }>()
  const preparer = preparer_id ? await rowsOf(client, members.where('m.user_id', '=', preparer_id)) : []
  return preparer.length > 0 ? preparer : rowsOf(client, members)
}
