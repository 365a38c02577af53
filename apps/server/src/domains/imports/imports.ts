import { published } from '../../persistence/queries.ts'
import type { ImportParts } from './check-import.ts'
import { ERROR_HEADING } from './error-heading.ts'
import { createImportService } from './import-service.ts'
import type {
  Headings,
  Importable,
  PlannedRow,
  PreviewedChange,
  RowPlan,
  RowToPlan,
  SampledTable,
  UpdatedRow,
  WrittenRow,
} from './importable.ts'
import { loadRemembered, saveRemembered } from './remembered-mappings.ts'
import { findEarlierRows, findFirstRows, saveKeys } from './row-keys.ts'
import { failRows, findRecordsOfRows, findRowsOfRecords, publicImportRows } from './rows.ts'
import type { StoredColumn, StoredImport } from './stored-imports.ts'

export type {
  Headings,
  Importable,
  ImportParts,
  PlannedRow,
  PreviewedChange,
  RowPlan,
  RowToPlan,
  SampledTable,
  StoredColumn,
  StoredImport,
  UpdatedRow,
  WrittenRow,
}
/** The engine: upload, header row, batches of checking and writing, undo. An importable declares the rest. */
/** For the parts of an importable. */
export {
  createImportService,
  ERROR_HEADING,
  failRows,
  findEarlierRows,
  findFirstRows,
  findRecordsOfRows,
  findRowsOfRecords,
  loadRemembered,
  publicImportRows,
  saveKeys,
  saveRemembered,
}

export const publicImports = published('imports', [
  'organization_id',
  'id',
  'name',
  'state',
  'failed',
  'created_by',
  'created_at',
  'finished_at',
  'row_count',
  'counts',
])
