import { athleteHousekeeping, guardianNeeds } from './domains/athletes/athlete-needs.ts'
import { ruleHousekeeping } from './domains/compliance/rule-news.ts'
import { agreementConfirmations } from './domains/deals/agreement-confirmations.ts'
import { agreementNeeds } from './domains/deals/agreement-ends.ts'
import { dealHousekeeping, dealNeeds } from './domains/deals/deal-needs.ts'
import {
  countLaterUnjudged,
  disclosureHousekeeping,
  disclosureNeeds,
  missingFactNeeds,
  reportNeeds,
} from './domains/disclosures/disclosure-needs.ts'
import { expenseNeeds } from './domains/finances/expense-needs.ts'
import type { HousekeepingSource, NeedSource } from './domains/home/home.ts'
import { licenseNeeds } from './domains/licenses/license-needs.ts'
import { taskHousekeeping, taskNeeds } from './domains/tasks/task-needs.ts'

/** What needs a person, per domain. A new domain adds its sources. */
export const needSources: readonly NeedSource[] = [
  dealNeeds,
  agreementNeeds,
  agreementConfirmations,
  expenseNeeds,
  guardianNeeds,
  licenseNeeds,
  disclosureNeeds,
  missingFactNeeds,
  reportNeeds,
  taskNeeds,
]
export const housekeepingSources: readonly HousekeepingSource[] = [
  dealHousekeeping,
  athleteHousekeeping,
  taskHousekeeping,
  countLaterUnjudged,
  ruleHousekeeping,
  disclosureHousekeeping,
]
