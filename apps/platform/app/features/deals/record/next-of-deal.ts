import { daysBetween } from '@sherpa/contracts/days'
import type { DeliverableRow, KeyDateRow, PaymentRow } from '@sherpa/contracts/deal-work'
import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { disclosureStates, isBeforeSigning, isUnfiled, nameOfDisclosure } from '@sherpa/contracts/disclosure-state'
import { daysInWords } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'

type Work = {
  reports: readonly DisclosureRow[]
  payments: readonly PaymentRow[]
  deliverables: readonly DeliverableRow[]
  keyDates: readonly KeyDateRow[]
}

export type NextOfDeal = { title: string } & (
  | { kind: 'report'; row: DisclosureRow }
  | { kind: 'payment'; row: PaymentRow }
  | { kind: 'deliverable'; row: DeliverableRow }
  | { kind: 'key-date'; row: KeyDateRow }
)

/** A report that was not cleared, or the earliest of what is still due. Undefined while something is late: that has a
 * panel of its own, and comes first.
 */
export function nextOf({ reports, payments, deliverables, keyDates }: Work, today: string): NextOfDeal | undefined {
  const refused = reports.find(({ state }) => state === 'flagged' || state === 'not-cleared')
  if (refused) {
    const state = disclosureStates[refused.state].toLowerCase()
    return { kind: 'report', row: refused, title: `${nameOfDisclosure(refused)} ${state}` }
  }
  const unsigned = reports.find((row) => isUnfiled(row.state) && isBeforeSigning(row))
  if (unsigned)
    return { kind: 'report', row: unsigned, title: `Next: ${nameOfDisclosure(unsigned)}, before anyone signs` }
  const due: (NextOfDeal & { day: string | null })[] = [
    ...reports
      .filter(({ state }) => isUnfiled(state))
      .map((row) => ({ kind: 'report' as const, row, day: row.dueOn, title: nameOfDisclosure(row) })),
    ...deliverables
      .filter(({ state }) => state !== 'accepted')
      .map((row) => ({ kind: 'deliverable' as const, row, day: row.dueOn, title: row.title })),
    ...payments
      .filter(({ state, outgoing }) => state === 'expected' && !outgoing)
      .map((row) => ({
        kind: 'payment' as const,
        row,
        day: row.dueOn,
        title: `${row.title}, ${moneyInWords(row.openMinor, row.currency)}`,
      })),
    ...keyDates
      .filter(({ state }) => state === 'open')
      .map((row) => ({ kind: 'key-date' as const, row, day: row.day, title: row.title })),
  ]
  const hasLate =
    due.some(({ kind, day }) => kind === 'report' && day !== null && day < today) ||
    [...payments.filter(({ outgoing }) => !outgoing), ...deliverables].some(({ late }) => late)
  if (hasLate) return
  const [first] = due
    .flatMap((one) => (one.day && one.day >= today ? [{ ...one, day: one.day }] : []))
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  return (
    first && {
      ...first,
      title: `Next: ${first.title}, ${daysInWords(daysBetween(today, first.day)).toLowerCase()}`,
    }
  )
}
