import { api } from '@sherpa/api-client/api'
import { announceChange } from '@sherpa/api-client/changes'
import { organizationsApi } from '@sherpa/api-client/organizations'
import { createStore } from '@sherpa/api-client/store'
import { type Member, membersQuery } from '@sherpa/contracts/organization'
import { Provider } from 'react-redux'
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useListAddress } from './list-address.ts'
import type { ChoiceFilter } from './list-filters.tsx'
import type { Column, RowGroup } from './list-table.tsx'
import { ListView } from './list-view.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useList } from './use-list.ts'

/** Fake server. */
let members: Member[]
let answering: Promise<void>
/** How many rows a page has. */
let loaded: number
/** Filters of the list. */
let filters: ChoiceFilter[]
/** Groups of rows. */
let groupOf: ((member: Member) => RowGroup) | undefined
const onOpen = vi.fn()
const onKey = vi.fn()

beforeEach(async () => {
  await page.viewport(1280, 800)
  window.scrollTo({ top: 0 })
  onOpen.mockClear()
  onKey.mockClear()
  answering = Promise.resolve()
  loaded = Number.POSITIVE_INFINITY
  filters = []
  groupOf = undefined
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { searchParams } = new URL((request as Request).url)
    const ids = searchParams.get('ids')?.split(',')
    const search = searchParams.get('search') ?? ''
    const roles = searchParams.get('role')?.split(',')
    const found = members.filter(
      ({ id, name, role }) => (!ids || ids.includes(id)) && name.includes(search) && (!roles || roles.includes(role)),
    )
    await answering
    // Further pages are on their way for as long as a test lasts.
    if (searchParams.has('after')) await new Promise(() => undefined)
    const total = ids ? null : { count: found.length, exact: true }
    const rows = ids ? found : found.slice(0, loaded)
    return Response.json({ rows, next: rows.length < found.length ? 'more' : null, total, similar: false })
  })
})
afterEach(() => vi.restoreAllMocks())

const numbered = (index: number) => String(index).padStart(3, '0')
const member = (index: number): Member => ({
  id: `id-${numbered(index)}`,
  name: `Member ${numbered(index)}`,
  email: `m${index}@agency.example`,
  role: 'coach',
  joinedAt: '2026-01-15T10:00:00Z',
})

const columns: Column<Member>[] = [
  { id: 'name', head: 'Name', sort: 'name', shown: 'always', width: 'name', place: 'name', cell: ({ name }) => name },
  { id: 'email', head: 'Email', place: 'detail', cell: ({ email }) => email },
  { id: 'role', head: 'Role', place: 'state', cell: ({ role }) => role },
]

function Example() {
  const address = useListAddress(membersQuery)
  const list = useList(organizationsApi.endpoints.members, { organization: 'o1', query: address.state }, 'members')
  const { role = '' } = address.state
  const selection = useSelection(
    list.rows.filter(({ id }) => !list.gone.has(id)).map(({ id }) => id),
    list.total && { address: role, total: list.total.count },
  )
  return (
    // Space for the top bar, below which the column headers stick.
    <div className="pt-16">
      <ListView
        label="Members"
        searchLabel="Search members"
        filters={filters}
        list={list}
        address={address}
        columns={columns}
        nameOf={({ name }) => name}
        selection={selection}
        onOpen={onOpen}
        rowKeys={{ c: onKey }}
        groupOf={groupOf}
        empty={<p>No members yet</p>}
        noMatch="No member matches"
      />
      <SelectionBar selection={selection}>{null}</SelectionBar>
    </div>
  )
}

async function showMembers(count: number, address = '/') {
  const router = await openMembers(count, address)
  await expect.element(count > 0 ? row(0) : page.getByText('No members yet')).toBeInTheDocument()
  return router
}

