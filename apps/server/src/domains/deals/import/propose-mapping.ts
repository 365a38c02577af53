import type { DealImportMapping } from '@sherpa/contracts/deal-import'
import type { SampledTable } from '../../imports/imports.ts'
import { recognizeColumns } from './recognize-columns.ts'

export function proposeMapping(
  { columns }: SampledTable,
  currency: DealImportMapping['defaults']['currency'],
): DealImportMapping {
  const sum = (form: string) => columns.reduce((total, { forms }) => total + (forms?.[form] ?? 0), 0)
  return {
    targets: recognizeColumns(columns),
    values: {},
    athletes: {},
    companies: {},
    defaults: { kind: 'sponsorship', currency },
    duplicates: 'skip',
    dayFirst: sum('dayFirst') > sum('monthFirst'),
    decimalComma: sum('comma') > sum('point'),
  }
}
