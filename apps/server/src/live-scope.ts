import type { LiveTopic } from '@sherpa/contracts/live'
import { seenAmong, seesAll } from './domains/athletes/athlete-access.ts'
import { agreementsSeenAmong } from './domains/deals/agreements.ts'
import { companiesHeardOf, dealsSeenAmong, workSeenAmong } from './domains/deals/deal-access.ts'
import { moneySeenAmong } from './domains/finances/finance-access.ts'
import type { Queryable } from './persistence/database.ts'

type Viewer = Parameters<typeof seesAll>[0]

/** By topic of live updates: which of the changed records the viewer hears of. Without an answer, all of them. */
export function liveScope(database: Queryable) {
  return (topic: LiveTopic, viewer: Viewer): ((ids: readonly string[]) => Promise<string[]>) | undefined => {
    if (seesAll(viewer)) return undefined
    if (topic === 'athletes') return (ids) => seenAmong(database, viewer, ids)
    if (topic === 'agreements') return (ids) => agreementsSeenAmong(database, viewer, ids)
    if (topic === 'deliverables' || topic === 'key-dates') return (ids) => workSeenAmong(database, viewer, topic, ids)
    if (topic === 'companies') return companiesHeardOf(database, viewer)
    if (topic === 'deals') return (ids) => dealsSeenAmong(database, viewer, ids)
    return moneySeenAmong(database, viewer, topic)
  }
}
