import type { CustomField } from '@sherpa/contracts/athlete'
import { isDay } from '@sherpa/contracts/days'

/** Parses a value into the column of its kind, or returns an error. */
export function parseCustomValue(
  { kind, choices }: CustomField,
  value: string | number,
): { text_value: string } | { number_value: number } | { date_value: string } | { error: string } {
  if (kind === 'number') {
    const number = typeof value === 'number' ? value : Number(value.trim() || Number.NaN)
    return Number.isFinite(number) ? { number_value: number } : { error: 'Enter a number' }
  }
  const text = String(value).trim()
  if (kind === 'date') {
    return isDay(text) ? { date_value: text } : { error: 'Enter a date' }
  }
  if (kind === 'choice' && !choices.includes(text)) return { error: `Choose one of: ${choices.join(', ')}` }
  return { text_value: text }
}
