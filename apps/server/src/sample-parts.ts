import { makeSampleAthletes } from './domains/athletes/make-sample.ts'
import { makeSampleContactLog } from './domains/companies/make-sample.ts'
import { loadFactsForReports } from './domains/compliance/facts-for-reports.ts'
import { makeSampleCompliance } from './domains/compliance/make-sample.ts'
import { makeSampleDeals } from './domains/deals/make-sample.ts'
import { createSampleDisclosures } from './domains/disclosures/make-sample.ts'
import { makeSampleMoney } from './domains/finances/make-sample.ts'
import { makeSampleLicenses } from './domains/licenses/make-sample.ts'
import { makeSampleTasks } from './domains/tasks/make-sample.ts'

/** Parts of sample data, in creation order. A new domain adds its part. */
export const sampleParts = [
  makeSampleAthletes,
  makeSampleDeals,
  makeSampleCompliance,
  makeSampleContactLog,
  makeSampleMoney,
  makeSampleLicenses,
  makeSampleTasks,
  createSampleDisclosures(loadFactsForReports),
] as const
