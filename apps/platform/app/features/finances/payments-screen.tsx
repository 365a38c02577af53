import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { currencies } from '@sherpa/contracts/currency'
import {
  type PaymentCertainty,
  type PaymentRow,
  type PaymentState,
  paymentCertainties,
  paymentDays,
  paymentDirections,
  paymentForms,
  paymentStates,
  paymentsQuery,
} from '@sherpa/contracts/deal-work'
import { agingBands, incomeClasses } from '@sherpa/contracts/money'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { stateOf } from '../../data/query-state.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { type ListAddress, useIsAnswer, useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { ListView } from '../../list/list-view.tsx'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import type { BuiltInView } from '../../list/saved-views.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'
import { useList } from '../../list/use-list.ts'
import { usePhone } from '../../list/use-phone.ts'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { AddressFilters, peopleOf } from './address-filters.tsx'
import { amountFilter } from './amount-filter.tsx'
import { ConditionMetForm } from './condition-met-form.tsx'
import { daysFilter } from './days-filter.tsx'
import { FinancesFrame, FinancesHead } from './finances-frame.tsx'
import { NewDealLink } from './new-deal-link.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { knownOf, RecordPaymentButton, RecordPaymentDialog } from './record-payment-button.tsx'
import { RemindPayerDialog } from './remind-payer-dialog.tsx'

type Action = 'record' | 'remind' | 'meet'

/** Opens at the open payments; an answer of Sonar stays as it is. */
export function Component() {
  const address = useListAddress(paymentsQuery)
  const isAnswer = useIsAnswer()
  const { hash, state } = useLocation()
  if (address.address !== '' || isAnswer) return <Payments address={address} />
  return <Navigate to={{ search: open.address, hash }} state={state} replace />
}

