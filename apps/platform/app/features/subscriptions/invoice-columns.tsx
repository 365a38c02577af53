import { formatMoney, type Invoice } from '@sherpa/contracts/subscription'
import type { Column } from '../../list/list-table.tsx'
import { BillingDay } from './billing-dates.tsx'
import { InvoiceStatus } from './invoice-status.tsx'

/** Shared by customers and staff. */
export const invoiceColumns = {
  number: {
    id: 'number',
    head: 'Invoice',
    shown: 'always',
    place: 'name',
    cell: ({ number }) => <span className="text-base font-medium text-ink">{number}</span>,
  },
  issued: { id: 'issued', head: 'Issued', sort: 'issued', cell: ({ issuedAt }) => <BillingDay at={issuedAt} /> },
  due: { id: 'due', head: 'Due', sort: 'due', cell: ({ dueAt }) => <BillingDay at={dueAt} /> },
  status: { id: 'status', head: 'Status', place: 'state', cell: (invoice) => <InvoiceStatus invoice={invoice} /> },
  total: {
    id: 'total',
    head: 'Total',
    sort: 'total',
    align: 'end',
    place: 'side',
    cell: ({ totalCents }) => <span className="font-medium text-ink">{formatMoney(totalCents)}</span>,
  },
} satisfies Record<string, Column<Invoice>>
