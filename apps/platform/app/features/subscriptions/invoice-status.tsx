import type { Invoice } from '@sherpa/contracts/subscription'
import { StatusBadge } from '@sherpa/ui/status-badge'

export function InvoiceStatus({ invoice: { status, dueAt } }: { invoice: Pick<Invoice, 'status' | 'dueAt'> }) {
  if (status === 'paid') return <StatusBadge tone="good">Paid</StatusBadge>
  return new Date(dueAt) < new Date() ? (
    <StatusBadge tone="bad">Overdue</StatusBadge>
  ) : (
    <StatusBadge tone="warning">Open</StatusBadge>
  )
}
