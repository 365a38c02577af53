import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { NamedOperation } from '@sherpa/contracts/operation'
import { placedIn } from '@sherpa/contracts/place'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accountsApi } from './accounts.ts'
import { api } from './api.ts'
import { auth } from './auth.ts'
import { dealLinksApi } from './deal-links.ts'
import { demoApi } from './demo.ts'
import { requestOf } from './endpoints-of.ts'
import { organizationsApi } from './organizations.ts'
import { plansApi } from './plans.ts'
import { readOnce } from './read-once.ts'
import { createStore } from './store.ts'
import { subscriptionsApi } from './subscriptions.ts'

type Asked = {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}
type Answer = { status: number; headers?: Record<string, string>; content: object }
const fine: Answer = { status: 200, content: {} }
/** Requests of this test. */
let asked: Asked[]
let answerTo: (request: IncomingMessage) => Answer | Promise<Answer>
let baseUrl: string
let store: ReturnType<typeof platformStore>
const platformStore = () => createStore(api, { baseUrl })

/** A real server for each test: what the store of an earlier one refreshes late reaches another. */
beforeEach(async () => {
  const received: Asked[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('')
    received.push({ method: request.method, url: request.url, headers: request.headers, body })
    const { status, headers, content } = await answerTo(request)
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(content))
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  asked = received
  answerTo = () => fine
  baseUrl = `http://localhost:${(server.address() as AddressInfo).port}/api`
  store = platformStore()
  return () => void server.close()
})

const user = { id: '1', name: 'Amara', email: 'amara@agency.example', staff: false, secondFactor: false }

const request = {
  full_name: 'Amara Cole',
  email: 'amara@agency.example',
  phone: '',
  company: '',
  preferred_date_time: '2026-11-16T10:30:00-05:00',
  additional_info: '',
}

test('schedules a demo with six JSON fields, idempotency key and time zone', async () => {
  const headers = { 'Idempotency-Key': 'key-1', 'Time-Zone': 'America/New_York' }
  const site = createStore(demoApi, { baseUrl })
  await site.dispatch(demoApi.endpoints.scheduleDemo.initiate({ body: request, headers }))
  expect(asked).toMatchObject([
    {
      method: 'POST',
      url: '/api/demo/schedule',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1', 'time-zone': 'America/New_York' },
    },
  ])
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual(request)
})

test('requests plans and subscriptions at their paths', async () => {
  await store.dispatch(plansApi.endpoints.plans.initiate())
  await store.dispatch(plansApi.endpoints.plan.initiate({ id: 'team/pro' }))
  await readOnce(store.dispatch, subscriptionsApi.endpoints.currentSubscription, undefined)
  const purchase = { body: { planId: 'team', seats: 3 }, headers: { 'Idempotency-Key': 'key-2' } }
  await store.dispatch(subscriptionsApi.endpoints.purchaseSubscription.initiate(purchase))
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/plans',
    'GET /api/plans/team%2Fpro',
    'GET /api/subscriptions/current',
    'POST /api/subscriptions/purchase',
  ])
})

test('sends the bearer header only when signed in', async () => {
  const currentSubscription = () =>
    store.dispatch(subscriptionsApi.endpoints.currentSubscription.initiate(undefined, { forceRefetch: true }))
  expect(store.getState().auth).toEqual({ user: null, token: null })
  await currentSubscription()
  store.dispatch(auth.actions.signedIn({ user, token: 'secret' }))
  await currentSubscription()
  store.dispatch(auth.actions.signedOut())
  await currentSubscription()
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer secret', undefined])
})

const signInRequired: Answer = {
  status: 401,
  content: { code: 'sign-in-required', title: 'Log in to continue', status: 401 },
}

test('a rejected token signs out and clears the cache', async () => {
  store.dispatch(auth.actions.signedIn({ user, token: 'secret' }))
  answerTo = () => ({ status: 200, content: { user, organizations: [], invitations: [] } })
  await store.dispatch(accountsApi.endpoints.account.initiate())
  answerTo = () => signInRequired
  await store.dispatch(accountsApi.endpoints.sessions.initiate())
  expect(store.getState().auth).toEqual({ user: null, token: null })
  expect(accountsApi.endpoints.account.select()(store.getState()).data).toBeUndefined()
})

test('a 401 with another code, such as a failed log-in, does not sign out', async () => {
  store.dispatch(auth.actions.signedIn({ user, token: 'secret' }))
  answerTo = () => ({ status: 401, content: { code: 'wrong-credentials', title: 'No', status: 401 } })
  await store.dispatch(accountsApi.endpoints.logIn.initiate({ body: { email: user.email, password: 'wrong' } }))
  expect(store.getState().auth.token).toBe('secret')
})

