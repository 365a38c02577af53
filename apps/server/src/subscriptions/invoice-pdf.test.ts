import { expect, test } from 'vitest'
import { invoiceRenderer, runsOf } from './invoice-pdf.ts'

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
])('%s is written with the fonts that have its letters', (text, runs) => {
  expect(runsOf(text).map((run) => [run.script, run.text])).toEqual(runs)
})

test('an invoice with a very long name is still a document', async () => {
  const line = { description: 'A line. '.repeat(30), quantity: 1, unitCents: 100, totalCents: 100 }
  const pdf = await invoiceRenderer('Please transfer it to account 1.')({
    number: 'SH-2026-00001',
    billedTo: 'Very long name '.repeat(8),
    billingEmail: 'books@agency.example',
    issuedAt: '2026-11-15T09:00:00Z',
    dueAt: '2026-11-29T09:00:00Z',
    lines: [line, line],
    totalCents: 200,
  })
  expect(pdf.toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
})
