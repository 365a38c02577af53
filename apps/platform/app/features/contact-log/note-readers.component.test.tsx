import { api } from '@sherpa/api-client/api'
import { createStore } from '@sherpa/api-client/store'
import type { LogEntry, NoteReaders } from '@sherpa/contracts/contact-log'
import { permissionsOf, type Role } from '@sherpa/contracts/organization'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OrganizationContext } from '../../frame/account-context.ts'
import { ReadersOfNote } from './note-readers.tsx'

/** Recorded requests. */
let asked: { method: string; path: string; body: unknown }[]

beforeEach(() => {
  asked = []
  vi.spyOn(window, 'fetch').mockImplementation(async (given) => {
    const request = given as Request
    asked.push({ method: request.method, path: new URL(request.url).pathname, body: JSON.parse(await request.text()) })
    return Response.json(note('me'))
  })
})
afterEach(() => vi.restoreAllMocks())

const note = (readers: NoteReaders, own = true): LogEntry => ({
  id: 'n1',
  at: '2026-03-09T10:00:00.000Z',
  kind: 'note',
  actor: { id: 'u1', name: 'Amara Cole' },
  text: 'Knee',
  direction: null,
  contact: null,
  minutes: null,
  result: null,
  version: 1,
  own,
  editedAt: null,
  readers,
})

function show(readers: NoteReaders, { own = true, role = 'agent' as Role } = {}) {
  const organization = {
    id: 'o1',
    name: 'Ridgeline',
    kind: 'agency',
    sample: false,
    role,
    timeZone: 'America/New_York',
    permissions: permissionsOf(role, []),
  } as const
  return render(
    <Provider store={createStore(api, { baseUrl: `${location.origin}/api` })}>
      <OrganizationContext value={organization}>
        <ReadersOfNote target={{ record: 'athlete', id: 'a1' }} note={note(readers, own)} />
      </OrganizationContext>
    </Provider>,
  )
}
const menu = () => page.getByRole('button', { name: /^Visible / })
const choices = () =>
  page
    .getByRole('button')
    .elements()
    .map((one) => one.textContent)

test('the author narrows the readers of a note by keyboard', async () => {
  await show('team')
  await expect.element(menu()).toHaveAccessibleName('Visible to team. Change')
  menu().element().focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(choices()).toEqual(['Visible to team', 'People who see deals', 'People who see money', 'Only me'])
  await userEvent.keyboard('{End}{Enter}')
  await expect
    .poll(() => asked)
    .toEqual([
      {
        method: 'PATCH',
        path: '/api/organizations/o1/athletes/a1/notes/n1',
        body: { version: 1, changes: { readers: 'me' } },
      },
    ])
})

test('offers only narrower audiences that include the author', async () => {
  await show('deals')
  await menu().click()
  expect(choices()).toEqual(['Visible to people who see deals', 'People who see money', 'Only me'])
})

test('a coach can narrow to “Only me” only', async () => {
  await show('team', { role: 'coach' })
  await menu().click()
  expect(choices()).toEqual(['Visible to team', 'Only me'])
})

test.each([
  ['somebody else wrote', { own: false }, 'deals', 'Visible to people who see deals'],
  ['nobody else reads', {}, 'me', 'Visible only to me'],
] as const)('of a note that %s, only the readers are shown', async (_, more, readers, shown) => {
  await show(readers, more)
  await expect.element(page.getByText(shown)).toBeVisible()
  expect(choices()).toEqual([])
})