test('a new password renews the token before refetching', async () => {
  store.dispatch(auth.actions.signedIn({ user, token: 'old' }))
  answerTo = ({ method, headers }) => {
    if (method === 'PUT') return { status: 200, content: { token: 'new' } }
    if (asked.length > 2 && headers.authorization !== 'Bearer new') return signInRequired
    return { status: 200, content: { sessions: [] } }
  }
  await store.dispatch(accountsApi.endpoints.sessions.initiate())
  const body = { currentPassword: 'four random words', newPassword: 'four other words' }
  await store.dispatch(accountsApi.endpoints.changePassword.initiate({ body }))
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer old', 'Bearer new'])
  expect(store.getState().auth.token).toBe('new')
})

test('a query that meets the revoked token waits for the new one', async () => {
  store.dispatch(auth.actions.signedIn({ user, token: 'old' }))
  const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>()
  answerTo = async ({ method, headers }) => {
    if (method === 'PUT') {
      await isRefused
      return { status: 200, content: { token: 'new' } }
    }
    if (headers.authorization === 'Bearer new') return { status: 200, content: { sessions: [] } }
    refuse()
    return signInRequired
  }
  const body = { currentPassword: 'four random words', newPassword: 'four other words' }
  const renewal = store.dispatch(accountsApi.endpoints.changePassword.initiate({ body }))
  const { data } = await store.dispatch(accountsApi.endpoints.sessions.initiate())
  await renewal
  expect(data).toEqual({ sessions: [] })
  expect(store.getState().auth.token).toBe('new')
})

describe('a call names its organization in the address', () => {
  const organization = '0193a1b2-0000-7000-8000-000000000002'
  const id = '0193a1b2-0000-7000-8000-000000000003'
  /** Operations of a person, of our staff, or of nobody. */
  const ofNoOrganization =
    /^\/(account|demo|plans|staff)(\/|$)|^\/organizations(\/sample)?$|^\/guardianships(\/copies)?$/
  /** Signed addresses, which the server issues, and `pictureAddress`. */
  const isAddress = ({ query }: NamedOperation) => query !== undefined && 'key' in fieldsOf(query)
  const fieldsOf = (schema: unknown) => (schema as { def: { shape?: object } }).def.shape ?? {}

  test('for every operation of an organization', async () => {
    const all = (await allOperations()).flatMap((one) => Object.values(one))
    const named = (operation: NamedOperation) => {
      const { path, body, query } = operation
      const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, placedIn(organization, id)])
      const input = {
        ...Object.fromEntries(parameters),
        ...(path.includes(':organization') && { organization }),
        ...(query && 'organization' in fieldsOf(query) && { query: { organization } }),
        ...(body && 'organization' in fieldsOf(body) && { body: { organization } }),
        ...(body && 'token' in fieldsOf(body) && { body: { token: placedIn(organization, 'secret') } }),
      }
      return /^\/(organizations|in)\/([^/]+)\//.exec(`${requestOf(operation, input).url}/`)?.[2] === organization
    }
    const placed = all.filter((operation) => !ofNoOrganization.test(operation.path) && !isAddress(operation))
    expect(placed.length).toBeGreaterThan(350)
    expect(placed.filter((operation) => !named(operation)).map(({ name }) => name)).toEqual([])
  })

  test('also if an old link does not, and the organization has moved', async () => {
    const { lookUpDealLink } = dealLinksApi.endpoints
    const ask = (token: string) => store.dispatch(lookUpDealLink.initiate({ body: { token } }, { forceRefetch: true }))
    answerTo = ({ url }) =>
      url?.includes('/in/')
        ? fine
        : { status: 421, content: { code: 'other-cell', moved: { cell: 'b', organization } } }
    expect((await ask('secret')).data).toEqual({})
    // By the standard, `fetch` itself repeats a request once that was answered with 421.
    const addresses = new Set(asked.map(({ url }) => url))
    expect([...addresses]).toEqual(['/api/deal-links/lookup', `/api/in/${organization}/deal-links/lookup`])
  })
})

test('lists of a person are those of all cells that answer', async () => {
  const listOf = (...names: string[]) => ({ user, organizations: names, invitations: [] })
  answerTo = ({ url }) => {
    const asksB = asked.filter((one) => one.url === '/api/in/b/account').length
    // The session has just begun there.
    if (url === '/api/in/b/account' && asksB === 1) return { status: 401, content: { code: 'sign-in-required' } }
    if (url === '/api/in/b/account') return { status: 200, content: listOf('There') }
    if (url === '/api/in/c/account') return { status: 503, content: { code: 'unavailable' } }
    return { status: 200, headers: { 'Sherpa-Cells': 'b,c' }, content: listOf('Here') }
  }
  const { data } = await store.dispatch(accountsApi.endpoints.account.initiate())
  expect(data).toEqual(listOf('Here', 'There'))
})

test('exposes Retry-After of a rate limit', async () => {
  const content = { code: 'rate-limited', title: 'Too many requests', status: 429 }
  answerTo = () => ({ status: 429, headers: { 'Retry-After': '120' }, content })
  const { error } = await store.dispatch(
    accountsApi.endpoints.sendPasswordResetMail.initiate({ body: { email: user.email } }),
  )
  expect(error).toMatchObject({ status: 429, data: { code: 'rate-limited', retryAfterSeconds: 120 } })
})

