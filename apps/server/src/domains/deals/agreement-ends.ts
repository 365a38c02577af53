import { addDays, spokenDay } from '@sherpa/contracts/days'
import { NEED_DAYS_AHEAD } from '@sherpa/contracts/home'
import { type RawBuilder, sql } from 'kysely'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { athleteFacts, isMemberSeeing, isVisibleAthlete, publicAssignments } from '../athletes/athletes.ts'
import { isAboutAthlete, type NeedSource } from '../home/home.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { loadRolesWith, publicMemberships, type RolesByScope } from '../organizations/organizations.ts'
import type { Viewer } from './deal-access.ts'
import { agreementEndingMail } from './deal-mail.ts'
import { END_REMINDERS } from './obligations.ts'
import { findResponsible } from './responsible.ts'

/** Condition on `agreements g`: no later agreement of the athlete covers one of its kinds. */
const isNotRenewed = sql<boolean>`not exists (select from agreements n where n.organization_id = g.organization_id
  and n.athlete_id = g.athlete_id and n.starts_on > g.last_on and n.scope && g.scope)`

/** Agreements that end within the next days. */
export const agreementNeeds: NeedSource = {
  kinds: ['agreement-end'],

  async select(database, viewer, { scope, today, about }) {
    const { member } = viewer
    if (member.role === 'athlete' || !member.permissions.includes('deals.edit')) return []
    const responsible = await loadRolesWith(database, member.organization, ['deals.view', 'deals.edit'])
    return [
      sql`select 'agreement-end' as kind, g.id, null::uuid as deal, g.last_on as day, null::timestamptz as since
        from agreements g where g.organization_id = ${member.organization} and g.last_on >= ${today}::date
          and g.last_on <= ${addDays(today, NEED_DAYS_AHEAD)}::date and ${isNotRenewed}
          and ${isVisibleAthlete(viewer, sql.ref('g.athlete_id'))} and ${scope === 'mine' ? isOwn(viewer, responsible) : sql`true`}
          and ${isAboutAthlete(about, 'g.athlete_id')}`,
    ]
  },

  async describe(database, { member }, found) {
    const rows = await rowsOf(
      database,
      sql<{ id: string; athlete: { id: string; name: string } }>`select g.id,
          json_build_object('id', a.id, 'name', a.name) as athlete
        from agreements g join ${athleteFacts} a on a.organization_id = g.organization_id and a.id = g.athlete_id
        where g.organization_id = ${member.organization} and g.id = any(${found.map(({ id }) => id)}::uuid[])`,
    )
    return rows.map(({ id, athlete }) => ({
      kind: 'agreement-end' as const,
      id,
      title: 'End of the agreement',
      about: null,
      deal: null,
      athlete,
      company: null,
      amount: null,
      trail: [],
      remindedAt: null,
    }))
  },
}

/** Agents of the agreement who can act; without one, the athlete's managers and the owners. */
function isOwn({ person, member }: Viewer, responsible: RolesByScope): RawBuilder<boolean> {
  const agents = sql`select x.user_id from agreement_agents x
    join ${publicMemberships} m on m.organization_id = x.organization_id and m.user_id = x.user_id
    where x.organization_id = g.organization_id and x.agreement_id = g.id
      and ${isMemberSeeing(responsible, sql.ref('g.athlete_id'))}`
  const isManager = sql`g.athlete_id in (select s.athlete_id from ${publicAssignments} s
    where s.organization_id = ${member.organization} and s.user_id = ${person.id})`
  return sql`(${person.id} in (${agents})
    or (not exists (${agents}) and ${member.role === 'owner' ? sql`true` : isManager}))`
}

/** Reminds of the end 90, 30 and 7 days before: the agents, else the athlete's managers, else the owners. */
export async function remindOfAgreementEnds(database: Database, { organization, today }: Day) {
  const ending = await rowsOf(
    database,
    query
      .selectFrom('agreements as g')
      .select(['g.id', 'g.athlete_id', 'g.last_on'])
      .select(
        sql<string[]>`array(select x.user_id from agreement_agents x
          where x.organization_id = g.organization_id and x.agreement_id = g.id)`.as('agents'),
      )
      .where('g.organization_id', '=', organization)
      .where('g.last_on', '>=', today)
      .where('g.last_on', '<=', addDays(today, Math.max(...END_REMINDERS)))
      .where(isNotRenewed)
      .orderBy('g.id')
      .$narrowType<{ last_on: string }>(),
  )
  await forEachOf(ending, (agreement) =>
    inTransaction(database, (client) => remind(client, { organization, today }, agreement)),
  )
}

type Day = { organization: string; today: string }
type Ending = { id: string; athlete_id: string; last_on: string; agents: string[] }

async function remind(
  client: Queryable,
  { organization, today }: Day,
  { id, athlete_id, last_on: day, agents }: Ending,
) {
  // Only the closest reminder: missed ones are not sent again.
  const due = END_REMINDERS.filter((days) => addDays(day, -days) <= today).sort((a, b) => a - b)[0]
  if (due === undefined) return
  const sent = await run(
    client,
    query
      .insertInto('agreement_reminders')
      .values({ organization_id: organization, agreement_id: id, day, days_before: due })
      .onConflict((same) => same.doNothing()),
  )
  if (sent === 0) return
  const leads = agents.length > 0 ? agents : [null]
  const found = await Promise.all(
    leads.map((lead_id) => findResponsible(client, organization, { lead_id, athlete_id })),
  )
  const people = new Map(found.flat().map((one) => [one.id, one]))
  for (const { id: person, name, email, organizationName } of people.values()) {
    await notifyByMail(
      client,
      {
        organization,
        person,
        kind: 'key-date-near',
        details: { athlete: athlete_id, title: 'representation agreement', what: 'End of the agreement', day },
      },
      {
        mail: agreementEndingMail,
        recipient: email,
        words: { name, organization, organizationName, athlete: athlete_id, date: spokenDay(day) },
      },
    )
  }
}
