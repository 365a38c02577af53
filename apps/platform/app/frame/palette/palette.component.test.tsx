import { api } from '@sherpa/api-client/api'
import { tags } from '@sherpa/contracts/operation'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, showScreen } from '../../../test/show-screen.tsx'
import { useAppDispatch } from '../../store.ts'
import { Palette } from './palette.tsx'

afterEach(() => vi.restoreAllMocks())

const noRecords = { athletes: [], deals: [], companies: [], contacts: [], tasks: [], people: [] }

test('a search of all lists is one request', async () => {
  const deal = { id: 'd1', title: 'Shoes', kind: 'nil', stage: 'draft', amount: null }
  const parties = { athlete: { id: 'a1', name: 'Noor Rahimi' }, company: { id: 'c1', name: 'Halden Sportswear' } }
  const server = fakeServer({
    'GET programs': { programs: [] },
    'GET sonar/history': { searches: [] },
    'GET sonar/records': {
      ...noRecords,
      deals: [{ ...deal, ...parties }],
      companies: [{ id: 'c1', name: 'Halden Sportswear', kind: 'brand', deals: 1 }],
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

test('live updates between the requests and their answers take no result', async () => {
  let update: () => void = () => undefined
  function LiveUpdates() {
    const dispatch = useAppDispatch()
    update = () => void dispatch(api.util.invalidateTags([...tags]))
    return null
  }
  const during = (answer: object) => async () => {
    update()
    return Response.json(answer)
  }
  const history = [{ id: 's1', question: 'halden deals of June', at: '2026-06-01T10:00:00Z' }]
  fakeServer({
    'GET programs': during({ programs: [{ id: 'p1', name: 'Halden Academy', archived: false }] }),
    'GET sonar/history': during({ searches: history }),
    'GET sonar/records': during({
      ...noRecords,
      companies: [{ id: 'c1', name: 'Halden Sportswear', kind: 'brand', deals: 1 }],
    }),
  })
  const screen = (
    <Palette onClose={() => undefined}>
      <LiveUpdates />
    </Palette>
  )
  const path = '/organizations/:organization'
  await showScreen(screen, { path, address: `/organizations/${organization.id}` })
  await page.getByRole('combobox').fill('halden')
  await expect.element(page.getByRole('option', { name: /^Halden Sportswear/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /^Halden Academy/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /^halden deals of June/ })).toBeVisible()
  await expect.element(page.getByText('can’t be searched now')).not.toBeInTheDocument()
})