test('loads activity page by page with its filter, up to the last page', async () => {
  answerTo = ({ url }) => ({ status: 200, content: { rows: [], next: url?.includes('after') ? null : '51' } })
  const query = { organization: 'o1', query: { kind: 'people' as const } }
  const { organizationActivity } = organizationsApi.endpoints
  await store.dispatch(organizationActivity.initiate(query))
  expect(organizationActivity.select(query)(store.getState()).hasNextPage).toBe(true)
  await store.dispatch(organizationActivity.initiate(query, { direction: 'forward' }))
  expect(organizationActivity.select(query)(store.getState()).hasNextPage).toBe(false)
  expect(asked.map(({ url }) => url)).toEqual([
    '/api/organizations/o1/activity?kind=people',
    '/api/organizations/o1/activity?kind=people&after=51',
  ])
})

test('a change between a request and its answer takes neither the answer nor the error', async () => {
  const { sessions } = accountsApi.endpoints
  const change = (answer: Answer) => () => {
    store.dispatch(api.util.invalidateTags(['Session']))
    return answer
  }
  answerTo = change({ status: 200, content: { sessions: [] } })
  expect(await readOnce(store.dispatch, sessions, undefined, { fresh: true })).toEqual({ sessions: [] })
  answerTo = change({ status: 409, content: { code: 'conflict' } })
  const failing = readOnce(store.dispatch, sessions, undefined, { fresh: true })
  await expect(failing).rejects.toMatchObject({ status: 409 })
})

test('what was read once has no subscription left', async () => {
  answerTo = () => ({ status: 200, content: { sessions: [] } })
  await readOnce(store.dispatch, accountsApi.endpoints.sessions, undefined)
  store.dispatch(api.util.invalidateTags(['Session']))
  expect(accountsApi.endpoints.sessions.select()(store.getState()).isUninitialized).toBe(true)
})

test('reverts an optimistic permission change that the server rejects', async () => {
  const table = { roles: [{ role: 'coach', permissions: ['people.view'] }] }
  const shown = () => organizationsApi.endpoints.permissionTable.select({ organization: 'o1' })(store.getState()).data
  answerTo = ({ method }) =>
    method === 'GET' ? { status: 200, content: table } : { status: 403, content: { code: 'not-permitted' } }
  await store.dispatch(organizationsApi.endpoints.permissionTable.initiate({ organization: 'o1' }))
  const body = { role: 'coach', permission: 'billing.view', allowed: true } as const
  const saving = store.dispatch(organizationsApi.endpoints.changePermission.initiate({ organization: 'o1', body }))
  expect(shown()?.roles[0]?.permissions).toEqual(['people.view', 'billing.view'])
  await saving
  expect(shown()?.roles[0]?.permissions).toEqual(['people.view'])
})

test('returns a file as an object URL, and an error as a problem', async () => {
  const { invoicePdf } = subscriptionsApi.endpoints
  const ask = () => store.dispatch(invoicePdf.initiate({ invoice: 'i1', query: { organization: 'o1' } }))
  const { data } = await ask()
  expect(await (await fetch(data ?? '')).text()).toBe('{}')
  URL.revokeObjectURL(data ?? '')
  answerTo = () => ({ status: 404, content: { code: 'not-found' } })
  expect((await ask()).error).toMatchObject({ status: 404, data: { code: 'not-found' } })
  expect(asked[0]).toMatchObject({ method: 'GET', url: '/api/invoices/i1/pdf?organization=o1' })
})

test('waits for every upload and download as long as a slow connection takes', async () => {
  const all = (await allOperations()).flatMap((one) => Object.values(one))
  const patient = all.filter((operation) => requestOf(operation).timeout === 600_000)
  const withFiles = all.filter(({ upload, answer }) => upload || answer.type)
  expect(patient.map(({ name }) => name)).toEqual(withFiles.map(({ name }) => name))
  expect(patient.map(({ name }) => name)).toEqual(expect.arrayContaining(['exportDeals', 'invoicePdf', 'addFile']))
})

test('has an endpoint of the same name for every operation except streams, and no others', async () => {
  const operations = (await allOperations()).flatMap(Object.keys)
  const offered = await everythingIn(import.meta.dirname, (name) => !name.endsWith('.test.ts'))
  const endpoints = new Set(offered.flatMap((one) => ('endpoints' in one ? Object.keys(one.endpoints as object) : [])))
  expect([...endpoints].sort()).toEqual(operations.sort())
})

function allOperations() {
  const contracts = join(import.meta.dirname, '../../contracts/src')
  const isMeant = (name: string) => name.endsWith('-operations.ts') && !name.startsWith('live-')
  return everythingIn(contracts, isMeant) as Promise<Record<string, NamedOperation>[]>
}

/** All exports of a folder's files. */
async function everythingIn(folder: string, isMeant: (name: string) => boolean) {
  const modules = await Promise.all(
    readdirSync(folder)
      .filter(isMeant)
      .map((name) => import(join(folder, name))),
  )
  return modules.flatMap((module) => Object.values<object>(module))
}
