import type { ActivityEvent, ChangedValue, EventName } from '@sherpa/contracts/activity'
import type { DealTerm, SeenTerms } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import { disclosureStates } from '@sherpa/contracts/disclosure-state'
import { factLabels, termLabels } from '@sherpa/contracts/field-labels'
import { type Labels, stageNamed } from '@sherpa/contracts/labels'
import { ownValue } from '@sherpa/contracts/own-value'
import { lastMinuteOf, momentIn } from '../../data/moments.tsx'
import { dated } from '../athletes/record/athlete-words.ts'
import { termInWords } from '../deals/deal-words.ts'
import { stageMoveIn } from './event-sentence.ts'

const labelsOfFields: Record<string, string> = {
  ...factLabels,
  ...termLabels,
  address: 'Address',
  agents: 'Agents',
  amount: 'Amount',
  approvers: 'Approvers',
  associations: 'Associated schools',
  associationsChecked: 'Associations checked',
  authority: 'Authority',
  chains: 'Approval chains',
  comment: 'Comment',
  company: 'Company',
  countsAt: 'Signed at',
  countsFrom: 'Counted from',
  deal: 'Deal',
  dealValue: 'Deal value',
  directorEmail: 'Email of the athletic director',
  directorName: 'Athletic director',
  division: 'Division',
  dueAt: 'Due',
  dueOn: 'Due on',
  endedOn: 'Ended on',
  enrolledOn: 'Full-time since',
  expenseLimit: 'Approval of expenses from',
  fees: 'Fees',
  fields: 'Fields',
  fiscalMonth: 'First month of the fiscal year',
  from: 'From',
  handles: 'Social media',
  guardiansSeePayments: 'Guardians see payments',
  invoiceAddress: 'Address on invoices',
  invoiceDays: 'Days to pay invoices',
  invoiceName: 'Name on invoices',
  invoicePayment: 'Payment details on invoices',
  invoicePrefix: 'Prefix of invoice numbers',
  juniorYearOn: 'First day of junior year',
  kind: 'Type',
  lead: 'Lead',
  league: 'League',
  name: 'Name',
  ncaaId: 'NCAA ID',
  nextInvoice: 'Next invoice number',
  note: 'Note',
  number: 'Number',
  on: 'Date',
  parent: 'Parent company',
  preparer: 'Prepared by',
  proof: 'Proof',
  purpose: 'Business purpose',
  reason: 'Reason',
  ruleVersion: 'Version of the rule',
  schoolEmail: 'School email',
  submitter: 'Submitted by',
  receivedOn: 'Received on',
  reviewContactData: 'Review contact data',
  scope: 'Covers',
  shirtSize: 'Shirt size',
  shoeSize: 'Shoe size',
  timeZone: 'Time zone',
  title: 'Title',
  until: 'Until',
  version: 'Version',
  website: 'Website',
}

/** Their sentence or note has the values. */
const withValuesInSentence: ReadonlySet<EventName> = new Set(['role-changed', 'handed-over', 'permission-changed'])

const yesOrNo: Record<string, string> = { true: 'Yes', false: 'No' }

/** Such as "Stage: Prospect → Signed", or "Hometown: Lyon" for a first value. */
export function changeLines(
  { event, changes }: Pick<ActivityEvent, 'event' | 'changes'>,
  labels: Labels,
  timeZone: string,
): string[] {
  if (withValuesInSentence.has(event) || (event === 'athlete-changed' && stageMoveIn(changes))) return []
  return changes.flatMap((change) => {
    if (isOfReport(event) && change.field === 'fields') return ownFieldLines(change)
    const inWords = (value: string | null) =>
      value === null ? '' : valueInWords(event, change, value, labels, timeZone)
    const { field } = change
    const before = inWords(change.before)
    const after = inWords(change.after) || 'None'
    return `${ownValue(labelsOfFields, field) ?? field}: ${before ? `${before} → ${after}` : after}`
  })
}

function valueInWords(
  event: EventName,
  { field }: ChangedValue,
  value: string,
  labels: Labels,
  timeZone: string,
): string {
  if (isOfReport(event) && field === 'state') return ownValue<string>(disclosureStates, value) ?? value
  const dealStage = ownValue<string>(dealStages, value)
  if (field === 'stage' && dealStage && event !== 'athlete-changed') return dealStage
  // Terms are stored as JSON.
  if (event === 'deal-changed' && Object.hasOwn(termLabels, field))
    return termInWords(field as DealTerm, JSON.parse(value) as SeenTerms)
  if (field === 'stage') return stageNamed(value, labels)
  if (field === 'fiscalMonth') return monthName.format(Date.UTC(2026, Number(value) - 1))
  if (isInstant.test(value)) return momentIn(field === 'dueAt' ? lastMinuteOf(value, timeZone) : value, timeZone)
  return ownValue(yesOrNo, value) ?? dated(value)
}

const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

const isOfReport = (event: EventName) => event.startsWith('disclosure-')

/** Fields of an organization's own report, stored as JSON: those that differ. Labels may repeat, so places tell them apart. */
function ownFieldLines({ before, after }: ChangedValue) {
  const [old, present] = [before, after].map((text) => (text ? (JSON.parse(text) as OwnField[]) : []))
  const places = Array.from({ length: Math.max(old?.length ?? 0, present?.length ?? 0) }, (_, place) => place)
  return places.flatMap((place) => {
    const [was, is] = [old?.[place], present?.[place]]
    const label = is?.label ?? was?.label ?? ''
    if (is?.label === was?.label && is?.value === was?.value) return []
    const changed = [was?.label === label && was.value, is ? is.value || 'None' : 'Removed']
    return [`${label}: ${changed.filter(Boolean).join(' → ')}`]
  })
}
type OwnField = { label: string; value: string | null }
