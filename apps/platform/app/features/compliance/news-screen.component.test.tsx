import type { Touched } from '@sherpa/contracts/compliance'
import { permissionsOf } from '@sherpa/contracts/organization'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { fakeServer, organization, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { Component as NewsScreen } from './news-screen.tsx'

const touched: Touched = {
  id: '018f0000-0000-7000-8000-000000000001',
  deal: { id: '018f0000-0000-7000-8000-000000000003', title: 'Jonah Okoye × Halden Sportswear' },
  athlete: { id: '018f0000-0000-7000-8000-000000000002', name: 'Jonah Okoye' },
  changedAt: '2026-11-19T11:00:00Z',
  before: { version: 2, state: 'fine', sentence: 'The deal is not reviewed.' },
  after: { state: 'attention', sentence: 'The deal is compared with similar deals.' },
}
const summaryOf = (text: string) =>
  [...document.querySelectorAll('summary')].find(({ textContent }) => textContent.startsWith(text))
const joinedLater = { joinedOn: '2026-12-01', touching: [] }

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

test('says that no rule has changed, and keeps what came before and what is no rule yet', async () => {
  const { asked } = fakeServer({ 'GET compliance/news': joinedLater })
  await showScreen(<NewsScreen />)
  await expect.element(page.getByText('No rule has changed since you joined')).toBeVisible()
  summaryOf('Before you joined')?.click()
  await expect.element(page.getByRole('heading', { name: /first 16 rules/ })).toBeVisible()
  await expect.element(page.getByText('Corrected', { exact: true }).first()).toBeInTheDocument()
  const notices = page.getByRole('region', { name: 'Not rules yet' })
  await expect
    .element(notices.getByRole('heading', { name: 'Protect College Sports Act of 2026 (S.4668) Proposed' }))
    .toBeVisible()
  for (const status of ['Adopted', 'Challenged'])
    await expect.element(notices.getByText(status, { exact: true })).toBeVisible()
  await expect.element(notices.getByText(/What it said, in our words/).first()).toBeVisible()
  expect(asked.map(({ call }) => call)).toEqual(['GET compliance/news'])
  await expectAccessible()
})

test('shows by keyboard which open deals a changed rule touches, before and now, and that it was read', async () => {
  const counts = [
    { state: 'attention', count: 2 },
    { state: 'cannot-judge', count: 1 },
  ]
  const { asked } = fakeServer({
    'GET compliance/news': { ...joinedLater, touching: [{ rule: 'nil-go-range', version: 3, counts }] },
    'GET compliance/news/touched': pageOf(touched, { ...touched, id: organization.id, deal: null, before: null }),
    'POST compliance/news/opened': () => Promise.resolve(new Response(null, { status: 204 })),
  })
  await showScreen(<NewsScreen />)
  await expect.element(page.getByText('3 open deals: 2 now need attention, 1 cannot be judged yet')).toBeVisible()
  await vi.waitFor(() => expect(asked.map(({ call }) => call)).toContain('POST compliance/news/opened'))
  summaryOf('Show 2 now need attention')?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Jonah Okoye × Halden Sportswear' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Representation agreement, Jonah Okoye' })).toBeVisible()
  await expect.element(page.getByText('Before: fine. The deal is not reviewed.')).toBeVisible()
  expect(asked.find(({ call }) => call === 'GET compliance/news/touched')?.query).toEqual({
    rule: 'nil-go-range',
    version: '3',
    state: 'attention',
  })
})

test('athletes read the changes without deals', async () => {
  const { asked } = fakeServer({})
  await showScreen(<NewsScreen />, {
    as: { ...organization, role: 'athlete', permissions: permissionsOf('athlete', []) },
  })
  await expect.element(page.getByRole('region', { name: 'Not rules yet' })).toBeVisible()
  expect(asked).toEqual([])
})
