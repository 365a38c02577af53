import { randomUUID } from 'node:crypto'
import type { athleteImportOperations } from '@sherpa/contracts/athlete-import-operations'
import type { Samples } from '../../../../test/samples.ts'

const mapping = {
  targets: ['fullName'],
  values: {},
  defaults: { sport: null, level: 'college', stage: 'prospect' },
  identifier: null,
  duplicates: { identifier: 'skip', email: 'skip', birth: 'skip', name: 'skip' },
  notUnderstood: 'leave-out-row',
  dayFirst: false,
  lookAfter: false,
} as const

export const samples: Samples<typeof athleteImportOperations> = {
  async parameters(owner, { organization, staff }) {
    const id = randomUUID()
    await owner.query(
      `insert into imports (organization_id, id, name, state, created_by, columns, row_count, mapping)
       values ($1, $2, 'roster.csv', 'mapping', $3, '[{"name": "Name", "filled": 1, "distinct": null}]', 1, $4)`,
      [organization, id, staff, JSON.stringify(mapping)],
    )
    await owner.query(
      `insert into import_rows (organization_id, import_id, line, cells) values ($1, $2, 1, '["Theo Lind"]')`,
      [organization, id],
    )
    return { import: id }
  },
  bodies: {
    uploadImport: () => 'Name\nTheo Lind\n',
    mapImport: () => ({ ...mapping, targets: ['fullName'] }),
    moveImportHeader: () => ({ row: null }),
    addImportField: () => ({ column: 0, name: 'Locker', kind: 'text', choices: [] }),
    editImportRows: () => ({ edits: [{ row: 1, column: 0, value: 'Theo Lind' }] }),
    answerImport: () => ({ answer: 'skip', rows: [1] }),
  },
}
