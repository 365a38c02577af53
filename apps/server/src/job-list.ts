import { accountJobs } from './domains/accounts/account-jobs.ts'
import { type ArchiveJobParts, archiveJobs } from './domains/archives/archive-jobs.ts'
import { guardianJobs } from './domains/athletes/guardian-jobs.ts'
import { type AthleteImportParts, createAthletesImportable } from './domains/athletes/import/athletes-importable.ts'
import { programJobs } from './domains/athletes/program-jobs.ts'
import { auditJobs } from './domains/audit/audit-jobs.ts'
import { type ComplianceJobParts, complianceJobs } from './domains/compliance/compliance-jobs.ts'
import { type DealJobParts, dealJobs } from './domains/deals/deal-jobs.ts'
import type { Deals } from './domains/deals/import/deals-importable.ts'
import { type DeskJobParts, deskJobs } from './domains/demo/desk-jobs.ts'
import { financeJobs } from './domains/finances/pay-due.ts'
import { importJobs, importRetentionJobs } from './domains/imports/import-jobs.ts'
import type { Importable } from './domains/imports/imports.ts'
import { notificationJobs } from './domains/notifications/notification-jobs.ts'
import { auditHeadJobs } from './domains/organizations/audit-head-jobs.ts'
import { type HandoverJobParts, handoverJobs } from './domains/organizations/handover-jobs.ts'
import { invitationJobs } from './domains/organizations/invitation-jobs.ts'
import { sampleJobs } from './domains/samples/sample-jobs.ts'
import type { SampleParts } from './domains/samples/samples.ts'
import { sonarJobs } from './domains/sonar/sonar-jobs.ts'
import { type BillingJobParts, billingJobs } from './domains/subscriptions/billing-jobs.ts'
import { type ViewJobParts, viewJobs } from './domains/views/view-jobs.ts'
import { type FileJobParts, fileJobs } from './files/file-jobs.ts'
import { httpJobs } from './http/http-jobs.ts'
import type { Job } from './jobs/job.ts'
import { listJobs } from './persistence/list-jobs.ts'

/** All background jobs. */
export function allJobs(
  parts: BillingJobParts &
    HandoverJobParts &
    ComplianceJobParts &
    DealJobParts &
    DeskJobParts &
    FileJobParts &
    ArchiveJobParts &
    ViewJobParts &
    AthleteImportParts &
    SampleParts & { dealsImportable: Importable<Deals> },
): Job[] {
  const { database } = parts
  return [
    ...billingJobs(parts),
    ...deskJobs(parts),
    ...accountJobs(database),
    ...invitationJobs(database),
    ...handoverJobs(parts),
    ...auditHeadJobs(parts),
    ...guardianJobs(parts),
    ...programJobs(database),
    ...auditJobs(parts),
    ...notificationJobs(database),
    ...fileJobs(parts),
    ...archiveJobs(parts),
    ...importJobs({ ...parts, importable: createAthletesImportable(parts) }),
    ...importJobs({ ...parts, importable: parts.dealsImportable }),
    ...importRetentionJobs(database),
    ...dealJobs(parts),
    ...complianceJobs(parts),
    ...financeJobs(parts),
    ...viewJobs(parts),
    ...sampleJobs(parts),
    ...sonarJobs(database),
    ...httpJobs(database),
    ...listJobs(database),
  ]
}
