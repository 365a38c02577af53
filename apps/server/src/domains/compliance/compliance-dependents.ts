import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

/** Merge moves these (`moveComplianceOfCompany`). Removed companies count as unknown. */
const moved = { on: 'company', remove: 'keep', merge: 'move' } as const

export const complianceDependents: Dependent[] = [
  {
    on: 'athlete',
    table: 'athlete_compliance',
    column: 'athlete_id',
    merge: { add: 'athlete_id' },
    erase: { delete: true },
    touched: true,
  },
  {
    on: 'athlete',
    table: 'verdicts',
    column: 'agreement_id',
    through: 'agreements',
    merge: 'keep',
    erase: { delete: true },
    touched: false,
  },
  { on: 'deal', table: 'verdicts', column: 'deal_id', remove: 'delete', erase: { delete: true } },
  { on: 'deal', table: 'verdict_answers', column: 'deal_id', remove: 'delete', erase: { clear: { reason: null } } },
  { ...moved, table: 'athlete_compliance', column: 'school_id' },
  { ...moved, table: 'company_compliance', column: 'company_id' },
  { ...moved, table: 'company_associations', column: 'company_id' },
  { ...moved, table: 'company_associations', column: 'school_id' },
  { ...moved, table: 'school_sponsors', column: 'company_id' },
  { on: 'member', table: 'rule_news_opened', column: 'user_id', leave: 'delete' },
  ...workOfMembers({
    company_associations: ['added_by'],
    company_compliance: ['associations_checked_by'],
    compliance_settings: ['sponsors_listed_by'],
    verdict_answers: ['answered_by'],
  }),
]
