import { type CalendarItem, calendarKinds } from '@sherpa/contracts/deal-calendar'
import { keyDateKinds } from '@sherpa/contracts/key-date'
import type { Role } from '@sherpa/contracts/organization'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { moneyInWords } from '../../data/money.ts'

/** A task of the reader, the end of an agreement, or the deadline of a report. */
export type OwnItem = Pick<CalendarItem, 'id' | 'title' | 'day' | 'why'> & {
  kind: 'task' | 'agreement' | 'disclosure'
  /** What it is about: name, and path below the organization. */
  record: { name: string; to: string }
  /** Tasks may be about nobody. */
  athlete: { name: string } | null
  state: 'open' | 'late'
  keyDate: null
  away: null
  isProven: false
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
  task: 'note',
}

/** Instead of the icon of the kind, so that color is not the only sign. */
export const stateIcons: Partial<Record<ShownItem['state'], ToolIconName>> = { late: 'warning', done: 'check' }

/** Whom an item is about, in a narrow cell of the month: athletes read the company, others the family name. */
export function nameInCell(item: ShownItem, role: Role) {
  if (!item.athlete) return shownKinds[item.kind]
  return role === 'athlete' && 'company' in item ? item.company.name : familyName(item.athlete.name)
}

/** All but the first name. */
const familyName = (name: string) => name.replace(/^\S+\s+/, '')

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

/** Such as "1 key date, 2 payments, 1 done, 1 overdue". */
export function countInWords(items: readonly ShownItem[]) {
  const kinds = Object.keys(shownKinds) as ShownKind[]
  const counts = kinds.map((kind) => {
    const count = items.filter((item) => item.kind === kind).length
    return count === 0 ? '' : `${count} ${count === 1 ? shownKinds[kind].toLowerCase() : plurals[kind]}`
  })
  const countOf = (state: ShownItem['state']) => items.filter((item) => item.state === state).length
  const done = countOf('done')
  const late = countOf('late')
  return [...counts, done > 0 && `${done} done`, late > 0 && `${late} overdue`].filter(Boolean).join(', ')
}

/** One mark per kind with open items, late ones first, and one for kinds of which all is done. */
export function marksOf(items: readonly ShownItem[]) {
  const kinds = [...Map.groupBy(items, ({ kind }) => kind)]
  const open = kinds.filter(([, ofKind]) => ofKind.some(({ state }) => state !== 'done'))
  return {
    open: open.map(([kind, ofKind]) => ({ kind, isLate: ofKind.some(({ state }) => state === 'late') })),
    isSomeDone: open.length < kinds.length,
  }
}

/** A stable sort. */
export function lateFirst(items: readonly ShownItem[]) {
  return items.toSorted((one, other) => Number(other.state === 'late') - Number(one.state === 'late'))
}
