import { MOST_IMPORT_BYTES, MOST_IMPORT_COLUMNS, MOST_IMPORT_ROWS } from '@sherpa/contracts/athlete-import'
import { readTable, type Table } from '../../../tables/read-table.ts'
import { isKnownColumn, looksLikeData } from './recognize-columns.ts'

const defaultLimits = { bytes: MOST_IMPORT_BYTES, rows: MOST_IMPORT_ROWS }

/** Parses an uploaded table. */
export function readAthletes(file: AsyncIterable<Buffer>, limits = defaultLimits): Promise<Table> {
  return readTable(file, { ...limits, columns: MOST_IMPORT_COLUMNS, isHeader })
}

/** The first row is a header unless it contains recognizable values. */
function isHeader(row: string[]) {
  return row.some(isKnownColumn) || !row.some(looksLikeData)
}
