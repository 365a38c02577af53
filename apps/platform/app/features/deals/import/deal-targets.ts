import {
  type DealTarget,
  dealTargetName,
  dealTargetNames,
  MOST_PAYMENT_COLUMNS,
  payColumnFields,
} from '@sherpa/contracts/deal-import'

/** Fields that columns can be mapped to. Payments have one number more than the file uses, and seasons the years of
 * its columns.
 */
export function dealTargetsOf(targets: readonly (DealTarget | null)[], columnNames: readonly string[]) {
  const numbersOf = (kind: 'payment' | 'season') =>
    targets.flatMap((target) => (target?.startsWith(`${kind}:`) ? Number(target.split(':')[1]) : []))
  const years = columnNames.flatMap((name) => name.match(/\b(?:19|20)\d\d\b/g)?.map(Number) ?? [])
  const payments = Math.min(Math.max(0, ...numbersOf('payment')) + 1, MOST_PAYMENT_COLUMNS)
  const seasons = [...new Set([...numbersOf('season'), ...years])].sort((a, b) => a - b)
  const payColumns: DealTarget[] = [
    ...Array.from({ length: payments }, (_, at) => `payment:${at + 1}` as const),
    ...seasons.map((season) => `season:${season}` as const),
  ].flatMap((column) => payColumnFields.map((field) => `${column}:${field}` as const))
  return [...dealTargetNames, ...payColumns.map((target) => [target, dealTargetName(target)] as const)]
}
