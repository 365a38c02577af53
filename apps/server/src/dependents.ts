import { athleteDependents } from './domains/athletes/athlete-dependents.ts'
import { companyDependents } from './domains/companies/company-dependents.ts'
import { complianceDependents } from './domains/compliance/compliance-dependents.ts'
import { dealDependents } from './domains/deals/deal-dependents.ts'
import { disclosureDependents } from './domains/disclosures/disclosure-dependents.ts'
import { financeDependents } from './domains/finances/finance-dependents.ts'
import { licenseDependents } from './domains/licenses/license-dependents.ts'
import { taskDependents } from './domains/tasks/task-dependents.ts'
import { type Dependent, dependentsOn, workOfMembers } from './persistence/dependents.ts'

/** Dependents of athletes, companies, deals and members. A new domain adds its list. */
export const dependents: readonly Dependent[] = [
  ...athleteDependents,
  ...companyDependents,
  ...complianceDependents,
  ...dealDependents,
  ...financeDependents,
  ...licenseDependents,
  ...taskDependents,
  ...disclosureDependents,
  { on: 'athlete', table: 'invitations', column: 'athlete_id', merge: 'keep', erase: { delete: true }, touched: true },
  { on: 'athlete', table: 'import_rows', column: 'record_id', merge: 'keep', erase: { delete: true }, touched: false },
  { on: 'member', table: 'saved_views', column: 'owner_id', leave: 'clear' },
  { on: 'member', table: 'pinned_views', column: 'user_id', leave: 'delete' },
  { on: 'member', table: 'view_alerts', column: 'user_id', leave: 'delete' },
  { on: 'member', table: 'searches', column: 'user_id', leave: 'delete' },
  { on: 'member', table: 'notifications', column: 'user_id', leave: 'delete' },
  { on: 'member', table: 'notification_settings', column: 'user_id', leave: 'delete' },
  ...workOfMembers({
    archives: ['requested_by'],
    audit_emails: ['person_id'],
    handover_items: ['receiver_id'],
    handovers: ['person_id', 'actor_id', 'moved_back_by'],
    idempotency_keys: ['person_id'],
    imports: ['created_by', 'approved_by'],
    invitations: ['invited_by'],
    invoices: ['paid_by'],
    memberships: ['user_id'],
    notifications: ['actor_id'],
    outgoing_mail: ['user_id'],
    price_offers: ['accepted_by', 'offered_by'],
    subscriptions: ['subscribed_by'],
    tax_exemptions: ['granted_by'],
  }),
]

export const onAthletes = dependentsOn(dependents, 'athlete')
export const onCompanies = dependentsOn(dependents, 'company')
export const onDeals = dependentsOn(dependents, 'deal')
