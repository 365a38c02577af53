import type { ActivityEvent, ChangedValue, EventName } from '@sherpa/contracts/activity'
import type { DealTerm, SeenTerms } from '@sherpa/contracts/deal'
import { type DealStage, dealStages } from '@sherpa/contracts/deal-stage'
import { factLabels, termLabels } from '@sherpa/contracts/field-labels'
import { type Labels, stageNamed } from '@sherpa/contracts/labels'
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
  chains: 'Approval chains',
  company: 'Company',
  division: 'Division',
  endedOn: 'Ended on',
  enrolledOn: 'Full-time since',
  expenseLimit: 'Approval of expenses from',
  fees: 'Fees',
  fiscalMonth: 'First month of the fiscal year',
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
  name: 'Name',
  ncaaId: 'NCAA ID',
  nextInvoice: 'Next invoice number',
  note: 'Note',
  parent: 'Parent company',
  receivedOn: 'Received on',
  reviewContactData: 'Review contact data',
  scope: 'Covers',
  shirtSize: 'Shirt size',
  shoeSize: 'Shoe size',
  timeZone: 'Time zone',
  title: 'Title',
  website: 'Website',
}

/** Their sentence or note has the values. */
const withValuesInSentence: ReadonlySet<EventName> = new Set(['role-changed', 'handed-over', 'permission-changed'])

const yesOrNo: Record<string, string> = { true: 'Yes', false: 'No' }

/** Such as "Stage: Prospect → Signed". */
export function changeLines({ event, changes }: Pick<ActivityEvent, 'event' | 'changes'>, labels: Labels): string[] {
  if (withValuesInSentence.has(event) || (event === 'athlete-changed' && stageMoveIn(changes))) return []
  return changes.map((change) => {
    const shown = (value: string | null) =>
      value === null ? 'None' : valueInWords(event, change, value, labels) || 'None'
    const { field, before, after } = change
    return `${labelsOfFields[field] ?? field}: ${shown(before)} → ${shown(after)}`
  })
}

function valueInWords(event: EventName, { field }: ChangedValue, value: string, labels: Labels) {
  if (field === 'stage' && value in dealStages && event !== 'athlete-changed')
    return dealStages[value as DealStage] ?? value
  // Terms are stored as JSON.
  if (event === 'deal-changed' && field in termLabels)
    return termInWords(field as DealTerm, JSON.parse(value) as SeenTerms)
  if (field === 'stage') return stageNamed(value, labels)
  return yesOrNo[value] ?? dated(value)
}
