import { MOST_IMPORT_BYTES, MOST_IMPORT_COLUMNS, MOST_IMPORT_ROWS } from '@sherpa/contracts/athlete-import'
import { readTable, type Table } from '../../../tables/read-table.ts'
import { isKnownColumn, looksLikeData } from './recognize-columns.ts'

const usualLimits = { bytes: MOST_IMPORT_BYTES, rows: MOST_IMPORT_ROWS }

/** A table of athletes as it arrives. */
export function readAthletes(file: AsyncIterable<Buffer>, limits = usualLimits): Promise<Table> {
  return readTable(file, { ...limits, columns: MOST_IMPORT_COLUMNS, isHeader })
}

/** Names of columns, unless something in the first row is known to be a value. */
function isHeader(row: string[]) {
  return row.some(isKnownColumn) || !row.some(looksLikeData)
}
