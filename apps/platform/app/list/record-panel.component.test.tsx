import { api } from '@sherpa/api-client/api'
import { announceChange } from '@sherpa/api-client/changes'
import { organizationsApi } from '@sherpa/api-client/organizations'
import { createStore } from '@sherpa/api-client/store'
import { type Member, membersQuery } from '@sherpa/contracts/organization'
import { Provider } from 'react-redux'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useListAddress } from './list-address.ts'
import { ListView } from './list-view.tsx'
import { useRecordPanel, WithRecordPanel } from './record-panel.tsx'
import { useList } from './use-list.ts'

const everyone = ['Ana', 'Ben', 'Cleo', 'Dov'].map(
  (name): Member => ({
    id: name.toLowerCase(),
    name,
    email: `${name}@agency.example`,
    role: 'coach',
    joinedAt: '2026-01-15T10:00:00Z',
  }),
)

let members: Member[]

beforeEach(async () => {
  members = everyone
  await page.viewport(1280, 800)
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const search = new URL((request as Request).url).searchParams.get('search') ?? ''
    const rows = members.filter(({ name }) => name.includes(search))
    return Response.json({ rows, next: null, total: { count: rows.length, exact: true }, similar: false })
  })
})
afterEach(() => vi.restoreAllMocks())

function Example() {
  const address = useListAddress(membersQuery)
  const list = useList(organizationsApi.endpoints.members, { organization: 'o1', query: address.state }, 'members')
  const panel = useRecordPanel((id) => `/members/${id}`)
  return (
    <WithRecordPanel
      panel={panel}
      list={list}
      label="Member"
      record={(id) => (
        <>
          <p>Everything about {id}</p>
          <label>
            Note <textarea />
          </label>
        </>
      )}
    >
      <ListView
        label="Members"
        searchLabel="Search members"
        list={list}
        address={address}
        columns={[
          {
            id: 'name',
            head: 'Name',
            shown: 'always',
            place: 'name',
            cell: ({ id, name }) => <Link {...panel.linkTo(id)}>{name}</Link>,
          },
          { id: 'email', head: 'Email', cell: ({ email }) => email },
        ]}
        nameOf={({ name }) => name}
        onOpen={({ id }) => panel.show(id)}
        opened={panel.id}
        empty={<p>No members yet</p>}
        noMatch="No member matches"
      />
    </WithRecordPanel>
  )
}

async function showMembers(address = '/') {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Example /> },
      { path: '/members/:member', element: <h1>A page of its own</h1> },
    ],
    { initialEntries: [address] },
  )
  await render(
    <Provider store={createStore(api, { baseUrl: `${location.origin}/api` })}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return router
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const focusRow = async (name: string) => {
  await expect.element(row(name)).toBeInTheDocument()
  const element = row(name).element() as HTMLElement
  element.focus()
}
const panel = page.getByRole('complementary', { name: 'Member' })
const shown = (id: string) => expect.element(panel.getByText(`Everything about ${id}`)).toBeVisible()
const press = (keys: string) => userEvent.keyboard(keys)

test('Enter opens the record beside the list, j and k move on, and Escape closes it at its row', async () => {
  const router = await showMembers('/?sort=name')
  await focusRow('Ben')
  await press('{Enter}')
  await shown('ben')
  expect(router.state.location.search).toBe('?sort=name&open=ben')
  await expect.element(panel.getByRole('status')).toMatchTextContent(/2 of 4/)
  await press('j')
  await shown('cleo')
  await expect.element(row('Cleo')).toHaveFocus()
  await expect.element(row('Cleo')).toHaveAttribute('data-opened')
  await press('kk')
  await shown('ana')
  await press('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(row('Ana')).toHaveFocus()
  expect(router.state.location.search).toBe('?sort=name')
})

test('a second Enter focuses the record, where j and k work outside fields', async () => {
  await showMembers()
  await focusRow('Ben')
  await press('{Enter}')
  await shown('ben')
  await press('{Enter}')
  await expect.element(panel).toHaveFocus()
  await press('j')
  await shown('cleo')
  await panel.getByLabelText('Note').click()
  await press('jk{Escape}')
  await expect.element(panel.getByLabelText('Note')).toHaveValue('jk')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(row('Cleo')).toHaveFocus()
})

test('a click anywhere in the row opens it, and buttons move to the next', async () => {
  await showMembers()
  await page.getByRole('link', { name: 'Ben' }).click()
  await shown('ben')
  await expect.element(row('Ben')).toHaveFocus()
  await row('Dov').click({ position: { x: 200, y: 20 } })
  await shown('dov')
  await expect.element(panel.getByRole('button', { name: 'Next member' })).toHaveAttribute('aria-disabled', 'true')
  await panel.getByRole('button', { name: 'Previous member' }).click()
  await shown('cleo')
})

test('reload restores the record, and Back returns to the list', async () => {
  const router = await showMembers('/?open=cleo')
  await shown('cleo')
  await expect.element(row('Cleo')).toHaveAttribute('data-opened')
  await panel.getByRole('button', { name: 'Close' }).click()
  await focusRow('Ana')
  await press('{Enter}')
  await shown('ana')
  await press('j')
  await shown('ben')
  await router.navigate(-1)
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(row('Ben')).toBeInTheDocument()
})

test('a search keeps the record open, even if it does not match', async () => {
  await showMembers('/?open=ben')
  await page.getByLabelText('Search members').fill('Cleo')
  await expect.element(row('Dov')).not.toBeInTheDocument()
  await shown('ben')
  await expect.element(panel.getByRole('status')).not.toMatchTextContent(/of/)
})

test('after the record leaves the list, next is the row at its place', async () => {
  await showMembers()
  await page.getByRole('link', { name: 'Ben' }).click()
  await shown('ben')
  members = everyone.filter(({ id }) => id !== 'ben')
  announceChange({ topic: 'members', added: false, ids: ['ben'], own: true })
  await expect.element(row('Ben')).not.toBeInTheDocument()
  await shown('ben')
  await panel.getByRole('button', { name: 'Next member' }).click()
  await shown('cleo')
})

test('links to the record’s page, which opens instead on narrow screens', async () => {
  const router = await showMembers('/?open=ben')
  await expect.element(panel.getByRole('link', { name: 'Open full page' })).toHaveAttribute('href', '/members/ben')
  await page.viewport(360, 700)
  await expect.element(page.getByText('A page of its own')).toBeVisible()
  expect(router.state.location.pathname).toBe('/members/ben')
  await router.navigate('/')
  await page.getByRole('link', { name: 'Cleo' }).click()
  await expect.element(page.getByText('A page of its own')).toBeVisible()
  expect(router.state.location.pathname).toBe('/members/cleo')
})
