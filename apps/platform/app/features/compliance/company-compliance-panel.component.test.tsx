import type { Company } from '@sherpa/contracts/company'
import type { CompanyCompliance } from '@sherpa/contracts/compliance'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { fakeServer, showScreen } from '../../../test/show-screen.tsx'
import { CompanyCompliancePanel } from './company-compliance-panel.tsx'

const id = '018f0000-0000-7000-8000-000000000009'
const facts: CompanyCompliance = {
  state: null,
  directorName: null,
  directorEmail: null,
  league: 'wnba',
  country: 'US',
  checked: { at: '2026-11-19T11:00:00Z', by: null },
  associations: [
    {
      id,
      school: { id, name: 'Lakemont University' },
      reason: 'Sells the school’s media rights',
      source: null,
      isRightsPartner: true,
      at: '2026-11-19T11:00:00Z',
      by: null,
    },
  ],
  version: 1,
}
const show = (kind: Company['kind']) => showScreen(<CompanyCompliancePanel company={{ id, kind } as Company} />)

beforeEach(() => page.viewport(320, 700))
afterEach(() => vi.restoreAllMocks())

test('a club has a league, a country and associated schools', async () => {
  fakeServer({ [`GET companies/${id}/compliance`]: facts })
  await show('club')
  await expect.element(page.getByRole('button', { name: 'Edit League: WNBA' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit Country: United States' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Associated schools' })).toBeVisible()
  await expectAccessible()
})

test('a multimedia-rights partner says so, and one is added with a check mark', async () => {
  fakeServer({ [`GET companies/${id}/compliance`]: facts })
  await show('brand')
  await expect.element(page.getByText('Multimedia-rights partner')).toBeVisible()
  await page.getByRole('button', { name: 'Add associated school' }).click()
  const partner = page.getByRole('checkbox', { name: 'It is the school’s multimedia-rights partner' })
  await partner.click()
  await expect.element(partner).toBeChecked()
  await expectAccessible()
})