/** Payments under signed deals. Athletes see their own, read-only. */
function Payments({ address }: { address: ListAddress }) {
  const { id: organization, role, may } = useOrganization()
  const currency = useOwnCurrency()
  const list = useList(dealsApi.endpoints.payments, { organization, query: address.state }, 'payments')
  const overdue = useFirstPage(
    dealsApi.endpoints.payments,
    { organization, query: { state: 'late', limit: '1' } },
    'payments',
  ).currentData?.pages[0]?.total
  const hasNoRows = stateOf(list.query) === 'ready' && list.rows.length === 0
  const all = useFirstPage(dealsApi.endpoints.payments, { organization, query: { limit: '1' } }, 'payments', {
    skip: !hasNoRows,
  }).currentData?.pages[0]?.total
  const [asked, setAsked] = useState<{ action: Action; payment: PaymentRow }>()
  const mayEdit = may('money.edit') && role !== 'athlete'
  const today = useToday()
  // Buttons take a line of their own on phones: only where all rows need them.
  const hasButtons = !usePhone() || address.state.state === 'late'
  const hasActions = mayEdit && list.rows.some(isActionable)
  const close = () => setAsked(undefined)
  const paymentFor = (action: Action) => (asked?.action === action ? asked.payment : undefined)
  const [toRecord, toRemind, toMeet] = [paymentFor('record'), paymentFor('remind'), paymentFor('meet')]
  if (hasNoRows && all?.count === 0) {
    return <FinancesFrame isEmpty>{noPayments}</FinancesFrame>
  }
  return (
    <>
      <ListView
        head={({ views }) => (
          <>
            <FinancesHead views={views} add={mayEdit && <RecordPaymentButton />} />
            {addressFilters.some((name) => address.state[name]) && (
              <AddressFilters
                about={peopleOf(address.state, list.rows)}
                names={addressFilters}
                clear={address.change}
              />
            )}
          </>
        )}
        views="payments"
        builtInViews={builtInViews(overdue?.count)}
        searchLabel="Search payments"
        filters={[...filters, amountFilter(address, currency), daysFilter(address, 'Due')]}
        label="Payments"
        list={list}
        address={address}
        columns={paymentColumns(organization, {
          today,
          certainty: address.state.certainty as PaymentCertainty | undefined,
          usual: usualState(address.state.state),
          hasTitles: hasButtons || !hasActions,
        })}
        nameOf={({ title, athlete }) => `${title}, ${athlete.name}`}
        actions={
          hasActions
            ? (payment) => (
                <PaymentActions
                  payment={payment}
                  today={today}
                  hasButtons={hasButtons}
                  onAsk={(action) => setAsked({ action, payment })}
                />
              )
            : undefined
        }
        actionsWidth={hasButtons ? 'buttons' : 'button'}
        isTall={address.state.state?.includes('late') ?? false}
        empty={noPayments}
        noMatch="No payment matches"
      />
      <RecordPaymentDialog known={toRecord && knownOf(toRecord)} onClose={close} />
      <RemindPayerDialog payment={toRemind} onClose={close} />
      <Dialog open={toMeet !== undefined} title="Mark condition as met" onClose={close}>
        {toMeet && <ConditionMetForm payment={toMeet} onClose={close} />}
      </Dialog>
    </>
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

const origin = 'Payments of signed deals appear here by due date. Record them as they arrive.'
const noPayments = (
  <EmptyState title="No payments yet" action={<NewDealLink />}>
    {origin}
  </EmptyState>
)

/** By due date: overdue ones come first. */
const open: BuiltInView = { name: 'Open', address: 'state=expected,late', none: 'No open payments', about: origin }
const builtInViews = (overdue: number | undefined): BuiltInView[] => [
  open,
  {
    name: 'Overdue',
    address: 'state=late',
    none: 'Nothing is overdue',
    ...(overdue && { count: overdue, isBad: true }),
  },
  { name: 'Expected', address: 'state=expected', none: 'Nothing is expected', about: origin },
  { name: 'Received', address: 'state=received,overpaid', none: 'Nothing received yet' },
  {
    name: 'All',
    address: 'state=expected,late,received,overpaid,conditional',
    none: 'No payments yet',
    about: origin,
  },
]

/** The state that needs no badge, because the view consists of it. */
function usualState(states = ''): PaymentState | undefined {
  if (/^(expected|late|,)+$/.test(states)) return 'expected'
  return states === 'received,overpaid' || states === 'received' ? 'received' : undefined
}

const isOpen = ({ state }: PaymentRow) => state === 'late' || state === 'expected'
const canRecord = (payment: PaymentRow) => isOpen(payment) && !payment.outgoing
const canReopen = (payment: PaymentRow) => payment.metOn !== null && payment.receivedMinor === 0 && isOpen(payment)
const isActionable = (payment: PaymentRow) =>
  canRecord(payment) || canReopen(payment) || payment.state === 'conditional'

/** Buttons of later payments appear with the pointer or focus. */
const quietClass =
  '[@media(hover:hover)]:not-focus-visible:opacity-0 [tr:hover_&]:opacity-100! [tr:focus-within_&]:opacity-100!'

function PaymentActions({
  payment,
  today,
  hasButtons,
  onAsk,
}: {
  payment: PaymentRow
  today: string
  /** Otherwise the next step, or a menu for what is not due yet. */
  hasButtons: boolean
  onAsk: (action: Action) => void
}) {
  const { id: organization } = useOrganization()
  const [reopen] = financesApi.useReopenConditionMutation()
  const { run } = useAction()
  if (!isActionable(payment)) return null
  const name = `${payment.title}, ${payment.athlete.name}`
  const canRemind = payment.state === 'late' && canRecord(payment)
  const isLater = payment.dueOn !== null && payment.dueOn > today
  const button = (action: Action, label: string, whose = name) => (
    <Button
      look="secondary"
      size="small"
      aria-label={`${label} ${whose}`}
      onClick={() => onAsk(action)}
      // Tablets have room for two.
      className={`${action === 'remind' && canReopen(payment) ? 'md:max-lg:hidden' : ''} ${isLater ? quietClass : ''}`}
    >
      {label}
    </Button>
  )
  const reopenItem = canReopen(payment) && (
    <MenuItem
      onClick={() =>
        run(() => reopen({ organization, payment: payment.id }).unwrap(), 'The payment is conditional again.')
      }
    >
      Mark condition as not met
    </MenuItem>
  )
  if (!hasButtons) {
    if (canRemind && !reopenItem) return button('remind', 'Remind', `${payment.company.name} of ${name}`)
    if (canRecord(payment) && !isLater && !reopenItem) return button('record', 'Record')
    return (
      <RowMenu name={`Actions for ${name}`}>
        {canRemind && <MenuItem onClick={() => onAsk('remind')}>Remind payer</MenuItem>}
        {canRecord(payment) && <MenuItem onClick={() => onAsk('record')}>Record payment</MenuItem>}
        {payment.state === 'conditional' && <MenuItem onClick={() => onAsk('meet')}>Mark condition as met</MenuItem>}
        {reopenItem}
      </RowMenu>
    )
  }
  return (
    <span className="flex items-center justify-end gap-1.5">
      {canRemind && button('remind', 'Remind', `${payment.company.name} of ${name}`)}
      {canRecord(payment) && button('record', 'Record')}
      {payment.state === 'conditional' && button('meet', 'Condition met', `: ${name}`)}
      {reopenItem && <RowMenu name={`Actions for ${name}`}>{reopenItem}</RowMenu>}
    </span>
  )
}