async function openMembers(count: number, address: string) {
  members = Array.from({ length: count }, (_, index) => member(index))
  // New history per test, because selections are stored in it.
  const initialEntries = [{ ...parsePath(address), key: crypto.randomUUID() }]
  const router = createMemoryRouter([{ path: '/', element: <Example /> }], { initialEntries })
  await render(
    <Provider store={createStore(api, { baseUrl: `${location.origin}/api` })}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return router
}

const row = (index: number) => page.getByRole('row', { name: new RegExp(`Member ${numbered(index)}`) })
const box = (index: number) => page.getByLabelText(`Select Member ${numbered(index)}`)
const search = page.getByLabelText('Search members')
const focusRow = (index: number) => (row(index).element() as HTMLElement).focus()
const press = (keys: string) => userEvent.keyboard(keys)
const drawnRows = () => document.querySelectorAll('tr[data-row]').length
const selectedNames = () =>
  [...document.querySelectorAll('tr[data-selected]')].map((one) => one.getAttribute('data-row')?.slice(-3))
const changed = (...indexes: number[]) =>
  announceChange({ topic: 'members', added: true, ids: indexes.map((index) => member(index).id), own: false })

test('j, k and arrow keys move between rows and stop at the ends', async () => {
  await showMembers(5)
  focusRow(0)
  await press('j')
  await expect.element(row(1)).toHaveFocus()
  await press('{ArrowDown}')
  await expect.element(row(2)).toHaveFocus()
  await press('k')
  await expect.element(row(1)).toHaveFocus()
  await press('{ArrowUp}{ArrowUp}{ArrowUp}')
  await expect.element(row(0)).toHaveFocus()
  await press('{End}')
  await expect.element(row(4)).toHaveFocus()
  await press('j')
  await expect.element(row(4)).toHaveFocus()
  await press('{Home}')
  await expect.element(row(0)).toHaveFocus()
})

test('a key at the end of the list does not steal focus later', async () => {
  await showMembers(5)
  focusRow(0)
  await press('k')
  await search.click()
  members[1] = { ...member(1), role: 'agent' }
  changed(1)
  await expect.element(row(1)).toMatchTextContent(/agent/)
  await expect.element(search).toHaveFocus()
})

test('Enter opens a row, x selects it, and Escape clears the selection', async () => {
  await showMembers(5)
  focusRow(2)
  await press('{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Member 002' }))
  await press('x')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await expect.element(box(2)).toBeChecked()
  await press('{Escape}')
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument()
  await expect.element(row(2)).toHaveFocus()
})

test('a key of the list acts on the focused row, and not while typing', async () => {
  await showMembers(5)
  focusRow(2)
  await press('c')
  expect(onKey).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Member 002' }))
  await search.fill('c')
  expect(onKey).toHaveBeenCalledOnce()
})

test('Shift with arrow keys extends and shrinks the selection', async () => {
  await showMembers(6)
  focusRow(1)
  await press('x{Shift>}jj{/Shift}')
  await expect.poll(selectedNames).toEqual(['001', '002', '003'])
  await press('{Shift>}{ArrowUp}{/Shift}')
  await expect.poll(selectedNames).toEqual(['001', '002'])
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.poll(selectedNames).toEqual(['001', '002', '003', '004'])
})

test('Shift-click selects a range, and the header checkbox all loaded rows', async () => {
  await showMembers(6)
  await box(4).click()
  await box(1).click({ modifiers: ['Shift'] })
  await expect.poll(selectedNames).toEqual(['001', '002', '003', '004'])
  const all = page.getByLabelText('Select all loaded rows')
  await expect.element(all).toBePartiallyChecked()
  await all.click()
  await expect.element(page.getByText('6 selected')).toBeVisible()
  await all.click()
  await expect.poll(selectedNames).toEqual([])
})

test('a changed row is updated in place and keeps focus and selection', async () => {
  await showMembers(5)
  const before = row(3).element().getBoundingClientRect().top
  focusRow(2)
  await press('x')
  members[2] = { ...member(2), role: 'agent' }
  changed(2)
  await expect.element(row(2)).toMatchTextContent(/agent/)
  await expect.element(row(2)).toHaveFocus()
  await expect.element(box(2)).toBeChecked()
  expect(row(3).element().getBoundingClientRect().top).toBe(before)
})

test('applies changes that arrive during a selection', async () => {
  await showMembers(5)
  const answer = Promise.withResolvers<void>()
  answering = answer.promise
  members[2] = { ...member(2), role: 'agent' }
  changed(2)
  await box(0).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  answer.resolve()
  await expect.element(row(2)).toMatchTextContent(/agent/)
})

test('a removed row stays in place, disabled', async () => {
  await showMembers(5)
  await box(2).click()
  const before = row(3).element().getBoundingClientRect().top
  members.splice(2, 1)
  changed(2)
  await expect.element(row(2)).toMatchTextContent(/No longer in this list/)
  await expect.element(box(2)).toBeDisabled()
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument()
  expect(row(3).element().getBoundingClientRect().top).toBe(before)
  focusRow(1)
  await press('j')
  await expect.element(row(2)).toHaveFocus()
  await press('x{Enter}')
  expect(selectedNames()).toEqual([])
  expect(onOpen).not.toHaveBeenCalled()
})

