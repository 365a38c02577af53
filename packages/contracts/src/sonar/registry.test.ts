import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { athleteOperations } from '../athlete-operations.ts'
import { bankOperations } from '../bank-operations.ts'
import { companyOperations } from '../company-operations.ts'
import { dealOperations } from '../deal-operations.ts'
import { dealWorkOperations } from '../deal-work-operations.ts'
import { disclosureOperations } from '../disclosure-operations.ts'
import { expenseOperations } from '../expense-operations.ts'
import { feeInvoiceOperations } from '../fee-invoice-operations.ts'
import { financeOperations } from '../finance-operations.ts'
import { payoutOperations } from '../payout-operations.ts'
import { receiptOperations } from '../receipt-operations.ts'
import { taskOperations } from '../task-operations.ts'
import { type Target, targets } from './reading.ts'
import { registry } from './registry.ts'
import { editDistance } from './spelling.ts'
import type { Vocabulary } from './vocabulary/vocabulary.ts'

const operations = {
  athletes: athleteOperations.athletes,
  deals: dealOperations.deals,
  companies: companyOperations.companies,
  payments: dealWorkOperations.payments,
  receipts: receiptOperations.receipts,
  expenses: expenseOperations.expenses,
  'fee-invoices': feeInvoiceOperations.feeInvoices,
  payables: payoutOperations.payables,
  'bank-lines': bankOperations.bankLines,
  'key-dates': dealWorkOperations.keyDates,
  deliverables: dealWorkOperations.deliverables,
  tasks: taskOperations.tasks,
  disclosures: disclosureOperations.disclosures,
  overview: financeOperations.financeOverview,
  breakdown: financeOperations.financeBreakdown,
} satisfies Record<Target, { query: { shape: object }; access: string; alsoNeeds?: string | readonly string[] }>

/** Parameters of every list that are no filters, and what the screen of companies always leaves out. */
const paging = new Set(['search', 'after', 'ids', 'limit', 'own'])
type Choices = { def: { innerType: { def: { entries?: Record<string, string> } } } }
const shapeOf = (target: Target) => operations[target].query.shape as unknown as Record<string, Choices>
const isFigure = (target: Target) => target === 'overview' || target === 'breakdown'

describe.each(targets)('%s', (target) => {
  const vocabulary: Vocabulary = registry[target]

  test('knows every filter of its list', () => {
    const filters = Object.keys(shapeOf(target)).filter(
      (name) => !paging.has(name) && (isFigure(target) || name !== 'sort'),
    )
    const ofFields = Object.values(vocabulary.fields ?? {}).map(({ parameter }) => parameter)
    const known = [...Object.keys(vocabulary.parameters), ...new Set(ofFields)]
    expect(known.toSorted()).toEqual(filters.toSorted())
  })

  test('knows every sort of its list', () => {
    const sorts = isFigure(target) ? [] : Object.keys(shapeOf(target).sort?.def.innerType.def.entries ?? {})
    expect(Object.keys(vocabulary.sorts).toSorted()).toEqual(sorts.toSorted())
  })

  test('needs the permissions of its list', () => {
    const { access, ...operation } = operations[target]
    const also = 'alsoNeeds' in operation ? [operation.alsoNeeds].flat() : []
    expect(vocabulary.permissions).toEqual([...(access === 'member' ? [] : [access]), ...also])
  })
})

test('no question of the regression test is in the source', async () => {
  const folders = [import.meta.dirname, join(import.meta.dirname, 'vocabulary')]
  const files = (
    await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))))
  ).flat()
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const source = (await Promise.all(sources.map((file) => readFile(file, 'utf8')))).join('\n').toLowerCase()
  const corpora = ['questions.jsonl', 'questions-unseen.jsonl'].map((name) => join(import.meta.dirname, name))
  const questions = (await Promise.all(corpora.map((file) => readFile(file, 'utf8')))).flatMap((text) =>
    text.trim().split('\n'),
  )
  const texts = questions.map((line) => String(JSON.parse(line).q).toLowerCase())
  // Shorter ones are phrases of the trade.
  const long = texts.filter((text) => text.split(' ').length > 3)
  expect(long.filter((text) => source.includes(text))).toEqual([])
})

test('edit distance counts a swap of neighbors as one', () => {
  expect(editDistance('recieve', 'receive', 2)).toBe(1)
  expect(editDistance('quaterback', 'quarterback', 2)).toBe(1)
  expect(editDistance('guard', 'safety', 2)).toBe(3)
  expect(editDistance('print', 'point', 2)).toBe(2)
})
