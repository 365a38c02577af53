import { type CalendarItem, type CalendarKind, calendarKinds } from '@sherpa/contracts/deal-calendar'
import { keyDateKinds } from '@sherpa/contracts/key-date'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { moneyInWords } from '../../data/money.ts'

export const kindIcons: Record<CalendarKind, ToolIconName> = {
  'key-date': 'flag',
  deliverable: 'send',
  payment: 'billing',
}

/** Among those of all kinds. */
export const keyOf = ({ kind, id }: CalendarItem) => `${kind} ${id}`

/** What kind of item it is: "Key date, option", or "Payment, $12,000 in kind". */
export function kindInWords({ kind, keyDate, payment }: CalendarItem) {
  const more = keyDate
    ? keyDateKinds[keyDate.kind].toLowerCase()
    : payment && `${moneyInWords(payment.amountMinor, payment.currency)}${payment.inKind ? ' in kind' : ''}`
  return more ? `${calendarKinds[kind]}, ${more}` : calendarKinds[kind]
}

const plurals: Record<CalendarKind, string> = {
  'key-date': 'key dates',
  deliverable: 'deliverables',
  payment: 'payments',
}

/** What there is on a day: "1 key date, 2 payments, 1 late". */
export function countInWords(items: readonly CalendarItem[]) {
  const kinds = Object.keys(calendarKinds) as CalendarKind[]
  const counts = kinds.map((kind) => {
    const count = items.filter((item) => item.kind === kind).length
    return count === 0 ? '' : `${count} ${count === 1 ? calendarKinds[kind].toLowerCase() : plurals[kind]}`
  })
  const late = items.filter(({ state }) => state === 'late').length
  return [...counts, late > 0 ? `${late} late` : ''].filter(Boolean).join(', ')
}

/** What is late comes first; otherwise the order stays. */
export function lateFirst(items: readonly CalendarItem[]) {
  return items.toSorted((one, other) => Number(other.state === 'late') - Number(one.state === 'late'))
}
