import type { ExpenseState } from '@sherpa/contracts/expense'
import type { PayableState } from '@sherpa/contracts/payout'
import type { Tone } from '@sherpa/ui/status-badge'

export const expenseTones: Record<ExpenseState, Tone> = {
  waiting: 'warning',
  approved: 'good',
  rejected: 'bad',
  reversed: 'quiet',
}

export const payableTones: Record<PayableState, Tone> = { late: 'bad', due: 'warning', planned: 'quiet', paid: 'good' }

/** Formats millionths as a percentage: 20% or 12.5%. */
export function shareInWords(millionths: number) {
  return `${(millionths / 10_000).toLocaleString('en-US', { maximumFractionDigits: 4 })}%`
}

/** Parses a percentage into millionths; NaN if it is not a number. */
export function parseShare(text: string) {
  return Math.round(Number(text.trim().replace(/\s*%$/, '') || Number.NaN) * 10_000)
}
