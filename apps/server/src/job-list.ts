import { accountJobs } from './domains/accounts/account-jobs.ts'
import { auditJobs } from './domains/audit/audit-jobs.ts'
import { type DeskJobParts, deskJobs } from './domains/demo/desk-jobs.ts'
import { notificationJobs } from './domains/notifications/notification-jobs.ts'
import { invitationJobs } from './domains/organizations/invitation-jobs.ts'
import { type BillingJobParts, billingJobs } from './domains/subscriptions/billing-jobs.ts'
import { httpJobs } from './http/http-jobs.ts'
import type { Job } from './jobs/job.ts'

/** Everything that is done in the background. */
export function allJobs(parts: BillingJobParts & DeskJobParts): Job[] {
  const { database } = parts
  return [
    ...billingJobs(parts),
    ...deskJobs(parts),
    ...accountJobs(database),
    ...invitationJobs(database),
    ...auditJobs(database),
    ...notificationJobs(database),
    ...httpJobs(database),
  ]
}
