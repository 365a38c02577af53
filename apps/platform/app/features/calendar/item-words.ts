import { type CalendarItem, calendarKinds } from '@sherpa/contracts/deal-calendar'
import { keyDateKinds } from '@sherpa/contracts/key-date'
import type { Role } from '@sherpa/contracts/organization'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { moneyInWords, roundedMoney } from '../../data/money.ts'

/** A task of the reader, the end of an agreement, or the deadline of a report. */
export type OwnItem = Pick<CalendarItem, 'id' | 'title' | 'day' | 'why'> & {
  kind: 'task' | 'agreement' | 'disclosure'
  /** What it is about: name, and path below the organization. */
  record: { name: string; to: string }
  /** Tasks may be about nobody. */
  hasRecord: boolean
  state: 'open' | 'late'
  keyDate: null
  away: null
  payment: null
}
export type ShownItem = CalendarItem | OwnItem

export const shownKinds = { ...calendarKinds, agreement: 'Agreement', disclosure: 'Disclosure', task: 'Task' } as const
export type ShownKind = keyof typeof shownKinds

/** What the item is about: name and path below the organization. */
export const recordOf = (item: ShownItem) =>
  'record' in item ? item.record : { name: item.deal.title, to: `deals/${item.deal.id}` }

export const kindIcons: Record<ShownKind, ToolIconName> = {
  'key-date': 'flag',
  deliverable: 'send',
  payment: 'billing',
  agreement: 'deal',
  disclosure: 'permissions',
  task: 'check',
}

/** Instead of the icon of the kind, so that color is not the only sign. */
export const stateIcons: Partial<Record<ShownItem['state'], ToolIconName>> = { late: 'warning', done: 'check' }

/** Who and what in a cell of the month: athletes read the company, others the athlete. Payments say how much. */
export function cellLines(item: ShownItem, role: Role): { who?: string; what: string } {
  if ('record' in item) return { ...(item.hasRecord && { who: item.record.name }), what: item.title }
  const { payment, title, athlete, company } = item
  return {
    who: (role === 'athlete' ? company : athlete).name,
    what: payment ? `${roundedMoney(payment.amountMinor, payment.currency)}${payment.inKind ? ' in kind' : ''}` : title,
  }
}

/** Ids are unique per kind only. */
export const keyOf = ({ kind, id }: ShownItem) => `${kind} ${id}`

/** Such as "Key date, option" or "Payment, $12,000 in kind". */
export function kindInWords({ kind, keyDate, payment }: ShownItem) {
  const more = keyDate
    ? keyDate.kind !== 'other' && keyDateKinds[keyDate.kind].toLowerCase()
    : payment && `${moneyInWords(payment.amountMinor, payment.currency)}${payment.inKind ? ' in kind' : ''}`
  return more ? `${shownKinds[kind]}, ${more}` : shownKinds[kind]
}

const plurals: Record<ShownKind, string> = {
  'key-date': 'key dates',
  deliverable: 'deliverables',
  payment: 'payments',
  agreement: 'agreements',
  disclosure: 'disclosures',
  task: 'tasks',
}

/** Such as "1 key date, 2 payments, 1 overdue". */
export function countInWords(items: readonly ShownItem[]) {
  const kinds = Object.keys(shownKinds) as ShownKind[]
  const counts = kinds.map((kind) => {
    const count = items.filter((item) => item.kind === kind).length
    return count === 0 ? '' : `${count} ${count === 1 ? shownKinds[kind].toLowerCase() : plurals[kind]}`
  })
  const late = items.filter(({ state }) => state === 'late').length
  return [...counts, late > 0 ? `${late} overdue` : ''].filter(Boolean).join(', ')
}

/** A stable sort. */
export function lateFirst(items: readonly ShownItem[]) {
  return items.toSorted((one, other) => Number(other.state === 'late') - Number(one.state === 'late'))
}
