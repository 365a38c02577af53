import { financesApi } from '@sherpa/api-client/finances'
import { type ExpenseRow, expenseCategories, expenseStates } from '@sherpa/contracts/expense'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { calendarDay, Day } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ActionDialog, type Question } from '../deals/record/action-dialog.tsx'
import { ExpenseReceipt } from './expense-receipt.tsx'
import { expenseTones, shareInWords } from './expense-words.ts'

export function ExpensePanel({ id }: { id: string }) {
  const { id: organization } = useOrganization()
  const query = financesApi.useExpenseQuery({ organization, expense: id })
  return (
    <Loaded query={query}>
      {(expense) => (
        <>
          <div>
            <h2 className="text-lg break-words">{expense.vendor}</h2>
            <ExpenseLine expense={expense} />
          </div>
          <ExpenseRecord expense={expense} />
        </>
      )}
    </Loaded>
  )
}

export function ExpenseLine({ expense: { amountMinor, currency, state } }: { expense: ExpenseRow }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-3">
      <span className="text-xl font-semibold text-ink tabular-nums">{moneyInWords(amountMinor, currency)}</span>
      <StatusBadge tone={expenseTones[state]}>{expenseStates[state]}</StatusBadge>
    </p>
  )
}

export function ExpenseRecord({ expense }: { expense: ExpenseRow }) {
  return (
    <>
      <ExpenseActions expense={expense} />
      <Facts expense={expense} />
      <ExpenseReceipt expense={expense} />
    </>
  )
}

function ExpenseActions({ expense: { id, vendor, state, mayDecide, addedBy } }: { expense: ExpenseRow }) {
  const { id: organization, may } = useOrganization()
  const [decide] = financesApi.useDecideExpenseMutation()
  const [reverse] = financesApi.useReverseExpenseMutation()
  const [question, setQuestion] = useState<Question>()
  const { busy, run } = useAction()
  if (!may('money.edit') || state === 'rejected' || state === 'reversed') return null

  const reject: Question = {
    title: `Reject ${vendor}?`,
    confirm: 'Reject',
    confirming: 'Rejecting…',
    look: 'danger',
    comment: { label: 'Reason', needed: 'Enter a reason' },
    act: async (comment) => {
      await decide({ organization, expense: id, body: { decision: 'rejected', comment: comment ?? '' } }).unwrap()
      showToast('success', 'Expense rejected.')
    },
    children: <p>{addedBy?.name ?? 'The submitter'} is notified with your reason.</p>,
  }
  const reverseQuestion: Question = {
    title: `Reverse ${vendor}?`,
    confirm: 'Reverse',
    confirming: 'Reversing…',
    look: 'danger',
    comment: { label: 'Reason', needed: 'Enter a reason' },
    act: async (comment) => {
      await reverse({ organization, expense: id, body: { reason: comment ?? '' } }).unwrap()
      showToast('success', 'Expense reversed.')
    },
    children: <p>The expense stays on record. A reversing entry is posted today.</p>,
  }
  const approve = () =>
    run(() => decide({ organization, expense: id, body: { decision: 'approved' } }).unwrap(), 'Expense approved.')
  return (
    <div className="flex flex-wrap gap-2">
      {mayDecide && (
        <>
          <Button size="small" busy={busy} onClick={approve}>
            Approve
          </Button>
          <Button look="secondary" size="small" onClick={() => setQuestion(reject)}>
            Reject
          </Button>
        </>
      )}
      <Button look="secondary" size="small" onClick={() => setQuestion(reverseQuestion)}>
        Reverse
      </Button>
      <ActionDialog question={question} onClose={() => setQuestion(undefined)} />
    </div>
  )
}

function Facts({ expense }: { expense: ExpenseRow }) {
  const { id: organization } = useOrganization()
  const { athlete, deal, currency, amountMinor, recoupRate, addedBy, decided, reversed } = expense
  const money = (minor: number) => moneyInWords(minor, currency)
  const facts: [string, ReactNode][] = [
    ['Date', calendarDay(expense.spentOn)],
    ['Category', expenseCategories[expense.category]],
    [
      'Paid by',
      expense.paidBy === 'organization'
        ? 'The organization'
        : `${addedBy?.name ?? 'A colleague'}: ${money(expense.repaidMinor)} of ${money(amountMinor)} reimbursed`,
    ],
    [
      'Athlete',
      athlete && (
        <Link to={`/organizations/${organization}/athletes/${athlete.id}`} className={textLinkClass}>
          {athlete.name}
        </Link>
      ),
    ],
    [
      'Deal',
      deal && (
        <Link to={`/organizations/${organization}/deals/${deal.id}`} className={textLinkClass}>
          {deal.title}
        </Link>
      ),
    ],
    [
      'Recouped',
      recoupRate !== null &&
        `${money(expense.recoupedMinor)} of ${money(amountMinor)}, ${shareInWords(recoupRate)} of each payment`,
    ],
    ['Note', expense.note],
    [
      'Added',
      <>
        <Day at={expense.addedAt} /> by {addedBy?.name ?? 'someone'}
      </>,
    ],
    [
      expense.state === 'rejected' ? 'Rejected' : 'Approved',
      decided && (
        <>
          <Day at={decided.at} /> by {decided.by?.name ?? 'someone'}
          {decided.comment && <span className="block">{decided.comment}</span>}
        </>
      ),
    ],
    [
      'Reversed',
      reversed && (
        <>
          <Day at={reversed.at} /> by {reversed.by?.name ?? 'someone'}
          <span className="block">{reversed.reason}</span>
        </>
      ),
    ],
  ]
  return (
    <Panel title="Details">
      <dl className="flex flex-col gap-2.5 text-sm">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="flex gap-4">
              <dt className="w-24 shrink-0 text-grey">{name}</dt>
              <dd className="min-w-0 flex-1 break-words text-ink tabular-nums">{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  )
}
