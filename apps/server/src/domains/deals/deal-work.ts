import { addDays } from '@sherpa/contracts/days'
import type { DealWork } from '@sherpa/contracts/deal-work'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { guardiansWhoAreMembers } from '../athletes/athletes.ts'
import { todayIn } from '../organizations/organizations.ts'
import { isDealVisible, type Viewer } from './deal-access.ts'
import { pageOfDeliverables } from './deliverables.ts'
import { pageOfKeyDates } from './key-dates.ts'

const DAYS_AHEAD = 14
/** Items overdue for longer are hidden. */
const DAYS_BACK = 90
const MOST = 20

/** Open requests of the viewer, and dates that are overdue or coming up. */
export async function loadWork(database: Database, viewer: Viewer, now: Date): Promise<DealWork> {
  const today = await todayIn(database, viewer.member.organization, now)
  const span = { from: addDays(today, -DAYS_BACK), until: addDays(today, DAYS_AHEAD), limit: MOST }
  const { organization, role } = viewer.member
  const [waiting, keyDates, deliverables, guardians] = await Promise.all([
    loadOpenRequests(database, viewer),
    pageOfKeyDates(database, viewer, { ...span, state: ['open', 'late'] }, { now, withoutTotal: true }),
    pageOfDeliverables(
      database,
      viewer,
      { ...span, state: ['planned', 'returned', 'submitted'] },
      { today, withoutTotal: true },
    ),
    role === 'owner' ? guardiansWhoAreMembers(database, organization, now) : [],
  ])
  return {
    waiting,
    keyDates: keyDates.rows,
    deliverables: deliverables.rows,
    guardiansWhoAreMembers: guardians,
  }
}

async function loadOpenRequests(database: Database, viewer: Viewer): Promise<DealWork['waiting']> {
  const { organization, role } = viewer.member
  const decisions = query
    .selectFrom('deal_approvals as p')
    .innerJoin('deals as d', (join) =>
      join
        .onRef('d.organization_id', '=', 'p.organization_id')
        .onRef('d.id', '=', 'p.deal_id')
        .onRef('d.newest_version', '=', 'p.number'),
    )
    .innerJoin('deal_versions as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'd.organization_id')
        .onRef('v.deal_id', '=', 'd.id')
        .onRef('v.number', '=', 'd.newest_version'),
    )
    .select(['d.id', 'd.title', 'p.asked_at as since', sql<'decision' | 'signature'>`'decision'`.as('for')])
    .where('p.organization_id', '=', organization)
    .where('p.user_id', '=', viewer.person.id)
    .where('p.decision', 'is', null)
    .where('p.asked_at', 'is not', null)
    .where('v.stage', '=', 'in-review')
    .where(isDealVisible(viewer))
    .orderBy('p.asked_at')
    .limit(MOST)
  const signatures = query
    .selectFrom('deals as d')
    .innerJoin('deal_versions as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'd.organization_id')
        .onRef('v.deal_id', '=', 'd.id')
        .onRef('v.number', '=', 'd.newest_version'),
    )
    .select(['d.id', 'd.title', 'd.stage_since as since', sql<'decision' | 'signature'>`'signature'`.as('for')])
    .where('d.organization_id', '=', organization)
    .where('d.removed_at', 'is', null)
    .where('v.stage', '=', 'approved')
    .where(isDealVisible(viewer))
    .where(
      sql<boolean>`not exists (select from deal_signatures s where s.organization_id = d.organization_id and s.deal_id = d.id
        and s.number = d.newest_version and s.side = 'athlete' and s.superseded_at is null)`,
    )
    .orderBy('d.stage_since')
    .limit(MOST)
  const rows = role === 'athlete' ? await rowsOf(database, signatures) : await rowsOf(database, decisions)
  return rows.flatMap(({ id, title, since, for: what }) =>
    since ? [{ deal: { id, title }, for: what, since: since.toISOString() }] : [],
  )
}
