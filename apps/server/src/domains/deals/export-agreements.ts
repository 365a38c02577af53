import type { AgreementRow, AgreementsExportQuery } from '@sherpa/contracts/agreement'
import { agreementStates } from '@sherpa/contracts/agreement'
import { dealKinds } from '@sherpa/contracts/deal'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { listAgreements } from './agreement-list.ts'
import { feesInWords } from './agreements.ts'
import { seesMoney, type Viewer } from './deal-access.ts'

const BATCH = 100

type Column = [heading: string, cell: (agreement: AgreementRow) => string | null | undefined]
const columns: Column[] = [
  ['Athlete', ({ athlete }) => athlete.name],
  ['State', ({ state }) => agreementStates[state]],
  ['Start', ({ startsOn }) => startsOn],
  ['End', ({ endsOn, endedOn }) => endedOn ?? endsOn],
  ['Signed', ({ signature }) => signature?.signedOn],
  ['Covers', ({ scope }) => scope.map((kind) => dealKinds[kind]).join(', ')],
  ['Agents', ({ agents }) => agents.map(({ name }) => name).join(', ')],
]
const moneyColumns: Column[] = [['Fees', feesInWords]]

/** Streams the filtered list as CSV, page by page, with the count at the start. */
export async function exportAgreements(
  database: Database,
  viewer: Viewer,
  params: AgreementsExportQuery,
  clock: () => Date,
) {
  const { organization } = viewer.member
  const first = await listAgreements(database, viewer, { ...params, limit: 1 }, clock())
  const count = first.total?.count ?? 0
  const event = { event: 'agreements-exported' as const, actor: viewer.person.id, organization }
  await recordEvent(database, { ...event, details: String(count) })
  return { count, parts: csv() }

  async function* csv() {
    const visibleColumns = [...columns, ...(seesMoney(viewer) ? moneyColumns : [])]
    yield BYTE_ORDER_MARK + csvLine(visibleColumns.map(([heading]) => heading))
    let after: string | undefined
    do {
      const { rows, next } = await inOrganization(organization, () =>
        listAgreements(database, viewer, { ...params, limit: BATCH, after }, clock()),
      )
      yield rows.map((agreement) => csvLine(visibleColumns.map(([, cell]) => cell(agreement)))).join('')
      after = next ?? undefined
    } while (after)
  }
}
