import { expect, test } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { runsOf } from '../../pdf/pdf-paper.ts'
import type { InvoicePaper } from './invoice-paper.ts'
import { drawInvoice } from './invoice-pdf.ts'

test.each([
  ['Ridgeline', [['latin', 'Ridgeline']]],
  ['Zoë’s “Agency” – €5', [['latin', 'Zoë’s “Agency” – €5']]],
  [
    'Žižek',
    [
      ['latin-ext', 'Ž'],
      ['latin', 'i'],
      ['latin-ext', 'ž'],
      ['latin', 'ek'],
    ],
  ],
  [
    'ФК Ομάδα',
    [
      ['cyrillic', 'ФК'],
      ['latin', ' '],
      ['greek', 'Ομάδα'],
    ],
  ],
  ['東京 🏔', [['latin', '?? ?']]],
])('uses fonts that have the glyphs of %s', (text, runs) => {
  expect(runsOf(text).map((run) => [run.script, run.text])).toEqual(runs)
})

const paper: InvoicePaper = {
  number: 'SH-2026-00001',
  issuer: {
    name: 'Sherpa Sports, Inc.',
    addressLines: ['500 Example Street', 'New York, NY 10001'],
    taxId: null,
    bankDetails: [],
    paymentInstructions: 'Please reply to this email.',
  },
  billedTo: { name: 'Žižek & Daughters', addressLines: ['Main Street 1'], country: 'US', taxId: null },
  issuedAt: '2026-11-15T09:00:00Z',
  dueAt: '2026-11-29T09:00:00Z',
  lines: [{ description: 'Agency Starter', quantity: 3, unitCents: 123_456, totalCents: 370_368 }],
  subtotalCents: 370_368,
  tax: null,
  totalCents: 370_368,
}

test('an invoice shows total and due date', async () => {
  const { lines, pages } = readPdf(await drawInvoice(paper))
  expect(pages).toBe(1)
  expect(lines).toContain('Agency Starter\t3\t$1,234.56\t$3,703.68')
  expect(lines).toContain('Total\t$3,703.68')
  expect(lines).toContain('Due date\tNovember 29, 2026')
  expect(lines.map((line) => line.replaceAll('\t', ''))).toContain('Žižek & Daughters')
})

test.each([
  ['US', '612 792'],
  ['CA', '612 792'],
  ['MX', '612 792'],
  ['PH', '612 792'],
  ['GB', '595.28 841.89'],
  ['JP', '595.28 841.89'],
  [null, '612 792'],
])('the page size for a customer in %s is %s points', async (country, size) => {
  const pdf = await drawInvoice({ ...paper, billedTo: { ...paper.billedTo, country } })
  expect(readPdf(pdf).size).toBe(size)
})

test('a long invoice continues on the next page and ends with its total', async () => {
  const line = { description: 'A line. '.repeat(30), quantity: 1, unitCents: 100, totalCents: 100 }
  const { lines, pages } = readPdf(
    await drawInvoice({
      ...paper,
      billedTo: { ...paper.billedTo, name: 'Very long name '.repeat(8) },
      lines: Array.from({ length: 12 }, () => line),
      subtotalCents: 1200,
      totalCents: 1200,
    }),
  )
  expect(pages).toBe(2)
  expect(lines.filter((text) => text.endsWith('\t1\t$1.00\t$1.00'))).toHaveLength(12)
  expect(lines).toContain('Total\t$12.00')
})

test('a name with line breaks stays on one line', async () => {
  const pdf = await drawInvoice({ ...paper, billedTo: { ...paper.billedTo, name: 'Ridgeline\nTotal $0.00' } })
  expect(readPdf(pdf).lines).toContain('Ridgeline Total $0.00')
})
