import type { HomeFigures, HomeFiguresQuery, NeedScope } from '@sherpa/contracts/home'
import type { Database, Queryable } from '../../persistence/database.ts'
import { countActiveDeals } from '../deals/deals.ts'
import { todayIn } from '../organizations/organizations.ts'
import type { Viewer } from './home.ts'
import { requireScope } from './needs.ts'

type Parts = {
  database: Database
  clock: () => Date
  loadMoney: (
    database: Queryable,
    viewer: Viewer,
    scope: NeedScope,
    now: Date,
  ) => Promise<NonNullable<HomeFigures['money']>>
}

export function createFigureService({ database, clock, loadMoney }: Parts) {
  return {
    async load(viewer: Viewer, { scope = 'mine' }: HomeFiguresQuery): Promise<HomeFigures> {
      requireScope(viewer, scope)
      const now = clock()
      const [today, money, deals] = await Promise.all([
        todayIn(database, viewer.member.organization, now),
        viewer.member.permissions.includes('money.view') ? loadMoney(database, viewer, scope, now) : null,
        countActiveDeals(database, viewer, scope),
      ])
      return { month: today.slice(0, 7), money, deals }
    },
  }
}
export type FigureService = ReturnType<typeof createFigureService>
