import type { AthleteImport, ImportState } from '@sherpa/contracts/athlete-import'
import type { Tone } from '@sherpa/ui/status-badge'

export const stateTones: Record<ImportState, Tone> = {
  uploading: 'info',
  mapping: 'warning',
  checking: 'info',
  checked: 'warning',
  importing: 'info',
  canceled: 'warning',
  done: 'good',
  undoing: 'info',
  undone: 'quiet',
}

/** What to do about work that failed for good. */
export const failuresInWords: Record<NonNullable<AthleteImport['failed']>, string> = {
  checking: 'Checking the rows failed. Nothing was imported. Check them again, and contact us if it fails again.',
  importing: 'The import failed on the way. Continue it, or undo what was imported, and contact us if it fails again.',
  undoing: 'Undoing the import failed on the way. Undo it again, and contact us if it fails again.',
}

export const number = (count: number) => count.toLocaleString('en-US')
export const rowsInWords = (count: number) => (count === 1 ? '1 row' : `${number(count)} rows`)
export const athletesInWords = (count: number) => (count === 1 ? '1 athlete' : `${number(count)} athletes`)

/** What has come of an import, in a line. */
export function resultInWords({ state, rows, counts, kept }: AthleteImport) {
  if (state === 'undone') return kept > 0 ? `${athletesInWords(kept)} kept` : 'Everything was undone'
  const { added, updated, skipped, failed } = counts
  const parts = [
    added > 0 && `${number(added)} added`,
    updated > 0 && `${number(updated)} updated`,
    skipped > 0 && `${number(skipped)} skipped`,
    failed > 0 && `${number(failed)} failed`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : rowsInWords(rows)
}
