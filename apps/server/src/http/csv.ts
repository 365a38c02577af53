type Cell = string | number | null | undefined

/** Byte order mark: spreadsheets detect UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff'

export function csvLine(cells: readonly Cell[]) {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/**
 * Prevents CSV injection: an apostrophe defuses formulas, including full-width ones. `withoutGuard` removes it.
 * Semicolons and tabs are quoted too, because some locales split there and would expose a formula.
 */
function cellOf(value: Cell) {
  const text = String(value ?? '')
  const safe = /^\s*'*\s*[=+\-@＝＋－＠\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",;\t\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
