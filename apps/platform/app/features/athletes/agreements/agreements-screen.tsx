import { agreementsApi } from '@sherpa/api-client/agreements'
import { type AgreementRow, agreementStates, agreementsQuery } from '@sherpa/contracts/agreement'
import { daysBetween } from '@sherpa/contracts/days'
import { dealKinds } from '@sherpa/contracts/deal'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { calendarDay } from '../../../data/moments.tsx'
import { saveFile } from '../../../data/save-file.ts'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Avatar } from '../../../frame/avatar.tsx'
import { useToday } from '../../../frame/use-today.ts'
import { type ListAddress, useListAddress } from '../../../list/list-address.ts'
import type { ChoiceFilter } from '../../../list/list-filters.tsx'
import { ActionLabel, ListHead } from '../../../list/list-head.tsx'
import type { Column } from '../../../list/list-table.tsx'
import { ListView } from '../../../list/list-view.tsx'
import { MenuItem } from '../../../list/row-menu.tsx'
import { useList } from '../../../list/use-list.ts'
import { FindAthlete } from '../../deals/find-athlete.tsx'
import type { Findable } from '../../deals/find-one.tsx'
import { useOwnCurrency } from '../../deals/use-own-currency.ts'
import { AgreementForm } from './agreement-form.tsx'
import { AgreementBadge, ConfirmSigned } from './agreement-signature.tsx'
import { feeInWords, lastDayOf } from './agreement-words.ts'

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
  const exporter = useExport(address)
  const exporting = may('data.export') && exporter
  const mayRenew = may('deals.edit')
  const mayConfirm = may('deals.approve')
  const hasActions = list.rows.some((row) => (mayRenew && isEnding(row, today)) || (mayConfirm && isUnconfirmed(row)))
  return (
    <>
      <div className="flex flex-col gap-3 max-md:gap-2">
        <ListHead
          title="Agreements"
          within={name}
          count={list.total}
          tools={exporting && <ExportButton {...exporting} />}
          menu={exporting && <MenuItem onClick={exporting.save}>Export CSV</MenuItem>}
          add={
            may('deals.edit') && (
              <Button size="small" onClick={() => setAdding(true)}>
                <ActionLabel verb="Add" noun="agreement" />
              </Button>
            )
          }
        />
        <ListView
          filters={filters}
          label="Agreements"
          searchLabel="Search by athlete"
          list={list}
          address={address}
          columns={columnsFor(organization, may('money.view'))}
          actions={
            hasActions
              ? (row) =>
                  mayConfirm && isUnconfirmed(row) ? (
                    <ConfirmSigned athlete={row.athlete.id} agreement={row} name={row.athlete.name} />
                  ) : (
                    mayRenew && isEnding(row, today) && <RenewButton row={row} onRenew={setRenewed} />
                  )
              : undefined
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

const isUnconfirmed = ({ signature }: AgreementRow) => signature !== null && !signature.confirmed

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
      width: 'medium',
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
      id: 'start',
      head: 'Start',
      sort: 'start',
      width: 'short',
      from: 'laptop',
      cell: ({ startsOn }) => calendarDay(startsOn),
    },
    {
      id: 'end',
      head: 'End',
      sort: 'end',
      width: 'short',
      place: 'detail',
      cell: (agreement) => {
        const last = lastDayOf(agreement)
        if (!last) return 'Open-ended'
        return (
          <>
            <span className="md:hidden">{agreement.state === 'over' ? 'Ended' : 'Ends'} </span>
            {calendarDay(last)}
          </>
        )
      },
    },
    ...(money ? [feeColumn] : []),
    {
      id: 'signed',
      head: 'Signed',
      width: 'short',
      from: 'laptop',
      cell: ({ signature }) => (signature ? calendarDay(signature.signedOn) : <span className="text-grey">–</span>),
    },
    {
      id: 'state',
      head: 'State',
      width: 'person',
      place: 'state',
      cell: (agreement) => <AgreementBadge {...agreement} />,
    },
  ]
}

const feeColumn: Column<AgreementRow> = {
  id: 'fee',
  head: 'Fee',
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
function useExport({ state }: ListAddress) {
  const { id: organization } = useOrganization()
  const [exportAgreements] = agreementsApi.useExportAgreementsMutation()
  const { busy, run } = useAction()
  const save = () =>
    void run(async () => saveFile(await exportAgreements({ organization, query: state }).unwrap(), 'agreements.csv'))
  return { busy, save }
}

function ExportButton({ busy, save }: ReturnType<typeof useExport>) {
  return (
    <Button look="secondary" size="small" busy={busy} onClick={save}>
      <ToolIcon name="download" />
      {busy ? 'Exporting…' : 'Export CSV'}
    </Button>
  )
}
