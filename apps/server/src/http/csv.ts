type Cell = string | number | null | undefined

/** Spreadsheets take a file for UTF-8 because of this first character. */
export const CSV_BEGINNING = '\ufeff'

export function csvLine(cells: readonly Cell[]) {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/**
 * Spreadsheets would take a text that begins like a formula for one, some also in full width: an apostrophe makes it text. Other
 * separators are quoted, too: where a spreadsheet splits at semicolons or tabs, the rest of an unquoted text would become a formula.
 */
function cellOf(value: Cell) {
  const text = String(value ?? '')
  const safe = /^\s*[=+\-@＝＋－＠\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",;\t\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
