import { type CalendarItem, type CalendarKind, calendarKinds } from '@sherpa/contracts/deal-calendar'
import { keyDateKinds } from '@sherpa/contracts/key-date'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { moneyInWords } from '../../data/money.ts'

export const kindIcons: Record<CalendarKind, ToolIconName> = {
  'key-date': 'flag',
  deliverable: 'send',
  payment: 'billing',
}

/** Ids are unique per kind only. */
export const keyOf = ({ kind, id }: CalendarItem) => `${kind} ${id}`

/** Such as "Key date, option" or "Payment, $12,000 in kind". */
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

/** Such as "1 key date, 2 payments, 1 overdue". */
export function countInWords(items: readonly CalendarItem[]) {
  const kinds = Object.keys(calendarKinds) as CalendarKind[]
  const counts = kinds.map((kind) => {
    const count = items.filter((item) => item.kind === kind).length
    return count === 0 ? '' : `${count} ${count === 1 ? calendarKinds[kind].toLowerCase() : plurals[kind]}`
  })
  const late = items.filter(({ state }) => state === 'late').length
  return [...counts, late > 0 ? `${late} overdue` : ''].filter(Boolean).join(', ')
}

/** A stable sort. */
export function lateFirst(items: readonly CalendarItem[]) {
  return items.toSorted((one, other) => Number(other.state === 'late') - Number(one.state === 'late'))
}
