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

/** A share in millionths as people write it: 20% or 12.5%. */
export function shareInWords(millionths: number) {
  return `${(millionths / 10_000).toLocaleString('en-US', { maximumFractionDigits: 4 })}%`
}

/** What was typed as a share, in millionths; no number where it is none. */
export function shareTyped(text: string) {
  return Math.round(Number(text.trim().replace(/\s*%$/, '') || Number.NaN) * 10_000)
}
