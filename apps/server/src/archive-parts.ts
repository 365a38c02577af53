import { athleteExportParts } from './domains/athletes/athlete-archive.ts'
import { auditExportParts } from './domains/audit/audit-archive.ts'
import { companyExportParts } from './domains/companies/company-archive.ts'
import { complianceExportParts } from './domains/compliance/compliance-archive.ts'
import { dealExportParts } from './domains/deals/deal-archive.ts'
import { disclosureExportParts } from './domains/disclosures/disclosure-archive.ts'
import { financeExportParts } from './domains/finances/finance-archive.ts'
import { licenseExportParts } from './domains/licenses/license-archive.ts'
import { organizationExportParts } from './domains/organizations/organization-archive.ts'
import { billingExportParts } from './domains/subscriptions/billing-archive.ts'
import { taskExportParts } from './domains/tasks/task-archive.ts'
import { viewExportParts } from './domains/views/view-archive.ts'
import type { ArchivePart } from './persistence/archive-part.ts'

/** Contents of the data export. A new domain adds its list. */
export const archiveParts: readonly ArchivePart[] = [
  ...athleteExportParts,
  ...companyExportParts,
  ...complianceExportParts,
  ...dealExportParts,
  ...financeExportParts,
  ...licenseExportParts,
  ...organizationExportParts,
  ...auditExportParts,
  ...billingExportParts,
  ...viewExportParts,
  ...taskExportParts,
  ...disclosureExportParts,
]
