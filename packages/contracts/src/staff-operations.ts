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

export const staffOperations = operations({
  staffInvoices: {
    method: 'GET',
    path: '/staff/invoices',
    summary: 'The invoices of all organizations',
    access: 'staff',
    query: staffInvoicesQuery,
    answer: { status: 200, about: 'A page of invoices', schema: listPage(staffInvoice) },
    pages: true,
  },
  recordPayment: {
    method: 'POST',
    path: '/staff/invoices/:invoice/payment',
    summary: 'The money has come',
    access: 'staff',
    body: payment,
    answer: { status: 204, about: 'Marked as paid' },
    changes: ['Invoice', 'Subscription', 'Activity'],
  },
  staffSubscriptions: {
    method: 'GET',
    path: '/staff/subscriptions',
    summary: 'The subscriptions of all organizations, except those that were canceled',
    access: 'staff',
    query: staffSubscriptionsQuery,
    answer: { status: 200, about: 'A page of subscriptions', schema: staffSubscriptionsPage },
    pages: true,
  },
  offerPrice: {
    method: 'PUT',
    path: '/staff/subscriptions/:subscription/offer',
    summary: 'Offer the customer a price, for a seat and a month. It counts once they have accepted it',
    access: 'staff',
    body: newPrice,
    answer: { status: 204, about: 'Offered, and on its way by mail' },
    changes: ['Subscription', 'Activity'],
  },
  setTaxExemption: {
    method: 'PUT',
    path: '/staff/subscriptions/:subscription/tax-exemption',
    summary: 'Whether tax is left off the invoices of the subscription’s organization',
    access: 'staff',
    body: taxExemption,
    answer: { status: 204, about: 'Saved, for invoices from now on' },
    changes: ['Subscription', 'Activity'],
  },
  listFailedJobs: {
    method: 'GET',
    path: '/staff/failed-jobs',
    summary: 'Background jobs that were given up and have not succeeded since',
    access: 'staff',
    answer: { status: 200, about: 'The newest 200', schema: failedJobList },
    reads: ['Job'],
  },
  restartJob: {
    method: 'POST',
    path: '/staff/failed-jobs/:job/restart',
    summary: 'Start a failed job again',
    access: 'staff',
    answer: { status: 204, about: 'It starts within moments' },
    changes: ['Job', 'Activity'],
  },
})
