import { expect, test } from 'vitest'
import { groupByDeal } from './fee-invoice.ts'

test('groups fees by deal; other lines come last', () => {
  const line = (title: string, amountMinor = 100) => ({ title, amountMinor })
  expect(
    groupByDeal([
      line('Expense Oct 1, 2026, Fee Air, recouped Nov 5, 2026'),
      line('Fee 12.5% on $4,000.00 received Nov 3, 2026, Halden × Fall, received Nov 4, 2026'),
      line('Flat fee, Tarn Running'),
      line('Fee credit on $10.00 received Nov 5, 2026 and reversed, Halden × Fall, received Nov 4, 2026', -40),
    ]),
  ).toEqual([
    {
      deal: 'Halden × Fall, received Nov 4, 2026',
      lines: [
        line('Fee 12.5% on $4,000.00 received Nov 3, 2026'),
        line('Fee credit on $10.00 received Nov 5, 2026 and reversed', -40),
      ],
      totalMinor: 60,
    },
    { deal: 'Tarn Running', lines: [line('Flat fee')], totalMinor: 100 },
    { deal: null, lines: [line('Expense Oct 1, 2026, Fee Air, recouped Nov 5, 2026')], totalMinor: 100 },
  ])
})
