import { type Currency, formatMoney } from '@sherpa/contracts/currency'

/** Such as "$48,000" or "$1,200.50": without cents where there are none. */
export function moneyInWords(minor: number, currency: Currency) {
  return formatMoney(minor, currency, 'en-US').replace(/\.0+$/, '')
}
