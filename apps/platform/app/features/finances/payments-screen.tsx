import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { currencies } from '@sherpa/contracts/currency'
import {
  type PaymentCertainty,
  type PaymentRow,
  paymentCertainties,
  paymentDays,
  paymentDirections,
  paymentForms,
  paymentStates,
  paymentsQuery,
} from '@sherpa/contracts/deal-work'
import { agingBands, incomeClasses } from '@sherpa/contracts/money'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { ListView } from '../../list/list-view.tsx'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { useList } from '../../list/use-list.ts'
import { AddressFilters, peopleOf } from './address-filters.tsx'
import { ConditionMetForm } from './condition-met-form.tsx'
import { DaysFilter } from './days-filter.tsx'
import { FinancesFrame } from './finances-frame.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { knownOf, RecordPaymentButton, RecordPaymentDialog } from './record-payment-button.tsx'
import { RemindPayerDialog } from './remind-payer-dialog.tsx'

type Action = 'record' | 'remind' | 'meet'

/** Payments under signed deals. Athletes see their own, read-only. */
export function Component() {
  const { id: organization, role, may } = useOrganization()
  const address = useListAddress(paymentsQuery)
  const list = useList(dealsApi.endpoints.payments, { organization, query: address.state }, 'payments')
  const [asked, setAsked] = useState<{ action: Action; payment: PaymentRow }>()
  const mayEdit = may('money.edit') && role !== 'athlete'
  const close = () => setAsked(undefined)
  const paymentFor = (action: Action) => (asked?.action === action ? asked.payment : undefined)
  const [toRecord, toRemind, toMeet] = [paymentFor('record'), paymentFor('remind'), paymentFor('meet')]
  return (
    <FinancesFrame actions={mayEdit && <RecordPaymentButton />}>
      {addressFilters.some((name) => address.state[name]) && (
        <AddressFilters about={peopleOf(address.state, list.rows)} names={addressFilters} clear={address.change} />
      )}
      <ListView
        views="payments"
        builtInViews={builtInViews}
        searchLabel="Search payments"
        filters={filters}
        moreFilters={<DaysFilter label="Due" address={address} />}
        label="Payments"
        list={list}
        address={address}
        columns={paymentColumns(organization, address.state.certainty as PaymentCertainty | undefined)}
        nameOf={({ title, athlete }) => `${title}, ${athlete.name}`}
        actions={
          mayEdit
            ? (payment) => <PaymentMenu payment={payment} onAsk={(action) => setAsked({ action, payment })} />
            : undefined
        }
        empty={
          <EmptyState title="No payments yet">
            Payments of signed deals appear here, with the amounts received.
          </EmptyState>
        }
        noMatch="No payment matches"
      />
      <RecordPaymentDialog known={toRecord && knownOf(toRecord)} onClose={close} />
      <RemindPayerDialog payment={toRemind} onClose={close} />
      <Dialog open={toMeet !== undefined} title="Mark condition as met" onClose={close}>
        {toMeet && <ConditionMetForm payment={toMeet} onClose={close} />}
      </Dialog>
    </FinancesFrame>
  )
}

/** Set by links from figures; they have no control of their own. */
const addressFilters = ['athlete', 'company', 'deal', 'sport', 'agent']

const filters: ChoiceFilter[] = [
  { name: 'state', label: 'Status', choices: paymentStates },
  { name: 'age', label: 'Days late', choices: agingBands },
  { name: 'direction', label: 'Direction', choices: paymentDirections, most: 1 },
  { name: 'income', label: 'Source', choices: incomeClasses },
  { name: 'certainty', label: 'Certainty', choices: paymentCertainties, most: 1 },
  { name: 'due', label: 'Due date', choices: paymentDays, most: 1 },
  { name: 'form', label: 'Paid in', choices: paymentForms, most: 1 },
  {
    name: 'currency',
    label: 'Currency',
    choices: Object.fromEntries(currencies.map((code) => [code, code])),
    most: 1,
  },
]

const builtInViews = [
  { name: 'All', address: '' },
  { name: 'Overdue', address: 'state=late', none: 'Nothing is overdue' },
  { name: 'Expected', address: 'state=expected', none: 'Nothing is expected' },
  { name: 'Received', address: 'state=received,overpaid', none: 'Nothing received yet' },
]

function PaymentMenu({ payment, onAsk }: { payment: PaymentRow; onAsk: (action: Action) => void }) {
  const { id: organization } = useOrganization()
  const [reopen] = financesApi.useReopenConditionMutation()
  const { run } = useAction()
  const { state, outgoing, metOn, receivedMinor } = payment
  const isOpen = state === 'late' || state === 'expected'
  const canRecord = isOpen && !outgoing
  const canReopen = metOn !== null && receivedMinor === 0 && isOpen
  if (!canRecord && state !== 'conditional' && !canReopen) return null
  return (
    <RowMenu name={`Actions for ${payment.title}, ${payment.athlete.name}`}>
      {canRecord && <MenuItem onClick={() => onAsk('record')}>Record payment</MenuItem>}
      {state === 'late' && canRecord && <MenuItem onClick={() => onAsk('remind')}>Remind payer</MenuItem>}
      {state === 'conditional' && <MenuItem onClick={() => onAsk('meet')}>Mark condition as met</MenuItem>}
      {canReopen && (
        <MenuItem
          onClick={() =>
            run(() => reopen({ organization, payment: payment.id }).unwrap(), 'The payment is conditional again.')
          }
        >
          Mark condition as not met
        </MenuItem>
      )}
    </RowMenu>
  )
}
