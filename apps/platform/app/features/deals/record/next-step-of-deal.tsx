import { daysBetween } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'
import type { DeliverableRow, PaymentRow } from '@sherpa/contracts/deal-work'
import { Button, buttonClass } from '@sherpa/ui/button'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { useToday } from '../../../frame/use-today.ts'
import { nextStepOf } from '../../disclosures/disclosure-words.ts'
import { rowsOfDisclosures, useDisclosuresOf } from '../../disclosures/disclosures-of-record.tsx'
import { knownOf, RecordPaymentDialog } from '../../finances/record-payment-button.tsx'
import { rowsOf, SOON_DAYS, useKeyDatesOf } from './due-key-dates.tsx'
import { type NextOfDeal, nextOf } from './next-of-deal.ts'
import { useDeliverablesOf } from './owed-deliverables.tsx'
import { usePaymentsOf } from './payments-panel.tsx'
import { RemindAthlete } from './remind-athlete.tsx'

/** What comes next in a deal, once its work is loaded. */
export function useNextOf(deal: Deal): NextOfDeal | undefined {
  const work = {
    reports: rowsOfDisclosures(useDisclosuresOf({ deal: deal.id })),
    payments: usePaymentsOf(deal).currentData?.pages[0]?.rows ?? [],
    deliverables: useDeliverablesOf(deal).currentData?.pages[0]?.rows ?? [],
    keyDates: rowsOf(useKeyDatesOf(deal)),
  }
  return nextOf(work, useToday())
}

/** The one button for what comes next. */
export function NextStep({ next }: { next: NextOfDeal }) {
  const { id: organization, role, may } = useOrganization()
  const today = useToday()
  const linkClass = buttonClass()
  switch (next.kind) {
    case 'report':
      return (
        role !== 'athlete' && (
          <Link to={`/organizations/${organization}/compliance/${next.row.id}`} className={linkClass}>
            {nextStepOf(next.row)}
          </Link>
        )
      )
    case 'payment':
      return may('money.edit') && role !== 'athlete' && <RecordNext payment={next.row} />
    case 'deliverable':
      return <DeliverNext row={next.row} />
    case 'key-date':
      return (
        may('deals.edit') &&
        next.row.day && (
          <Link
            to={`#done-${next.row.id}`}
            preventScrollReset
            className={daysBetween(today, next.row.day) <= SOON_DAYS ? linkClass : buttonClass({ look: 'secondary' })}
          >
            Mark as done
          </Link>
        )
      )
  }
}

function RecordNext({ payment }: { payment: PaymentRow }) {
  const [isRecording, setRecording] = useState(false)
  return (
    <>
      <Button onClick={() => setRecording(true)}>Record payment</Button>
      <RecordPaymentDialog known={isRecording ? knownOf(payment) : undefined} onClose={() => setRecording(false)} />
    </>
  )
}

/** Checks a proof, or asks for it. */
function DeliverNext({ row }: { row: DeliverableRow }) {
  const linkClass = buttonClass()
  if (row.actions.includes('decide')) {
    return (
      <Link to={`#accept-${row.id}`} preventScrollReset className={linkClass}>
        Check proof
      </Link>
    )
  }
  if (row.actions.includes('remind')) {
    return (
      <RemindAthlete deliverable={row.id} look="primary">
        Remind athlete
      </RemindAthlete>
    )
  }
  return (
    row.actions.includes('prove') && (
      <Link to={`#prove-${row.id}`} preventScrollReset className={linkClass}>
        Add proof
      </Link>
    )
  )
}
