import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { disclosureStates } from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { nameOfDisclosure, stateTones, timeLeft } from './disclosure-words.ts'

export function useDisclosuresOf(deal: string) {
  const { id: organization } = useOrganization()
  return disclosuresApi.useDisclosuresInfiniteQuery({ organization, query: { deal, sort: '-due' } })
}

export const rowsOfDisclosures = ({ currentData }: ReturnType<typeof useDisclosuresOf>) =>
  currentData?.pages.flatMap((page) => page.rows) ?? []

/** Reports about a deal, on its record. */
export function DisclosuresOfDeal({ deal }: { deal: string }) {
  const { id: organization, role, may } = useOrganization()
  const navigate = useNavigate()
  const today = useToday()
  const rows = rowsOfDisclosures(useDisclosuresOf(deal))
  const [add] = disclosuresApi.useAddDisclosureMutation()
  const key = useRef(crypto.randomUUID())
  const { busy, run } = useAction()
  const mayAdd = may('disclosures.edit') && may('money.view') && role !== 'athlete'
  const hasReport = rows.some(({ kind, state }) => kind === 'nil-go' && state !== 'withdrawn' && state !== 'revised')
  if (rows.length === 0 && !mayAdd) return null
  const open = async () => {
    const body = { kind: 'nil-go' as const, dealId: deal }
    const { id } = await add({ organization, body, headers: { 'Idempotency-Key': key.current } }).unwrap()
    void navigate(`/organizations/${organization}/compliance/${id}`)
  }
  return (
    <Panel
      title="Disclosures"
      empty={rows.length === 0 && 'None yet'}
      actions={
        mayAdd &&
        !hasReport && (
          <Button look="secondary" size="small" busy={busy} onClick={() => run(open)}>
            Open NIL Go report
          </Button>
        )
      }
    >
      {rows.length > 0 && (
        <ul className="divide-y divide-line-soft text-sm">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-3 py-1.5">
              <Link to={`/organizations/${organization}/compliance/${row.id}`} className={textLinkClass}>
                {nameOfDisclosure(row)}
              </Link>
              <StatusBadge tone={stateTones[row.state]}>{disclosureStates[row.state]}</StatusBadge>
              {(row.state === 'draft' || row.state === 'ready') && <DueDay row={row} today={today} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DueDay({ row, today }: { row: DisclosureRow; today: string }) {
  const { isLate, text } = timeLeft(row, today, new Date())
  return (
    <span className={isLate ? 'font-medium text-error' : 'text-grey'}>
      Due {shortCalendarDay(row.dueOn)}, {text.toLowerCase()}
    </span>
  )
}
