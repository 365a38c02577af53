import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { DisclosureRow, NewDisclosure } from '@sherpa/contracts/disclosure'
import {
  disclosureStates,
  isBeforeSigning,
  isOver,
  isUnfiled,
  nameOfDisclosure,
} from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { CANNOT_TELL, dueInWords, latestInWords, stateTones, timeLeft, unknownInWords } from './disclosure-words.ts'

type DisclosuresOf = { deal: string } | { athlete: string; kind: 'school-72h' }

export function useDisclosuresOf(of: DisclosuresOf) {
  const { id: organization, may } = useOrganization()
  return disclosuresApi.useDisclosuresInfiniteQuery(
    { organization, query: { ...of, sort: '-due' } },
    { skip: !may('deals.view') },
  )
}

export const rowsOfDisclosures = ({ currentData }: ReturnType<typeof useDisclosuresOf>) =>
  currentData?.pages.flatMap((page) => page.rows) ?? []

type About = { deal: string } | { agreement: string; athlete: string; isSigned: boolean }

/** Reports about a record, and the button that starts one. Undefined: nothing to show. */
function useDisclosures(about: About) {
  const { id: organization, role, may } = useOrganization()
  const navigate = useNavigate()
  const kind = 'deal' in about ? 'nil-go' : 'school-72h'
  const of: DisclosuresOf = 'deal' in about ? { deal: about.deal } : { athlete: about.athlete, kind: 'school-72h' }
  const list = useDisclosuresOf(of)
  const [add] = disclosuresApi.useAddDisclosureMutation()
  const key = useRef(crypto.randomUUID())
  const { busy, run } = useAction()
  const rows = rowsOfDisclosures(list).filter((row) => 'deal' in about || row.agreementId === about.agreement)
  const isStartable = 'deal' in about ? may('money.view') : about.isSigned
  const hasReport = rows.some((row) => row.kind === kind && !isOver(row.state))
  const mayStart = list.isSuccess && isStartable && !hasReport && may('disclosures.edit') && role !== 'athlete'
  const start = () =>
    run(async () => {
      const body = 'deal' in about ? { kind, dealId: about.deal } : { kind, agreementId: about.agreement }
      const { id } = await add({
        organization,
        body: body as NewDisclosure,
        headers: { 'Idempotency-Key': key.current },
      }).unwrap()
      void navigate(`/organizations/${organization}/compliance/${id}`)
    })
  return { rows, mayStart, busy, start }
}

/** On the record of a deal. */
export function DisclosuresOfDeal({ deal, isReportable }: { deal: string; isReportable: boolean }) {
  const { rows, busy, start, ...own } = useDisclosures({ deal })
  const mayStart = isReportable && own.mayStart
  if (rows.length === 0 && !mayStart) return null
  return (
    <Panel
      title="Disclosures"
      empty={rows.length === 0 && 'None yet'}
      actions={
        mayStart && (
          <Button look="secondary" size="small" busy={busy} onClick={start} className="my-1 whitespace-nowrap">
            <span>
              New<span className="sr-only"> NIL Go</span> report
            </span>
          </Button>
        )
      }
    >
      {rows.length > 0 && <Rows rows={rows} />}
    </Panel>
  )
}

/** Below an agreement: notices to the athletic director. */
export function DisclosuresOfAgreement(about: { agreement: string; athlete: string; isSigned: boolean }) {
  const { rows, mayStart, busy, start } = useDisclosures(about)
  if (rows.length === 0 && !mayStart) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
      {rows.length > 0 && <Rows rows={rows} />}
      {mayStart && (
        <Button look="secondary" size="small" busy={busy} onClick={start}>
          Start 72-hour notice
        </Button>
      )}
    </div>
  )
}

function Rows({ rows }: { rows: readonly DisclosureRow[] }) {
  const { id: organization } = useOrganization()
  const today = useToday()
  return (
    <ul className="divide-y divide-line-soft text-sm">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
          <Link
            to={`/organizations/${organization}/compliance/${row.id}`}
            className="touch-area font-medium text-ink hover:underline"
          >
            {nameOfDisclosure(row)}
          </Link>
          {row.missing.length > 0 ? (
            <StatusBadge tone="warning">{CANNOT_TELL}</StatusBadge>
          ) : (
            <StatusBadge tone={stateTones[row.state]}>{disclosureStates[row.state]}</StatusBadge>
          )}
          {isUnfiled(row.state) && <DueDay row={row} today={today} />}
        </li>
      ))}
    </ul>
  )
}

function DueDay({ row, today }: { row: DisclosureRow; today: string }) {
  const { isLate, text } = timeLeft(row, today, new Date())
  if (row.missing.length > 0) {
    return (
      <span className="text-grey">
        {latestInWords(row)}. {unknownInWords(row)}
      </span>
    )
  }
  return (
    <span className={isLate ? 'font-medium text-error' : 'text-grey'}>
      {isBeforeSigning(row) ? dueInWords(row) : `${dueInWords(row)}, ${text.toLowerCase()}`}
    </span>
  )
}
