import { daysBetween } from '@sherpa/contracts/days'
import type { Deal, DealAction } from '@sherpa/contracts/deal'
import type { DeliverableRow, PaymentRow } from '@sherpa/contracts/deal-work'
import { nameOfDisclosure } from '@sherpa/contracts/disclosure-state'
import { Button, buttonClass } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { daysLate, shortCalendarDay } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useToday } from '../../../frame/use-today.ts'
import { nextStepOf, timeLeft } from '../../disclosures/disclosure-words.ts'
import { rowsOfDisclosures, useDisclosuresOf } from '../../disclosures/disclosures-of-record.tsx'
import { RemindPayerDialog } from '../../finances/remind-payer-dialog.tsx'
import { useDeliverablesOf } from './owed-deliverables.tsx'
import { usePaymentsOf } from './payments-panel.tsx'

type Look = 'primary' | 'secondary'
type Late = { id: string; title: string; day: string; action: (look: Look) => ReactNode }

const actionClass = (look: Look) => `${buttonClass({ look, size: 'small' })} max-sm:w-full`

/** Steps of the progress panel that come before anything late. */
const firstSteps: readonly DealAction[] = ['decide', 'sign']

/** Late reports, payments and deliverables of a deal, each with its next step. Hidden if there are none. */
export function LatePanel({ deal }: { deal: Deal }) {
  const id = useId()
  const { id: organization, role, may } = useOrganization()
  const today = useToday()
  const [toRemind, setToRemind] = useState<PaymentRow>()
  const reports = rowsOfDisclosures(useDisclosuresOf({ deal: deal.id })).filter(
    (row) => (row.state === 'draft' || row.state === 'ready') && timeLeft(row, today, new Date()).isLate,
  )
  const payments: PaymentRow[] = usePaymentsOf(deal).currentData?.pages[0]?.rows ?? []
  const deliverables: DeliverableRow[] = useDeliverablesOf(deal).currentData?.pages[0]?.rows ?? []
  const mayRemind = may('money.edit') && role !== 'athlete'
  const late: Late[] = [
    ...reports.map((row) => ({
      id: row.id,
      title: nameOfDisclosure(row),
      day: row.dueOn,
      action: (look: Look) => (
        <Link to={`/organizations/${organization}/compliance/${row.id}`} className={actionClass(look)}>
          {nextStepOf(row)}
        </Link>
      ),
    })),
    ...payments.flatMap((row) =>
      row.late && row.dueOn && !row.outgoing
        ? {
            id: row.id,
            title: `${row.title}, ${moneyInWords(row.openMinor, row.currency)}`,
            day: row.dueOn,
            action: (look: Look) =>
              mayRemind && (
                <Button look={look} size="small" className="max-sm:w-full" onClick={() => setToRemind(row)}>
                  Remind payer
                  <span className="sr-only"> of {row.title}</span>
                </Button>
              ),
          }
        : [],
    ),
    ...deliverables.flatMap((row) =>
      row.late && row.dueOn && row.state !== 'submitted'
        ? {
            id: row.id,
            title: row.title,
            day: row.dueOn,
            action: (look: Look) =>
              row.actions.includes('prove') && (
                <Link to={`#prove-${row.id}`} preventScrollReset className={actionClass(look)}>
                  Add proof
                  <span className="sr-only"> of {row.title}</span>
                </Link>
              ),
          }
        : [],
    ),
  ]
  if (late.length === 0) return null
  const hasFirstStep = firstSteps.some((step) => deal.actions.includes(step))
  return (
    <section aria-labelledby={id} className="attention">
      <h2 id={id} className="flex items-center gap-2 text-base font-semibold">
        <ToolIcon name="warning" className="size-4" />
        Needs attention
        <span className="font-normal tabular-nums">{late.length}</span>
      </h2>
      <ul className="divide-y divide-line-soft">
        {late.map(({ id, title, day, action }, index) => (
          <li key={id} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1.5 py-2 text-sm">
            <div className="min-w-0 flex-1 basis-44">
              <p className="text-base font-medium break-words text-ink">{title}</p>
              <p className="text-xs text-grey">Due {shortCalendarDay(day)}</p>
            </div>
            <p className="text-xs font-medium text-error tabular-nums">{lateInWords(daysBetween(day, today))}</p>
            {action(index === 0 && !hasFirstStep ? 'primary' : 'secondary')}
          </li>
        ))}
      </ul>
      <RemindPayerDialog payment={toRemind} onClose={() => setToRemind(undefined)} />
    </section>
  )
}

/** A deadline of today can have passed. */
const lateInWords = (days: number) => (days === 0 ? 'Late' : daysLate(days))
