import type { KeyDateRow } from '@sherpa/contracts/deal-work'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, showScreen } from '../../../../test/show-screen.tsx'
import { DueKeyDates } from './due-key-dates.tsx'

const row: KeyDateRow = {
  id: '018f0000-0000-7000-8000-000000000001',
  deal: { id: '018f0000-0000-7000-8000-000000000002', title: 'Fall line' },
  athlete: { id: '018f0000-0000-7000-8000-000000000003', name: 'Jonah Okoye' },
  company: { id: '018f0000-0000-7000-8000-000000000004', name: 'Halden Sportswear' },
  kind: 'other',
  title: 'Option to extend',
  effect: '',
  explained: 'Fixed date in the deal',
  day: '2026-11-20',
  lapsesAt: null,
  missing: null,
  expected: false,
  moved: null,
  reminders: [],
  state: 'open',
  done: null,
  version: 1,
}
const done = { at: '2026-11-16T10:00:00Z', by: null, proof: null }
const dialog = page.getByRole('dialog', { name: 'Mark Option to extend as done?' })

afterEach(() => vi.restoreAllMocks())

const open = (more: Partial<KeyDateRow>, mayFinish = true) => {
  fakeServer({})
  const dates = <DueKeyDates rows={[{ ...row, ...more }]} isOver={false} mayFinish={mayFinish} />
  return showScreen(dates, { address: `/#done-${row.id}` })
}

test('the address asks whether the date is done', async () => {
  await open({})
  await expect.element(dialog).toBeVisible()
})

test.each([
  ['it is done already', { state: 'done' as const, done }, true],
  ['it ended with the deal', { state: 'done' as const }, true],
  ['the person may not mark it', {}, false],
])('the address asks nothing if %s', async (_, more, mayFinish) => {
  await open(more, mayFinish)
  await expect.element(page.getByText('Option to extend', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