test('rows removed in quick succession stay removed, also during a pending request', async () => {
  await showMembers(5)
  const answer = Promise.withResolvers<void>()
  answering = answer.promise
  const removed = () => announceChange({ topic: 'members', added: false, ids: null, own: true })
  members.splice(0, 1)
  removed()
  await vi.waitFor(() => expect(window.fetch).toHaveBeenCalledTimes(2))
  members.splice(0, 1)
  removed()
  members.splice(0, 1)
  removed()
  answer.resolve()
  await expect.poll(drawnRows).toBe(2)
})

test('keeps the rows after a network error', async () => {
  await showMembers(5)
  vi.mocked(window.fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  changed(2)
  await vi.waitFor(() => expect(window.fetch).toHaveBeenCalledTimes(2))
  members[3] = { ...member(3), role: 'agent' }
  changed(3)
  await expect.element(row(3)).toMatchTextContent(/agent/)
  await expect.element(page.getByText('No longer in this list')).not.toBeInTheDocument()
})

test('marks a removed row, also without a state column', async () => {
  await showMembers(5, '/?columns=name,email')
  members.splice(2, 1)
  changed(2)
  await expect.element(row(2)).toMatchTextContent(/No longer in this list/)
})

test('restores a row that comes back', async () => {
  await showMembers(3)
  const [removed] = members.splice(1, 1)
  changed(1)
  await expect.element(row(1)).toMatchTextContent(/No longer in this list/)
  if (removed) members.splice(1, 0, removed)
  changed(1)
  await expect.element(row(1)).not.toMatchTextContent(/No longer in this list/)
})

test('new rows wait behind a button, each counted once', async () => {
  await showMembers(3)
  members.unshift(member(7), member(8))
  changed(7)
  await expect.element(page.getByRole('button', { name: '1 new' })).toBeVisible()
  changed(7, 8)
  const waiting = page.getByRole('button', { name: '2 new' })
  await expect.element(waiting).toBeVisible()
  await expect.element(row(7)).not.toBeInTheDocument()
  await waiting.click()
  await expect.element(row(7)).toBeVisible()
  await expect.element(waiting).not.toBeInTheDocument()
})

test('shows the first row of an empty list at once', async () => {
  await showMembers(0)
  members.push(member(7))
  changed(7)
  await expect.element(row(7)).toBeVisible()
  await expect.element(page.getByText('No members yet')).not.toBeInTheDocument()
})

test('ignores new rows that do not match the search', async () => {
  await showMembers(3, '/?search=00')
  members.push({ ...member(9), name: 'Somebody else' })
  members[0] = { ...member(0), role: 'agent' }
  changed(9, 0)
  await expect.element(row(0)).toMatchTextContent(/agent/)
  await expect.element(page.getByRole('button', { name: /new$/ })).not.toBeInTheDocument()
})

test('a long list is virtualized at its full height', async () => {
  await showMembers(1000)
  await expect.poll(drawnRows).toBeLessThan(100)
  expect(document.documentElement.scrollHeight).toBeGreaterThan(1000 * 40)
  window.scrollTo({ top: 20_000 })
  await expect.element(row(500)).toBeVisible()
  await expect.element(row(0)).not.toBeInTheDocument()
  expect(drawnRows()).toBeLessThan(100)
})

test('moves through a long list by keyboard', async () => {
  await showMembers(1000)
  focusRow(0)
  await press('{End}')
  await expect.element(row(999)).toHaveFocus()
  await expect.element(row(999)).toBeInViewport()
  await press('kk')
  await expect.element(row(997)).toHaveFocus()
  await press('{Home}')
  await expect.element(row(0)).toHaveFocus()
  await expect.element(row(0)).toBeInViewport()
})

test('Tab focuses a visible row after scrolling', async () => {
  await showMembers(1000)
  focusRow(0)
  window.scrollTo({ top: 20_000 })
  await expect.element(row(500)).toBeVisible()
  const stops = [...document.querySelectorAll<HTMLElement>('tr[data-row][tabindex="0"]')]
  expect(stops).toHaveLength(1)
})

test('an empty result links back to the whole list', async () => {
  const router = await showMembers(3)
  await search.fill('Nobody')
  await expect.element(page.getByText('No member matches')).toBeVisible()
  expect(router.state.location.search).toBe('?search=Nobody')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(row(0)).toBeVisible()
  await expect.element(search).toHaveValue('')
})

test('a refused filter says why, and can be cleared', async () => {
  const message = 'You can’t filter by role: you need the permission “View people”'
  const errors = [{ field: 'role', message }]
  const problem = { title: 'Some fields are not valid', status: 422, code: 'invalid-fields', errors }
  vi.mocked(window.fetch).mockResolvedValueOnce(Response.json(problem, { status: 422 }))
  await openMembers(3, '/?role=coach')
  await expect.element(page.getByText(`${message}.`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(row(0)).toBeVisible()
})

test('a refused sort is cleared with the filters', async () => {
  const refusal = { title: 'Some fields are not valid', status: 422, code: 'invalid-fields' }
  const errors = [{ field: 'sort', message: 'You can’t sort by this' }]
  vi.mocked(window.fetch).mockResolvedValueOnce(Response.json({ ...refusal, errors }, { status: 422 }))
  const router = await openMembers(3, '/?columns=email&role=coach&sort=-joined')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(row(0)).toBeVisible()
  expect(router.state.location.search).toBe('?columns=email')
})

const roleFilter: ChoiceFilter = { name: 'role', label: 'Role', choices: { agent: 'Agent', coach: 'Coach' } }
const others: ChoiceFilter[] = ['A', 'B', 'C'].map((label) => ({ name: label, label, choices: {} }))
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('adds a filter from the menu as a chip, changes and removes it', async () => {
  filters = [roleFilter, ...others]
  const router = await showMembers(3)
  members[1] = { ...member(1), role: 'agent' }
  await expect.element(button('Role')).not.toBeInTheDocument()
  await button('Filter').click()
  await button('Role').click()
  // Focus moves to the choices.
  await expect.element(page.getByLabelText('Agent')).toHaveFocus()
  await press(' ')
  await expect.element(button('Role is Agent')).toBeVisible()
  await expect.element(row(0)).not.toBeInTheDocument()
  expect(router.state.location.search).toBe('?role=agent')
  // Until its menu is closed it stays, also while nothing is chosen.
  await press(' ')
  await expect.element(row(0)).toBeVisible()
  await expect.element(page.getByLabelText('Agent')).toHaveFocus()
  await page.getByLabelText('Coach').click()
  await press('{Escape}')
  await expect.element(button('Role is Coach')).toHaveFocus()
  await expect.element(row(1)).not.toBeInTheDocument()
  await button('Remove filter Coach').click()
  await expect.element(button('Role is Coach')).not.toBeInTheDocument()
  await expect.element(row(1)).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Filters' })).toHaveFocus()
})

test('removes a filter that was added without a choice', async () => {
  filters = [roleFilter, ...others]
  await showMembers(3)
  await button('Filter').click()
  await button('Role').click()
  await press('{Escape}')
  await expect.element(button('Role')).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Filters' })).toHaveFocus()
})

test('shows all filters if there are few', async () => {
  filters = [roleFilter]
  await showMembers(3)
  await button('Role').click()
  await page.getByLabelText('Coach').click()
  await expect.element(button('Role is Coach')).toBeVisible()
  await expect.element(button('Filter')).not.toBeInTheDocument()
})

test('select all includes rows that are not loaded, allows exceptions, and resets with the list', async () => {
  filters = [roleFilter]
  loaded = 4
  await showMembers(9)
  await box(1).click()
  await button('Select all 9').click()
  await expect.element(page.getByText('9 selected')).toBeVisible()
  await expect.element(page.getByText('9 selected')).toHaveFocus()
  await expect.poll(selectedNames).toEqual(['000', '001', '002', '003'])
  await box(2).click()
  await expect.element(page.getByText('8 selected')).toBeVisible()
  await box(2).click()
  await expect.element(page.getByText('9 selected')).toBeVisible()
  await button('Role').click()
  await page.getByLabelText('Coach').click()
  await expect.element(page.getByText(/selected$/)).not.toBeInTheDocument()
})

const byTens = ({ name }: Member) => ({ id: name.slice(0, -1), title: `Group ${name.slice(7, -1)}` })
const groupHeads = () => [...document.querySelectorAll('.list-group')].map((one) => one.textContent)

test('groups have headings with counts, except one that may go on, and keys pass them', async () => {
  groupOf = byTens
  loaded = 12
  await showMembers(30)
  await expect.poll(groupHeads).toEqual(['Group 0010', 'Group 01'])
  await expect.element(page.getByRole('heading', { name: 'Group 00' })).toBeVisible()
  focusRow(9)
  await press('j')
  await expect.element(row(10)).toHaveFocus()
  await press('{Shift>}k{/Shift}')
  await expect.poll(selectedNames).toEqual(['009'])
})

test('a long grouped list is drawn in part, and its height is that of all rows and headings', async () => {
  groupOf = byTens
  await showMembers(400)
  expect(drawnRows()).toBeLessThan(400)
  const { height } = document.querySelector('tbody')?.getBoundingClientRect() ?? { height: 0 }
  expect(height).toBe((400 + 40) * 40)
  focusRow(0)
  await press('{End}')
  await expect.element(row(399)).toHaveFocus()
})
