import { type Currency, formatMoney, minorDigits } from '@sherpa/contracts/currency'

/** Such as "$48,000" or "$1,200.50": without cents where there are none. */
export function moneyInWords(minor: number, currency: Currency) {
  return exactMoney(minor, currency).replace(/\.0+$/, '')
}

/** Such as "$48,000.00": in a column, the decimal points line up. */
export function exactMoney(minor: number, currency: Currency) {
  return formatMoney(minor, currency, 'en-US')
}

/** Such as "$48,000" for $47,999.60: large figures and overviews have no cents. */
export function roundedMoney(minor: number, currency: Currency) {
  const unit = 10 ** minorDigits(currency)
  return moneyInWords(Math.round(minor / unit) * unit, currency)
}
