import { athleteArchive } from './domains/athletes/athlete-archive.ts'
import { auditArchive } from './domains/audit/audit-archive.ts'
import { companyArchive } from './domains/companies/company-archive.ts'
import { dealArchive } from './domains/deals/deal-archive.ts'
import { financeArchive } from './domains/finances/finance-archive.ts'
import { organizationArchive } from './domains/organizations/organization-archive.ts'
import { billingArchive } from './domains/subscriptions/billing-archive.ts'
import { viewArchive } from './domains/views/view-archive.ts'
import type { ArchivePart } from './persistence/archive-part.ts'

/** Everything that we hold of an organization. A new domain adds its list. */
export const archiveParts: readonly ArchivePart[] = [
  ...athleteArchive,
  ...companyArchive,
  ...dealArchive,
  ...financeArchive,
  ...organizationArchive,
  ...auditArchive,
  ...billingArchive,
  ...viewArchive,
]
