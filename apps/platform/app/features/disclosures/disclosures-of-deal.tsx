import { disclosuresApi } from '@sherpa/api-client/disclosures'
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
import { nameOfDisclosure, stateTones } from './disclosure-words.ts'

/** Reports about a deal, on its record. */
export function DisclosuresOfDeal({ deal }: { deal: string }) {
  const { id: organization, role, may } = useOrganization()
  const navigate = useNavigate()
  const list = disclosuresApi.useDisclosuresInfiniteQuery({ organization, query: { deal, sort: '-due' } })
  const [add] = disclosuresApi.useAddDisclosureMutation()
  const key = useRef(crypto.randomUUID())
  const { busy, run } = useAction()
  const rows = list.currentData?.pages.flatMap((page) => page.rows) ?? []
  const mayAdd = may('disclosures.edit') && may('money.view') && role !== 'athlete'
  const isOpen = rows.some(({ kind, state }) => kind === 'nil-go' && (state === 'draft' || state === 'ready'))
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
        !isOpen && (
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
              <span className="text-grey">due {shortCalendarDay(row.dueOn)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
