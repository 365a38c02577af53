import { api } from '@sherpa/api-client/api'
import { createStore } from '@sherpa/api-client/store'
import type { SonarAnswer } from '@sherpa/contracts/sonar/answer'
import { useEffect } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { draftKey, fakeServer, organization } from '../../test/show-screen.tsx'
import { AccountContext } from './account-context.ts'
import { Component as OrganizationFrame } from './organization-frame.tsx'

const home = `/organizations/${organization.id}`
const list = `${home}/athletes`
const answer: SonarAnswer = {
  target: 'athletes',
  noun: 'athletes',
  chips: [],
  unknown: [],
  corrected: [],
  ask: [],
  refused: null,
  address: `${list}?sonar=prospects`,
  count: { count: 2, exact: true },
  of: { count: 3, exact: true },
  figure: null,
  readBy: 'rules',
}

let mounted = 0
beforeEach(() => {
  mounted = 0
})
afterEach(() => vi.restoreAllMocks())

function List() {
  useEffect(() => {
    mounted++
  }, [])
  return <p>The list</p>
}

async function open(address: string) {
  const routes = [
    {
      path: '/organizations/:organization',
      Component: OrganizationFrame,
      children: [
        { index: true, element: <p>Home</p> },
        { path: 'athletes', Component: List },
      ],
    },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const user = { id: 'u1', name: 'Olive', email: 'olive@ridgeline.example', staff: false, secondFactor: true }
  await render(
    <Provider store={createStore(api, { baseUrl: `${window.location.origin}/api` })}>
      <AccountContext value={{ user, phone: null, draftKey, organizations: [organization], invitations: [] }}>
        <RouterProvider router={router} />
      </AccountContext>
    </Provider>,
  )
  return router
}

const theList = page.getByText('The list')
const sonar = page.getByRole('region', { name: 'Answer of Sonar' })

test('a link with the question alone opens the answer with its filters, unless they were changed', async () => {
  const address = `${list}?stage=prospect&sonar=prospects`
  fakeServer({ 'POST sonar/questions': () => Response.json({ ...answer, address }) })
  const router = await open(`${list}?sonar=prospects`)
  await expect.poll(() => router.state.location.search).toBe('?stage=prospect&sonar=prospects')
  await router.navigate(`${list}?sonar=prospects&edited=yes`)
  await expect.element(sonar).toMatchTextContent(/You changed the filters/)
  expect(router.state.location.search).toBe('?sonar=prospects&edited=yes')
})

test('a list stays mounted while Sonar reads, once it has answered, and after the question is closed', async () => {
  const reading = Promise.withResolvers<Response>()
  fakeServer({ 'POST sonar/questions': () => reading.promise })
  const router = await open(list)
  await expect.element(theList).toBeVisible()
  await router.navigate(`${list}?sonar=prospects`)
  await expect.element(sonar).toMatchTextContent(/Reading the question/)
  await expect.element(theList).toBeVisible()
  reading.resolve(Response.json(answer))
  await expect.element(sonar).toMatchTextContent(/2 of the 3 athletes/)
  await sonar.getByRole('link', { name: /^Close the answer/ }).click()
  await expect.element(sonar).not.toBeInTheDocument()
  await expect.element(theList).toBeVisible()
  expect(mounted).toBe(1)
})

test('a list stays if Sonar fails', async () => {
  fakeServer({ 'POST sonar/questions': 'rate-limited' })
  await open(`${list}?sonar=prospects`)
  await expect.element(sonar).toMatchTextContent(/Too many attempts/)
  await expect.element(theList).toBeVisible()
})

test.each([
  ['a refusal', { refused: 'deals.view' as const, address: null }],
  ['a figure', { figure: { name: 'Fees earned', from: null, until: null, sums: [] } }],
  ['an answer without an address', { address: null }],
])('%s replaces the list', async (_, more) => {
  fakeServer({ 'POST sonar/questions': { ...answer, ...more } })
  await open(`${list}?sonar=prospects`)
  await expect.element(page.getByRole('heading', { name: 'prospects' })).toBeVisible()
  await expect.element(theList).not.toBeInTheDocument()
})

test('Home waits for the answer, which opens its list', async () => {
  const reading = Promise.withResolvers<Response>()
  fakeServer({ 'POST sonar/questions': () => reading.promise })
  await open(`${home}?sonar=prospects`)
  await expect.element(sonar).toBeVisible()
  await expect.element(page.getByText('Home')).not.toBeInTheDocument()
  reading.resolve(Response.json(answer))
  await expect.element(theList).toBeVisible()
})
