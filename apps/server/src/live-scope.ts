import { type LiveTopic, liveTopics } from '@sherpa/contracts/live'
import type { TaskAbout } from '@sherpa/contracts/task'
import { seenAmong, seesAll } from './domains/athletes/athlete-access.ts'
import { filterVisibleEvents } from './domains/audit/audit.ts'
import { filterVisibleAgreements } from './domains/deals/agreements.ts'
import { filterVisibleCompanies, filterVisibleDeals, filterVisibleWork } from './domains/deals/deal-access.ts'
import { filterVisibleDisclosures } from './domains/disclosures/disclosure-access.ts'
import { filterVisibleMoney } from './domains/finances/finance-access.ts'
import { filterVisibleNotices } from './domains/licenses/agent-notices.ts'
import { filterVisibleLicenses } from './domains/licenses/license-access.ts'
import { filterVisibleTasks, isTaskReader } from './domains/tasks/task-access.ts'
import type { Queryable } from './persistence/database.ts'

type Filter = (ids: readonly string[]) => Promise<string[]>
type Viewer = Parameters<typeof seesAll>[0]

/** Whoever has the permission of these topics sees all their records. */
const withoutScope = new Set<LiveTopic>([
  'organization',
  'members',
  'invitations',
  'permissions',
  'subscription',
  'invoices',
  'programs',
  'league-days',
  'imports',
  'archives',
  'notifications',
  'views',
])

/** Scope filter per live topic. Undefined: the viewer sees all records. Of other topics nobody hears anything. */
export function createLiveAudience(database: Queryable) {
  return (topic: LiveTopic, viewer: Viewer, about?: TaskAbout): Filter | undefined => {
    if (about) return async (ids) => ((await isTaskReader(database, viewer, about)) ? [...ids] : [])
    // Tasks without a record are private, also to members who see all athletes.
    if (topic === 'tasks') return (ids) => filterVisibleTasks(database, viewer, ids)
    if (topic === 'licenses') return (ids) => filterVisibleLicenses(database, viewer, ids)
    // Reports that depend on an amount need permission, whatever athletes the member sees.
    if (topic === 'disclosures') return (ids) => filterVisibleDisclosures(database, viewer, ids)
    // What is hidden depends on several permissions.
    if (topic === 'activity') return (ids) => filterVisibleEvents(database, viewer.member, ids)
    if (withoutScope.has(topic) || (seesAll(viewer) && Object.hasOwn(liveTopics, topic))) return undefined
    if (topic === 'agent-notices') return (ids) => filterVisibleNotices(database, viewer, ids)
    if (topic === 'athletes' || topic === 'availability') return (ids) => seenAmong(database, viewer, ids)
    if (topic === 'agreements') return (ids) => filterVisibleAgreements(database, viewer, ids)
    if (topic === 'deliverables' || topic === 'key-dates')
      return (ids) => filterVisibleWork(database, viewer, topic, ids)
    if (topic === 'companies') return filterVisibleCompanies(database, viewer)
    if (topic === 'verdicts') {
      return async (ids) => [
        ...(await filterVisibleDeals(database, viewer, ids)),
        ...(await filterVisibleAgreements(database, viewer, ids)),
      ]
    }
    if (topic === 'deals') return (ids) => filterVisibleDeals(database, viewer, ids)
    return filterVisibleMoney(database, viewer, topic) ?? (async () => [])
  }
}
