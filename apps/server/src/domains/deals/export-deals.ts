import { decimalOf } from '@sherpa/contracts/currency'
import { type DealRow, type DealsExportQuery, dealKinds } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { seesMoney, type Viewer } from './deal-access.ts'
import { listDeals } from './deal-list.ts'

const BATCH = 100

type Column = [heading: string, cell: (deal: DealRow) => string | null | undefined]
const columns: Column[] = [
  ['Athlete', ({ athlete }) => athlete.name],
  ['Company', ({ company }) => company.name],
  ['Title', ({ title }) => title],
  ['Kind', ({ kind }) => dealKinds[kind]],
  ['Stage', ({ stage }) => dealStages[stage]],
  ['Lead', ({ lead }) => lead?.name],
  ['Start', ({ startsOn }) => startsOn],
  ['End', ({ endsOn }) => endsOn],
  ['Next due', ({ nextDueOn }) => nextDueOn],
]
const moneyColumns: Column[] = [
  ['Amount', ({ amount }) => amount && decimalOf(amount.minor, amount.currency)],
  ['Currency', ({ amount }) => amount?.currency],
]

/** Streams the filtered list as CSV, page by page, with the count at the start. */
export async function exportDeals(database: Database, viewer: Viewer, params: DealsExportQuery) {
  const { organization } = viewer.member
  const first = await listDeals(database, viewer, { ...params, limit: 1 })
  const count = first.similar ? 0 : (first.total?.count ?? 0)
  await recordEvent(database, {
    event: 'deals-exported',
    actor: viewer.person.id,
    organization,
    details: String(count),
  })
  return { count, parts: csv() }

  async function* csv() {
    const visibleColumns = [...columns, ...(seesMoney(viewer) ? moneyColumns : [])]
    yield BYTE_ORDER_MARK + csvLine(visibleColumns.map(([heading]) => heading))
    if (count === 0) return
    let after: string | undefined
    do {
      const { rows, next } = await inOrganization(organization, () =>
        listDeals(database, viewer, { ...params, limit: BATCH, after }),
      )
      yield rows.map((deal) => csvLine(visibleColumns.map(([, cell]) => cell(deal)))).join('')
      after = next ?? undefined
    } while (after)
  }
}
