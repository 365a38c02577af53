import { type NumberedRow, nameColumns } from './read-table.ts'
import { plain } from './read-text.ts'

/** What a heading is, to find the header row. */
export type Headings = {
  /** `isGrouped`: a field of a related record, such as a contact. */
  read(cell: string): { field: string; isGrouped: boolean } | undefined
  looksLikeData(cell: string): boolean
}

export type HeaderFinder = ReturnType<typeof createHeaderFinder>

export function createHeaderFinder({ read, looksLikeData }: Headings) {
  const isKnown = (cell: string) => read(cell) !== undefined

  /** Number of fields that the headings name. */
  const countKnown = (cells: readonly string[]) =>
    new Set(cells.flatMap((cell) => (isFilled(cell) ? (read(cell)?.field ?? []) : []))).size

  const countGrouped = (cells: readonly string[]) => cells.filter((cell) => read(cell)?.isGrouped).length

  /**
   * Index of the header among the first rows, or -1. Titles above it have few cells, and rows below it have values. Of
   * two header rows, the lower one counts.
   */
  function findHeader(rows: readonly NumberedRow[]): number {
    const widths = rows.map(({ cells }) => cells.filter(isFilled).length).sort((one, other) => one - other)
    const usual = widths[Math.floor(widths.length / 2)] ?? 0
    const scores = rows.map(({ cells }) => {
      const filled = cells.filter(isFilled)
      const data = filled.filter(looksLikeData).length
      // A title such as "Name: Fall roster" has fewer cells than the table.
      if (filled.length === 0 || filled.length < Math.min(usual, 6) / 2) return -1
      return countKnown(cells) * 2 - data * 3
    })
    const best = scores.indexOf(Math.max(...scores))
    if ((scores[best] ?? 0) > 0) return isLowerHeader(rows, best) ? best + 1 : best
    const [first] = rows
    const cells = first?.cells.filter(isFilled) ?? []
    return cells.some(isKnown) || !cells.some(looksLikeData) ? 0 : -1
  }

  /** Whether the row below completes the headings: "Height" above "ft" and "in". */
  function isLowerHeader(rows: readonly NumberedRow[], at: number) {
    const [upper, lower] = [rows[at]?.cells ?? [], rows[at + 1]?.cells ?? []]
    const filled = lower.filter(isFilled)
    if (filled.length === 0 || filled.some(looksLikeData)) return false
    const joined = joinHeadings(upper, lower)
    return countKnown(joined) > countKnown(upper) && filled.every((cell) => plain(cell).length <= 14)
  }

  /** Merged cells above count for all columns below them. */
  function joinHeadings(upper: readonly string[], lower: readonly string[]) {
    let group = ''
    return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
      const above = upper[at]?.trim() ?? ''
      if (above !== '') group = above
      const below = lower[at]?.trim() ?? ''
      if (below === '') return above
      const joined = `${group} ${below}`.trim()
      return isKnown(joined) || !isKnown(below) ? joined : below
    })
  }

  /** Column names from the rows up to the header. A row of groups above it is used if it tells more. */
  function nameHeader(rowsBefore: readonly NumberedRow[], data: readonly NumberedRow[]): string[] {
    const header = rowsBefore.at(-1)?.cells ?? []
    const above = rowsBefore.at(-2)?.cells ?? []
    const isGroup = above.filter(isFilled).length > 1 && !above.some((cell) => isFilled(cell) && looksLikeData(cell))
    const joined = isGroup ? joinHeadings(above, header) : header
    // "Name" and "Email" below "Parent" are those of a contact.
    const gain = countKnown(joined) - countKnown(header)
    const cells = gain > 0 || (gain === 0 && countGrouped(joined) > countGrouped(header)) ? joined : header
    return nameColumns(widen(cells, data))
  }

  return {
    findHeader,
    nameHeader,

    /** How much a sheet looks like a table of such records. */
    rateTable(rows: readonly NumberedRow[]) {
      const at = findHeader(rows)
      return at === -1 || rows.length < at + 2 ? 0 : countKnown(nameHeader(rows.slice(0, at + 1), rows.slice(at + 1)))
    },
  }
}

/** Without header. */
export function nameWithoutHeader(data: readonly NumberedRow[]): string[] {
  const width = Math.max(...data.map(({ cells }) => cells.length))
  return nameColumns(widen(Array(width).fill(''), data))
}

/** Columns without a name count if most rows have a value there. Empty ones at the end do not count. */
function widen(header: readonly string[], data: readonly NumberedRow[]) {
  const cells = [...header]
  while (cells.length > 0 && !isFilled(cells.at(-1)) && !data.some((row) => isFilled(row.cells[cells.length - 1])))
    cells.pop()
  const isUsed = (at: number) => data.filter((row) => isFilled(row.cells[at])).length * 2 > data.length
  while (isUsed(cells.length)) cells.push('')
  return cells
}

const isFilled = (cell: string | undefined) => cell !== undefined && cell.trim() !== ''
