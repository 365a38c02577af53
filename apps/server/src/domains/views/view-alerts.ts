import { DIGEST_HOUR } from '@sherpa/contracts/notification'
import { Refusal } from '@sherpa/contracts/problem'
import type { WatchableList } from '@sherpa/contracts/view'
import { type InferResult, sql } from 'kysely'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { findMember, publicOrganizations, todayIn } from '../organizations/organizations.ts'
import { viewAlertMail } from './view-mail.ts'
import type { LoadPage, Viewer } from './views.ts'

/** More rows are no alert, and their ids would not fit. */
const MOST_WATCHED = 1000
const PAGE_ROWS = 100

type Parts = { database: Database; clock: () => Date; loadPage: LoadPage; onMail: () => void }
type Watched = { list: WatchableList; address: string }

/** A daily mail about rows that were not in a view before, with the member's own access. */
export function createViewAlerts({ database, clock, loadPage, onMail }: Parts) {
  async function listIds(viewer: Viewer, { list, address }: Watched): Promise<string[]> {
    const { columns: _, ...parameters } = Object.fromEntries(new URLSearchParams(address))
    const ids: string[] = []
    let after: string | null = null
    do {
      const page = await loadPage(viewer, list, {
        ...parameters,
        limit: String(PAGE_ROWS),
        ...(after && { after }),
      })
      // Similar rows do not match the search.
      if (!page.similar) ids.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after && ids.length < MOST_WATCHED)
    return ids
  }

  /** Rows of this moment are known. Returns the insertion of the alert. */
  async function prepare(viewer: Viewer, watched: Watched) {
    const { organization } = viewer.member
    const known = await listIds(viewer, watched)
    if (known.length >= MOST_WATCHED) throw new Refusal('too-many-rows-to-watch')
    const alert = {
      organization_id: organization,
      user_id: viewer.person.id,
      known,
      checked_on: await todayIn(database, organization, clock()),
    }
    return (client: Queryable, view: string) =>
      run(
        client,
        query
          .insertInto('view_alerts')
          .values({ ...alert, view_id: view })
          .onConflict((same) => same.doNothing()),
      )
  }

  async function check(organization: string, today: string, alert: Alert) {
    const member = await findMember(database, organization, alert.person)
    if (!member || member.role === 'athlete') return
    const found = await listIdsIfPermitted({ person: { id: alert.person }, member }, alert)
    if (!found) return
    const known = new Set(alert.known)
    const fresh = found.filter((id) => !known.has(id)).length
    await inTransaction(database, async (client) => {
      const claimed = await run(
        client,
        query
          .updateTable('view_alerts')
          // Rows that left the view and return are not new.
          .set({ checked_on: today, known: [...new Set([...found, ...alert.known])].slice(0, 2 * MOST_WATCHED) })
          .where('organization_id', '=', organization)
          .where('user_id', '=', alert.person)
          .where('view_id', '=', alert.id)
          .where('checked_on', '<', today),
      )
      if (claimed === 0 || fresh === 0) return
      const { email: recipient, person, id: view, name, viewName, organizationName, list } = alert
      const details = { name, organization, organizationName, view, viewName, list, count: fresh }
      await queueMail(client, viewAlertMail, { recipient, person, details })
    })
  }

  /** Undefined if the member may no longer see the list or use a filter. */
  async function listIdsIfPermitted(viewer: Viewer, watched: Watched) {
    try {
      return await listIds(viewer, watched)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  return {
    prepare,

    /** Watching twice changes nothing. */
    async watch(viewer: Viewer, view: Watched & { id: string }) {
      const add = await prepare(viewer, view)
      await add(database, view.id)
    },

    unwatch: ({ person, member }: Viewer, view: string) =>
      run(
        database,
        query
          .deleteFrom('view_alerts')
          .where('organization_id', '=', member.organization)
          .where('user_id', '=', person.id)
          .where('view_id', '=', view),
      ),

    /** Hourly. Mails once a day, from 7:00 in the organization's time zone. */
    async mailAlerts(organization: string) {
      const local = sql`(${clock()}::timestamptz at time zone o.time_zone)`
      const { today, hour } = await oneRowOf(
        database,
        query
          .selectFrom(publicOrganizations.as('o'))
          .select([
            sql<string>`${local}::date`.as('today'),
            sql<number>`extract(hour from ${local})::integer`.as('hour'),
          ])
          .where('o.id', '=', organization),
      )
      if (hour < DIGEST_HOUR) return
      const alerts = await rowsOf(database, selectAlerts(organization, today))
      try {
        await forEachOf(alerts, (alert) => check(organization, today, alert))
      } finally {
        onMail()
      }
    },
  }
}
export type ViewAlerts = ReturnType<typeof createViewAlerts>

const selectAlerts = (organization: string, today: string) =>
  query
    .selectFrom('view_alerts as a')
    .innerJoin('saved_views as v', (join) =>
      join.onRef('v.organization_id', '=', 'a.organization_id').onRef('v.id', '=', 'a.view_id'),
    )
    .innerJoin(publicUsers.as('u'), 'u.id', 'a.user_id')
    .innerJoin(publicOrganizations.as('o'), 'o.id', 'a.organization_id')
    .select(['a.view_id as id', 'a.user_id as person', 'a.known', 'v.list', 'v.address', 'v.name as viewName'])
    .select(['u.name', 'u.email', 'o.name as organizationName'])
    .where('a.organization_id', '=', organization)
    .where('a.checked_on', '<', today)
    // A view that is no longer shared belongs to its owner.
    .where((eb) => eb.or([eb('v.shared', '=', true), eb('v.owner_id', '=', eb.ref('a.user_id'))]))
    .orderBy('a.user_id')
    .orderBy('a.view_id')
    // Members always have a name and an address.
    .$narrowType<{ name: string; email: string; list: WatchableList }>()
type Alert = InferResult<ReturnType<typeof selectAlerts>>[number]
