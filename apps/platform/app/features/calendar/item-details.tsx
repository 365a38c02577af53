import { hoursInWords } from '@sherpa/contracts/availability'
import { FIXED_DATE } from '@sherpa/contracts/key-date'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { movedInWords } from '../deals/deal-words.ts'
import { kindIcons, kindInWords, recordOf, type ShownItem } from './item-words.ts'

/** In brief without lateness, which the days beside it tell, and without the schedule of payments. */
export function ItemDetails({ item, isBrief = false }: { item: ShownItem; isBrief?: boolean }) {
  const { id: organization } = useOrganization()
  const { kind, title, why, state, keyDate, away, payment } = item
  const moved = keyDate?.moved
  const record = recordOf(item)
  const reason = [
    why !== FIXED_DATE && !(isBrief && payment) && why,
    keyDate?.expected && 'The league day is expected, not final',
    payment?.condition && !why.includes(payment.condition) && `Condition: ${payment.condition}`,
  ]
    .filter(Boolean)
    .join('. ')
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 font-medium break-words text-ink">{title}</span>
        {state === 'late' && !isBrief && <StatusBadge tone="bad">Overdue</StatusBadge>}
        {state === 'done' && <StatusBadge tone="good">Done</StatusBadge>}
      </p>
      <p className="break-words">
        <Link to={`/organizations/${organization}/${record.to}`} className="touch-area hover:underline">
          {record.name}
        </Link>
      </p>
      <p className="flex items-center gap-1.5 text-xs text-slate">
        <ToolIcon name={kindIcons[kind]} className="size-3" />
        {kindInWords(item)}
      </p>
      {away && <p className="text-xs text-slate">Athlete away {hoursInWords(away)}</p>}
      <p className="text-xs break-words text-grey empty:hidden">{reason}</p>
      {moved?.from && <p className="text-xs text-slate">{movedInWords(moved)}</p>}
    </div>
  )
}
