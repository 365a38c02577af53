import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { currencies } from '@sherpa/contracts/currency'
import {
  type PaymentRow,
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
import { BookReceiptButton, BookReceiptDialog } from './book-receipt-button.tsx'
import { ConditionMetForm } from './condition-met-form.tsx'
import { DaysFilter } from './days-filter.tsx'
import { FinancesFrame } from './finances-frame.tsx'
import { NarrowedTo, peopleOf } from './narrowed-to.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { RemindPayerForm } from './remind-payer-form.tsx'

type Deed = 'book' | 'remind' | 'meet'

/** What deals promise to pay, and what came of it. Athletes see their own, and do nothing with it. */
export function Component() {
  const { id: organization, role, may } = useOrganization()
  const address = useListAddress(paymentsQuery)
  const list = useList(dealsApi.endpoints.payments, { organization, query: address.state }, 'payments')
  const [doing, setDoing] = useState<{ deed: Deed; payment: PaymentRow }>()
  const mayEdit = may('money.edit') && role !== 'athlete'
  const close = () => setDoing(undefined)
  const paymentOf = (deed: Deed) => (doing?.deed === deed ? doing.payment : undefined)
  const [toBook, toRemind, toMeet] = [paymentOf('book'), paymentOf('remind'), paymentOf('meet')]
  return (
    <FinancesFrame actions={mayEdit && <BookReceiptButton />}>
      {besideFilters.some((name) => address.state[name]) && (
        <NarrowedTo about={peopleOf(address.state, list.rows)} names={besideFilters} clear={address.change} />
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
        columns={paymentColumns(organization)}
        nameOf={({ title, athlete }) => `${title}, ${athlete.name}`}
        actions={
          mayEdit
            ? (payment) => <PaymentMenu payment={payment} onDo={(deed) => setDoing({ deed, payment })} />
            : undefined
        }
        empty={
          <EmptyState title="No payments yet">
            As soon as a deal is signed, what it promises to pay stands here, with what came of it.
          </EmptyState>
        }
        noMatch="No payment matches"
      />
      <BookReceiptDialog known={toBook && knownOf(toBook)} onClose={close} />
      <Dialog open={toRemind !== undefined} title="Remind the payer" onClose={close}>
        {toRemind && <RemindPayerForm payment={toRemind} onClose={close} />}
      </Dialog>
      <Dialog open={toMeet !== undefined} title="The condition was met" onClose={close}>
        {toMeet && <ConditionMetForm payment={toMeet} onClose={close} />}
      </Dialog>
    </FinancesFrame>
  )
}

/** In the address only: a figure that was opened says it. */
const besideFilters = ['athlete', 'deal', 'sport', 'agent']

const filters: ChoiceFilter[] = [
  { name: 'state', label: 'State', choices: paymentStates },
  { name: 'age', label: 'Late by', choices: agingBands },
  { name: 'direction', label: 'Paid', choices: paymentDirections, most: 1 },
  { name: 'income', label: 'Source', choices: incomeClasses },
  { name: 'due', label: 'Day', choices: paymentDays, most: 1 },
  { name: 'form', label: 'Paid in', choices: paymentForms, most: 1 },
  {
    name: 'currency',
    label: 'Currency',
    choices: Object.fromEntries(currencies.map((code) => [code, code])),
    most: 1,
  },
]

/** What came and what is still to come are looked at apart. */
const builtInViews = [
  { name: 'All', address: '' },
  { name: 'Late', address: 'state=late', none: 'Nothing is late' },
  { name: 'Expected', address: 'state=expected', none: 'Nothing is expected' },
  { name: 'Received', address: 'state=received,overpaid', none: 'Nothing was received yet' },
]

const knownOf = (payment: PaymentRow) => ({
  payment,
  payer: { name: payment.company.name, companyId: payment.company.id },
})

function PaymentMenu({ payment, onDo }: { payment: PaymentRow; onDo: (deed: Deed) => void }) {
  const { id: organization } = useOrganization()
  const [reopen] = financesApi.useReopenConditionMutation()
  const { run } = useAction()
  const { state, outgoing, metOn, receivedMinor } = payment
  const isOpen = state === 'late' || state === 'expected'
  const canBook = isOpen && !outgoing
  const canReopen = metOn !== null && receivedMinor === 0 && isOpen
  if (!canBook && state !== 'conditional' && !canReopen) return null
  return (
    <RowMenu name={`Actions for ${payment.title}, ${payment.athlete.name}`}>
      {canBook && <MenuItem onClick={() => onDo('book')}>Book receipt</MenuItem>}
      {state === 'late' && canBook && <MenuItem onClick={() => onDo('remind')}>Remind payer</MenuItem>}
      {state === 'conditional' && <MenuItem onClick={() => onDo('meet')}>Condition met</MenuItem>}
      {canReopen && (
        <MenuItem
          onClick={() =>
            run(
              () => reopen({ organization, payment: payment.id }).unwrap(),
              'The payment depends on its condition again.',
            )
          }
        >
          Take back that the condition was met
        </MenuItem>
      )}
    </RowMenu>
  )
}
