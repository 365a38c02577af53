import { published } from '../../persistence/queries.ts'
import type { ImportParts } from './check-import.ts'
import { createImportService } from './import-service.ts'
import type {
  Importable,
  ImportChange,
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
import { failLines, failRows, findRecordsOfRows, findRowsOfRecords, publicImportRows } from './rows.ts'
import { sendFailedRows } from './send-failed-rows.ts'
import type { StoredImport } from './stored-imports.ts'

export type {
  Importable,
  ImportChange,
  ImportParts,
  PlannedRow,
  PreviewedChange,
  RowPlan,
  RowToPlan,
  SampledTable,
  StoredImport,
  UpdatedRow,
  WrittenRow,
}
/** The engine: upload, header row, batches of checking and writing, undo. An importable declares the rest. */
/** For the parts of an importable. */
export {
  createImportService,
  failLines,
  failRows,
  findEarlierRows,
  findFirstRows,
  findRecordsOfRows,
  findRowsOfRecords,
  loadRemembered,
  publicImportRows,
  saveKeys,
  saveRemembered,
  sendFailedRows,
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
