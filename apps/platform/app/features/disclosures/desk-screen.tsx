import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { shortDay } from '@sherpa/contracts/days'
import { type DisclosureRow, disclosuresQuery } from '@sherpa/contracts/disclosure'
import { disclosureKinds, disclosureStates, disclosureWork } from '@sherpa/contracts/disclosure-state'
import { totalInWords } from '@sherpa/contracts/list'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { Link, useNavigate } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { type ListAddress, useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { nameOfDisclosure, nextStepOf, stateTones, timeLeft } from './disclosure-words.ts'
import { NewDisclosureButton } from './new-disclosure-button.tsx'
import { ReportedDeals } from './reported-deals.tsx'

type Work = keyof typeof disclosureWork

/** Everything due, the late ones first. */
export function Component() {
  const { id: organization, name, may } = useOrganization()
  const today = useToday()
  const navigate = useNavigate()
  const address = useListAddress(disclosuresQuery)
  const { scope = 'all', work = 'due' } = address.state
  const list = useList(disclosuresApi.endpoints.disclosures, { organization, query: address.state }, 'disclosures')
  const placeOf = ({ id }: DisclosureRow) => `/organizations/${organization}/compliance/${id}`
  return (
    <>
      <ScreenHeading
        title="Compliance"
        within={name}
        count={list.total && totalInWords(list.total)}
        actions={
          <div className="flex flex-wrap items-center gap-2 max-md:w-full">
            <LinkSwitch
              label="Whose disclosures"
              choices={[
                { name: 'All', is: scope === 'all', to: addressWith(address, { scope: undefined }) },
                { name: 'Mine', is: scope === 'mine', to: addressWith(address, { scope: 'mine' }) },
              ]}
            />
            <LinkSwitch
              label="Work"
              choices={(Object.keys(disclosureWork) as Work[]).map((one) => ({
                name: disclosureWork[one],
                is: work === one,
                to: addressWith(address, { work: one === 'due' ? undefined : one }),
              }))}
            />
            <Link
              to={`/organizations/${organization}/compliance/rules`}
              className={buttonClass({ look: 'secondary', size: 'small' })}
            >
              Rules
            </Link>
            {may('disclosures.edit') && <NewDisclosureButton />}
          </div>
        }
      />
      <div className="flex flex-col gap-4">
        <ReportedDeals />
        <ListView
          searchLabel="Search disclosures"
          filters={[
            { name: 'kind', label: 'Report', choices: disclosureKinds },
            { name: 'state', label: 'State', choices: disclosureStates },
          ]}
          label="Disclosures"
          list={list}
          address={address}
          columns={columnsFor(today, placeOf, list.rows[0]?.id)}
          nameOf={(row) => `${nameOfDisclosure(row)}, ${row.athlete.name}`}
          onOpen={(row) => void navigate(placeOf(row))}
          empty={
            <EmptyState title={work === 'due' ? 'Nothing due' : 'Nothing here'}>
              Reports to clearinghouses and schools appear here with their deadline.
            </EmptyState>
          }
          noMatch="No disclosure matches"
        />
      </div>
    </>
  )
}

/** A change of the view keeps search and filters. */
function addressWith({ state }: ListAddress, changes: Record<string, string | undefined>) {
  const next = Object.entries({ ...state, ...changes }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `?${new URLSearchParams(next)}`
}

function columnsFor(
  today: string,
  placeOf: (row: DisclosureRow) => string,
  first: string | undefined,
): Column<DisclosureRow>[] {
  return [
    {
      id: 'athlete',
      head: 'Athlete and deal',
      shown: 'always',
      place: 'name',
      cell: (row) => (
        <Link to={placeOf(row)} className="truncate text-base font-medium text-ink hover:underline">
          {row.deal?.title ?? row.athlete.name}
        </Link>
      ),
    },
    {
      id: 'due',
      head: 'Due',
      sort: 'due',
      width: 'badge',
      place: 'side',
      cell: (row) => {
        const { isLate, isNear, text } = timeLeft(row, today, new Date())
        return (
          <span className={`tabular-nums ${isLate ? 'font-medium text-error' : isNear ? 'text-summit-ink' : ''}`}>
            {text}, {shortCalendarDay(row.dueOn)}
          </span>
        )
      },
    },
    {
      id: 'report',
      head: 'Report',
      width: 'medium',
      place: 'detail',
      cell: (row) => (
        <span className="truncate">
          {nameOfDisclosure(row)}
          {row.countsFrom && `, counted from ${shortDay(row.countsFrom)}`}
        </span>
      ),
    },
    {
      id: 'state',
      head: 'State',
      width: 'badge',
      place: 'state',
      cell: ({ state, attestation }) => (
        <StatusBadge tone={attestation?.presumed ? 'warning' : stateTones[state]}>
          {attestation?.presumed ? 'Association presumed' : disclosureStates[state]}
        </StatusBadge>
      ),
    },
    {
      id: 'preparer',
      head: 'Officer',
      width: 'badge',
      from: 'laptop',
      cell: ({ preparer }) => preparer?.name ?? 'Nobody',
    },
    {
      id: 'next',
      head: 'Next step',
      width: 'badge',
      from: 'laptop',
      cell: (row) => (
        <Link
          to={placeOf(row)}
          aria-label={`${nextStepOf(row)}: ${nameOfDisclosure(row)}, ${row.athlete.name}`}
          className={buttonClass({
            look: row.id === first && timeLeft(row, today, new Date()).isLate ? 'primary' : 'secondary',
            size: 'small',
          })}
        >
          {nextStepOf(row)}
        </Link>
      ),
    },
  ]
}
