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
  agents: 'Agents',
  company: 'Company',
  endedOn: 'Ended on',
  expenseLimit: 'Approval of expenses from',
  fees: 'Fees',
  fiscalMonth: 'First month of the fiscal year',
  guardiansSeePayments: 'Guardians see payments',
  invoiceAddress: 'Address on invoices',
  invoiceDays: 'Days to pay invoices',
  invoiceName: 'Name on invoices',
  invoicePayment: 'Payment details on invoices',
  invoicePrefix: 'Prefix of invoice numbers',
  kind: 'Type',
  lead: 'Lead',
  name: 'Name',
  nextInvoice: 'Next invoice number',
  note: 'Note',
  parent: 'Parent company',
  reviewContactData: 'Review contact data',
  scope: 'Covers',
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
  if (event === 'deal-moved') return dealStages[value as DealStage] ?? value
  // Terms are stored as JSON.
  if (event === 'deal-changed' && field in termLabels)
    return termInWords(field as DealTerm, JSON.parse(value) as SeenTerms)
  if (field === 'stage') return stageNamed(value, labels)
  return yesOrNo[value] ?? dated(value)
}
