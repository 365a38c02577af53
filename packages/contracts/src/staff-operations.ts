import * as z from 'zod/mini'
import { failedJobList } from './job.ts'
import { listPage } from './list.ts'
import { operations } from './operation.ts'
import {
  newPrice,
  payment,
  staffInvoice,
  staffInvoicesQuery,
  staffSubscriptionsPage,
  staffSubscriptionsQuery,
  taxExemption,
} from './subscription.ts'

/** Codes of cells (decision 0024). */
const cells = z.object({ own: z.string(), others: z.array(z.string()) })

export const staffOperations = operations({
  staffCells: {
    method: 'GET',
    path: '/staff/cells',
    summary: 'The cell whose organizations the staff screens show, and the others',
    access: 'staff',
    answer: { status: 200, about: 'The cells', schema: cells },
    reads: [],
  },
  staffInvoices: {
    method: 'GET',
    path: '/staff/invoices',
    summary: 'Invoices of all organizations',
    access: 'staff',
    query: staffInvoicesQuery,
    answer: { status: 200, about: 'A page of invoices', schema: listPage(staffInvoice) },
    pages: true,
  },
  recordPayment: {
    method: 'POST',
    path: '/staff/invoices/:invoice/payment',
    summary: 'Record the payment of an invoice',
    access: 'staff',
    body: payment,
    answer: { status: 204, about: 'Marked as paid' },
    changes: ['Invoice', 'Subscription', 'Activity'],
  },
  staffSubscriptions: {
    method: 'GET',
    path: '/staff/subscriptions',
    summary: 'Subscriptions of all organizations, without canceled ones',
    access: 'staff',
    query: staffSubscriptionsQuery,
    answer: { status: 200, about: 'A page of subscriptions', schema: staffSubscriptionsPage },
    pages: true,
  },
  offerPrice: {
    method: 'PUT',
    path: '/staff/subscriptions/:subscription/offer',
    summary: 'Offer a price per seat and month. It takes effect on acceptance',
    access: 'staff',
    body: newPrice,
    answer: { status: 204, about: 'Offered and mailed' },
    changes: ['Subscription', 'Activity'],
  },
  setTaxExemption: {
    method: 'PUT',
    path: '/staff/subscriptions/:subscription/tax-exemption',
    summary: 'Set the tax exemption of a subscription’s organization',
    access: 'staff',
    body: taxExemption,
    answer: { status: 204, about: 'Saved for future invoices' },
    changes: ['Subscription', 'Activity'],
  },
  listFailedJobs: {
    method: 'GET',
    path: '/staff/failed-jobs',
    summary: 'Failed background jobs that have not succeeded since',
    access: 'staff',
    answer: { status: 200, about: 'The newest 200', schema: failedJobList },
    reads: ['Job'],
  },
  restartJob: {
    method: 'POST',
    path: '/staff/failed-jobs/:job/restart',
    summary: 'Retry a failed job',
    access: 'staff',
    answer: { status: 204, about: 'Queued again' },
    changes: ['Job', 'Activity'],
  },
})
