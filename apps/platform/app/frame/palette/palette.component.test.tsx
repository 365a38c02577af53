import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, showScreen } from '../../../test/show-screen.tsx'
import { Palette } from './palette.tsx'

afterEach(() => vi.restoreAllMocks())

test('a search of all lists is one request', async () => {
  const deal = { id: 'd1', title: 'Shoes', kind: 'nil', stage: 'draft', amount: null }
  const parties = { athlete: { id: 'a1', name: 'Noor Rahimi' }, company: { id: 'c1', name: 'Halden Sportswear' } }
  const server = fakeServer({
    'GET programs': { programs: [] },
    'GET sonar/history': { searches: [] },
    'GET sonar/records': {
      athletes: [],
      deals: [{ ...deal, ...parties }],
      companies: [{ id: 'c1', name: 'Halden Sportswear', kind: 'brand', deals: 1 }],
      contacts: [],
      tasks: [],
      people: [],
    },
  })
  await showScreen(<Palette onClose={() => undefined}>{null}</Palette>, {
    path: '/organizations/:organization',
    address: `/organizations/${organization.id}`,
  })
  await page.getByRole('combobox').fill('halden')
  await expect.element(page.getByRole('option', { name: /^Noor Rahimi × Halden Sportswear.*Shoes/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /^Halden Sportswear/ })).toBeVisible()
  const calls = server.asked.filter(({ query }) => 'search' in query)
  expect(calls.map(({ call, query }) => [call, query])).toEqual([['GET sonar/records', { search: 'halden' }]])
})
