import type { Rule } from '../judgment.ts'
import { adNotice72h } from './ad-notice-72h.ts'
import { agentFeePayor } from './agent-fee-payor.ts'
import { agentRegistered } from './agent-registered.ts'
import { barredCategory } from './barred-category.ts'
import { cancel14Days } from './cancel-14-days.ts'
import { disclosureTag } from './disclosure-tag.ts'
import { exclusivityClash } from './exclusivity-clash.ts'
import { feeCap } from './fee-cap.ts'
import { fifaFeeCap } from './fifa-fee-cap.ts'
import { guardianSigns } from './guardian-signs.ts'
import { hsStateTable } from './hs-state-table.ts'
import { nilGoRange } from './nil-go-range.ts'
import { nilGoReport } from './nil-go-report.ts'
import { payorAttestation } from './payor-attestation.ts'
import { schoolBeforeSigning } from './school-before-signing.ts'
import { schoolSponsor } from './school-sponsor.ts'
import { termAfterCollege } from './term-after-college.ts'
import { validPurpose } from './valid-purpose.ts'

/** In the order in which verdicts of the same state are shown. */
export const rules: readonly Rule[] = [
  barredCategory,
  guardianSigns,
  exclusivityClash,
  nilGoReport,
  schoolBeforeSigning,
  nilGoRange,
  payorAttestation,
  validPurpose,
  adNotice72h,
  agentRegistered,
  cancel14Days,
  agentFeePayor,
  feeCap,
  fifaFeeCap,
  termAfterCollege,
  schoolSponsor,
  disclosureTag,
  hsStateTable,
]
