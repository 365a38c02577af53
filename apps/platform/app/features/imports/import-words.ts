import type { ImportRecord, ImportState } from '@sherpa/contracts/import'
import type { Tone } from '@sherpa/ui/status-badge'
import type { Noun } from './importable.ts'

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

/** What to do after a failed job. */
export const failuresInWords: Record<NonNullable<ImportRecord['failed']>, string> = {
  checking: 'Checking the rows failed. Nothing was imported. Try again, and contact us if it keeps failing.',
  importing: 'The import failed partway. Continue or undo it, and contact us if it keeps failing.',
  undoing: 'The undo failed partway. Try again, and contact us if it keeps failing.',
}

export const number = (count: number) => count.toLocaleString('en-US')
export const countInWords = (count: number, { one, many }: Noun) =>
  count === 1 ? `1 ${one}` : `${number(count)} ${many}`
export const rowsInWords = (count: number) => countInWords(count, { one: 'row', many: 'rows' })

/** The result of an import in one line. */
export function resultInWords({ state, rows, counts, kept }: ImportRecord, noun: Noun) {
  if (state === 'undone') return kept > 0 ? `${countInWords(kept, noun)} kept` : 'Everything was undone'
  const { added, updated, skipped, failed } = counts
  const parts = [
    added > 0 && `${number(added)} added`,
    updated > 0 && `${number(updated)} updated`,
    skipped > 0 && `${number(skipped)} skipped`,
    failed > 0 && `${number(failed)} failed`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : rowsInWords(rows)
}
