import { agreementsApi } from '@sherpa/api-client/agreements'
import { type AgreementRow, agreementStates, agreementsQuery } from '@sherpa/contracts/agreement'
import { daysBetween } from '@sherpa/contracts/days'
import { dealKinds } from '@sherpa/contracts/deal'
import { totalInWords } from '@sherpa/contracts/list'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { calendarDay } from '../../../data/moments.tsx'
import { saveFile } from '../../../data/save-file.ts'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Avatar } from '../../../frame/avatar.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { useToday } from '../../../frame/use-today.ts'
import { type ListAddress, useListAddress } from '../../../list/list-address.ts'
import type { ChoiceFilter } from '../../../list/list-filters.tsx'
import type { Column } from '../../../list/list-table.tsx'
import { ListView } from '../../../list/list-view.tsx'
import { useList } from '../../../list/use-list.ts'
import { FindAthlete } from '../../deals/find-athlete.tsx'
import type { Findable } from '../../deals/find-one.tsx'
import { useOwnCurrency } from '../../deals/use-own-currency.ts'
import { AgreementForm } from './agreement-form.tsx'
import { feeInWords, lastDayOf, stateLooks } from './agreement-words.ts'

const filters: ChoiceFilter[] = [{ name: 'state', label: 'State', choices: agreementStates }]

/** Representation agreements of all athletes, the next to end first. */
export function Component() {
  const { id: organization, name, may } = useOrganization()
  const navigate = useNavigate()
  const address = useListAddress(agreementsQuery)
  const list = useList(agreementsApi.endpoints.allAgreements, { organization, query: address.state }, 'agreements')
  const today = useToday()
  const [renewed, setRenewed] = useState<AgreementRow>()
  const [isAdding, setAdding] = useState(false)
  const hasEnding = may('deals.edit') && list.rows.some((row) => isEnding(row, today))
  return (
    <>
      <ScreenHeading
        title="Agreements"
        within={name}
        count={list.total && totalInWords(list.total)}
        actions={
          <span className="flex gap-2">
            {may('data.export') && <ExportButton address={address} />}
            {may('deals.edit') && (
              <Button size="small" onClick={() => setAdding(true)}>
                Add agreement
              </Button>
            )}
          </span>
        }
      />
      <div className="flex flex-col gap-3">
        <ListView
          filters={filters}
          label="Agreements"
          searchLabel="Search by athlete"
          list={list}
          address={address}
          columns={columnsFor(organization, may('money.view'))}
          actions={
            hasEnding ? (row) => isEnding(row, today) && <RenewButton row={row} onRenew={setRenewed} /> : undefined
          }
          actionsWidth="button"
          nameOf={({ athlete }) => athlete.name}
          onOpen={({ athlete }) => void navigate(`/organizations/${organization}/athletes/${athlete.id}/documents`)}
          empty={
            <EmptyState title="No agreements yet">
              Representation agreements appear here, the next to end first.
            </EmptyState>
          }
          noMatch="No agreement matches"
        />
      </div>
      <Dialog open={isAdding} title="Add agreement" onClose={() => setAdding(false)}>
        <AddAgreement onClose={() => setAdding(false)} />
      </Dialog>
      <Dialog open={renewed !== undefined} title="Renew agreement" onClose={() => setRenewed(undefined)}>
        {renewed && (
          <AgreementForm
            athlete={renewed.athlete.id}
            renews={renewed}
            currency={renewed.currency}
            onClose={() => setRenewed(undefined)}
          />
        )}
      </Dialog>
    </>
  )
}

function AddAgreement({ onClose }: { onClose: () => void }) {
  const [athlete, setAthlete] = useState<Findable>()
  const currency = useOwnCurrency()
  return (
    <div className="flex flex-col gap-5">
      <FindAthlete chosen={athlete} onChoose={setAthlete} error={undefined} />
      {athlete && <AgreementForm key={athlete.id} athlete={athlete.id} currency={currency} onClose={onClose} />}
    </div>
  )
}

/** Agreements that end within these days can be renewed from the list. */
const ENDING_DAYS = 60

function isEnding(agreement: AgreementRow, today: string) {
  const last = lastDayOf(agreement)
  return last !== null && daysBetween(today, last) <= ENDING_DAYS
}

function columnsFor(organization: string, money: boolean): Column<AgreementRow>[] {
  return [
    {
      id: 'athlete',
      head: 'Athlete',
      shown: 'always',
      width: 'name',
      place: 'name',
      cell: ({ athlete }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="max-md:hidden">
            <Avatar name={athlete.name} />
          </span>
          <Link
            to={`/organizations/${organization}/athletes/${athlete.id}/documents`}
            className="truncate text-base font-medium text-ink hover:underline"
          >
            {athlete.name}
          </Link>
        </span>
      ),
    },
    {
      id: 'end',
      head: 'End',
      sort: 'end',
      width: 'short',
      place: 'detail',
      cell: (agreement) => {
        const last = lastDayOf(agreement)
        return last ? calendarDay(last) : 'Open-ended'
      },
    },
    {
      id: 'start',
      head: 'Start',
      sort: 'start',
      width: 'short',
      from: 'laptop',
      cell: ({ startsOn }) => calendarDay(startsOn),
    },
    ...(money ? [feeColumn] : []),
    {
      id: 'signed',
      head: 'Signed',
      width: 'short',
      from: 'laptop',
      cell: ({ signature }) => signature && (signature.confirmed ? calendarDay(signature.signedOn) : 'To be confirmed'),
    },
    {
      id: 'state',
      head: 'State',
      width: 'short',
      place: 'state',
      cell: ({ state }) => <StatusBadge tone={stateLooks[state]}>{agreementStates[state]}</StatusBadge>,
    },
  ]
}

const feeColumn: Column<AgreementRow> = {
  id: 'fee',
  head: 'Fee',
  width: 'medium',
  from: 'laptop',
  cell: ({ scope, fees, currency }) =>
    scope
      .flatMap((kind) => {
        const fee = fees?.[kind]
        return fee ? [`${dealKinds[kind]} ${feeInWords(fee, currency)}`] : []
      })
      .join(', '),
}

function RenewButton({ row, onRenew }: { row: AgreementRow; onRenew: (agreement: AgreementRow) => void }) {
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={`Renew the agreement of ${row.athlete.name}`}
      onClick={() => onRenew(row)}
    >
      Renew
    </Button>
  )
}

/** Exports the filtered list. */
function ExportButton({ address: { state } }: { address: ListAddress }) {
  const { id: organization } = useOrganization()
  const [exportAgreements] = agreementsApi.useExportAgreementsMutation()
  const { busy, run } = useAction()
  const save = async () => saveFile(await exportAgreements({ organization, query: state }).unwrap(), 'agreements.csv')
  return (
    <Button look="secondary" size="small" busy={busy} onClick={() => run(save)}>
      <ToolIcon name="download" />
      {busy ? 'Exporting…' : 'Export CSV'}
    </Button>
  )
}
