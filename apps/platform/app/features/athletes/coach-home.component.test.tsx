import { api } from '@sherpa/api-client/api'
import { createStore } from '@sherpa/api-client/store'
import { permissionsOf } from '@sherpa/contracts/organization'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OrganizationContext } from '../../frame/account-context.ts'
import { CoachHome } from './coach-home.tsx'

const athlete = {
  id: 'a1',
  givenName: 'Mina',
  familyName: 'Vale',
  preferredName: null,
  sport: 'basketball',
  positions: [],
  level: 'college',
  school: 'Alder Basin',
  classYear: 2028,
  stage: 'signed',
  picture: null,
  minor: false,
  tags: [],
  lookedAfterBy: [],
  custom: [],
  lastActiveAt: '2026-11-16T10:00:00.000Z',
  version: 1,
}
const answers: Record<string, object> = {
  athletes: { rows: [athlete], next: null, total: null },
  'last-notes': {
    notes: [{ athlete: 'a1', at: '2026-11-16T10:00:00.000Z', kind: 'note', text: 'Strong finish', by: 'Dana' }],
  },
  programs: { programs: [] },
  availability: {
    away: [{ athlete: { id: 'a1', name: 'Mina Vale' }, day: '2026-11-20', from: '10:00', until: '12:30' }],
    more: false,
  },
}
let asked: { method: string; path: string; search: string; body: unknown }[]

let programsAsked: string[]

beforeEach(() => {
  asked = []
  programsAsked = []
  answers.programs = { programs: [] }
  vi.spyOn(window, 'fetch').mockImplementation(async (given) => {
    const request = given as Request
    const { pathname, searchParams } = new URL(request.url)
    const body = request.method === 'GET' ? undefined : JSON.parse(await request.text())
    asked.push({ method: request.method, path: pathname, search: searchParams.get('search') ?? '', body })
    programsAsked.push(searchParams.get('program') ?? '')
    return Response.json(answers[pathname.split('/').at(-1) ?? ''] ?? {})
  })
})
afterEach(() => vi.restoreAllMocks())

function show({ permissions = permissionsOf('coach', []), search = '' } = {}) {
  const organization = {
    id: 'o1',
    name: 'Ridgeline',
    kind: 'agency',
    sample: false,
    role: 'coach',
    timeZone: 'America/New_York',
    permissions,
  } as const
  return render(
    <Provider store={createStore(api, { baseUrl: `${location.origin}/api` })}>
      <OrganizationContext value={organization}>
        <MemoryRouter>
          <CoachHome search={search} />
        </MemoryRouter>
      </OrganizationContext>
    </Provider>,
  )
}

test('shows athletes with their last note and away times, and asks nothing about deals', async () => {
  await show()
  await expect.element(page.getByText(/Strong finish/)).toBeVisible()
  await expect.element(page.getByText('Away 10:00 AM to 12:30 PM')).toBeVisible()
  expect(asked.map(({ path }) => path).filter((path) => /deal|payment|money/.test(path))).toEqual([])
})

test('finds athletes, and adds a note in place', async () => {
  await show({ search: 'mina' })
  await expect.poll(() => asked.map(({ search }) => search)).toContain('mina')
  await page.getByRole('button', { name: 'Add note on Mina Vale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Note on Mina Vale' })
  await userEvent.fill(dialog.getByLabelText('Notes'), 'Fast today')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => asked)
    .toContainEqual({
      method: 'POST',
      path: '/api/organizations/o1/athletes/a1/notes',
      search: '',
      body: { kind: 'note', text: 'Fast today', readers: 'team' },
    })
  await expect.element(dialog).not.toBeInTheDocument()
})

test('searches by no more than the server takes', async () => {
  await show({ search: 'mina '.repeat(30) })
  await expect.poll(() => asked.some(({ path }) => path.endsWith('/athletes'))).toBe(true)
  for (const { search } of asked) expect(search.length).toBeLessThanOrEqual(100)
})

test('groups the athletes of a limited coach by program', async () => {
  const facts = { sport: null, gender: null, archived: false, athletes: 1, members: 1 }
  answers.programs = {
    programs: [
      { id: 'p1', name: 'Diving', ...facts },
      { id: 'p2', name: 'Rowing', ...facts },
      { id: 'p3', name: 'Closed', ...facts, archived: true },
    ],
  }
  await show({ permissions: permissionsOf('coach', []).filter((permission) => permission !== 'athletes.all') })
  for (const name of ['Diving', 'Rowing']) {
    await expect.element(page.getByRole('region', { name }).getByRole('link', { name: 'Mina Vale' })).toBeVisible()
  }
  await expect.element(page.getByRole('region', { name: 'Closed' })).not.toBeInTheDocument()
  expect(programsAsked).toEqual(expect.arrayContaining(['p1', 'p2']))
})
