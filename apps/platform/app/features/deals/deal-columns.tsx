import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { versionStages } from '@sherpa/contracts/deal-stage'
import { Link } from 'react-router'
import { Ago, shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { Avatar } from '../../frame/avatar.tsx'
import type { Column } from '../../list/list-table.tsx'
import type { RecordPanelState } from '../../list/record-panel.tsx'
import { namesOf } from './deal-names.ts'
import { DealStageBadge } from './deal-stage-badge.tsx'
import { NextDue } from './next-due.tsx'

export function dealColumns(
  { linkTo }: Pick<RecordPanelState, 'linkTo'>,
  seesMoney: boolean,
  today: string,
): Column<DealRow>[] {
  return [
    {
      id: 'name',
      head: 'Deal',
      sort: 'name',
      shown: 'always',
      place: 'name',
      cell: (deal) => {
        const { name, ownTitle } = namesOf(deal)
        return (
          <span className="flex min-w-0 items-center gap-2.5">
            <span className="max-md:hidden">
              <Avatar name={deal.company.name} shape="organization" />
            </span>
            {/* The own title gives way to the names. */}
            <span className="flex min-w-0 flex-1 gap-2.5">
              <Link
                {...linkTo(deal.id)}
                // Several deals may have the same parties.
                aria-label={ownTitle && `${name}, ${ownTitle}`}
                className="max-w-full shrink-0 truncate text-base font-medium text-ink hover:underline"
              >
                {name}
              </Link>
              {ownTitle && <span className="min-w-0 truncate text-grey max-md:hidden">{ownTitle}</span>}
            </span>
          </span>
        )
      },
    },
    {
      id: 'kind',
      head: 'Kind',
      width: 'short',
      place: 'detail',
      cell: (deal) => {
        const { kind, lead, nextDueOn, nextDueTitle } = deal
        const { ownTitle } = namesOf(deal)
        const lateSince = seesMoney && nextDueOn && nextDueOn < today && nextDueOn
        return (
          <>
            {lateSince && (
              <span className="md:hidden">
                <NextDue day={lateSince} title={nextDueTitle} today={today} />
              </span>
            )}
            <span className={lateSince ? 'max-md:hidden' : ''}>
              {ownTitle && <span className="md:hidden">{ownTitle}, </span>}
              {dealKinds[kind]}
              {lead && <span className="md:hidden">, {lead.name}</span>}
            </span>
          </>
        )
      },
    },
    {
      id: 'stage',
      head: 'Stage',
      width: 'compact',
      place: 'side',
      cell: ({ stage, amendment }) => (
        <span className="inline-flex items-center gap-1.5 align-middle">
          <DealStageBadge stage={stage} />
          {amendment && (
            <span className="text-xs text-grey max-md:sr-only" title={`Amendment: ${versionStages[amendment]}`}>
              + amendment
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'lead',
      head: 'Lead',
      width: 'person',
      from: 'laptop',
      cell: ({ lead }) =>
        lead && (
          <span className="flex items-center gap-2">
            <Avatar name={lead.name} />
            <span className="truncate">{lead.name}</span>
          </span>
        ),
    },
    ...(seesMoney ? [amount] : []),
    {
      id: 'end',
      head: 'End',
      sort: 'end',
      width: 'short',
      align: 'end',
      from: 'laptop',
      cell: ({ endsOn }) => endsOn && shortCalendarDay(endsOn),
    },
    {
      id: 'due',
      head: 'Next due',
      sort: 'due',
      width: 'short',
      align: 'end',
      ...(!seesMoney && { place: 'state' }),
      cell: ({ nextDueOn, nextDueTitle }) =>
        nextDueOn && (
          <span title={nextDueTitle ?? undefined}>
            <NextDue day={nextDueOn} today={today} />
          </span>
        ),
    },
    {
      id: 'active',
      head: 'Last active',
      sort: 'active',
      shown: 'on-demand',
      width: 'narrow',
      align: 'end',
      cell: ({ lastActiveAt }) => (
        <span className="text-grey">
          <Ago at={lastActiveAt} />
        </span>
      ),
    },
  ]
}

const amount: Column<DealRow> = {
  id: 'amount',
  head: 'Amount',
  sort: 'amount',
  width: 'short',
  align: 'end',
  place: 'state',
  cell: ({ amount }) =>
    amount && <span className="font-medium text-ink tabular-nums">{moneyInWords(amount.minor, amount.currency)}</span>,
}
