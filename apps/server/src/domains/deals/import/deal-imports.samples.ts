import { randomUUID } from 'node:crypto'
import type { dealImportOperations } from '@sherpa/contracts/deal-import-operations'
import type { Samples } from '../../../../test/samples.ts'

const mapping = {
  targets: ['athlete', 'company', 'signedOn', 'startsOn', 'amount'],
  values: {},
  athletes: {},
  companies: {},
  defaults: { kind: 'sponsorship', currency: 'USD' },
  duplicates: 'skip',
  dayFirst: false,
  decimalComma: false,
} as const
const columns = mapping.targets.map((name) => ({ name, filled: 1, distinct: null }))
const cells = ['Theo Lind', 'Halden', '2025-01-10', '2025-02-01', '500']

export const samples: Samples<typeof dealImportOperations> = {
  async parameters(owner, { organization, staff }) {
    const id = randomUUID()
    await owner.query(
      `insert into imports (organization_id, id, name, target, state, created_by, columns, row_count, mapping)
       values ($1, $2, 'deals.csv', 'deal', 'mapping', $3, $4, 1, $5)`,
      [organization, id, staff, JSON.stringify(columns), JSON.stringify(mapping)],
    )
    await owner.query(`insert into import_rows (organization_id, import_id, line, cells) values ($1, $2, 1, $3)`, [
      organization,
      id,
      JSON.stringify(cells),
    ])
    return { dealImport: id }
  },
  bodies: {
    uploadDealImport: () => 'Athlete,Company\nTheo Lind,Halden\n',
    mapDealImport: () => ({ ...mapping, targets: [...mapping.targets] }),
    moveDealImportHeader: () => ({ row: null }),
    editDealImportRows: () => ({ edits: [{ row: 1, column: 4, value: '750' }] }),
    approveDealImport: () => ({ version: 1, comment: 'Checked with the contracts.' }),
    startDealImport: (_, proof) => proof,
    attachDealImportPdfs: () => 'not an archive',
  },
  queries: { dealImportTemplate: '?layout=deals' },
}
