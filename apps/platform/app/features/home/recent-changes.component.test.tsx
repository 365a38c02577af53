import type { ActivityEvent } from '@sherpa/contracts/activity'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { owner, showScreen } from '../../../test/show-screen.tsx'
import { RecentChanges } from './recent-changes.tsx'

const view = (event: ActivityEvent['event'], actor: ActivityEvent['actor']): ActivityEvent => ({
  id: crypto.randomUUID(),
  at: '2026-11-16T10:00:00Z',
  event,
  actor,
  bySystem: false,
  person: null,
  athlete: { id: '018f0000-0000-7000-8000-000000000001', name: 'Jonah Okoye' },
  deal: null,
  email: null,
  details: null,
  changes: [],
})
const views = ['athlete-reach-shown', 'contact-shown', 'ncaa-id-shown'] as const

test('what the reader viewed is no change', async () => {
  await showScreen(<RecentChanges newest={views.map((event) => view(event, owner))} />)
  await expect.element(page.getByText('No changes yet.')).toBeVisible()
})

test('what others viewed is shown', async () => {
  const other = { id: '018f0000-0000-7000-8000-000000000002', name: 'Amara Cole' }
  await showScreen(<RecentChanges newest={views.map((event) => view(event, other))} />)
  await expect.element(page.getByText('Amara Cole viewed the NCAA ID of Jonah Okoye')).toBeVisible()
})
