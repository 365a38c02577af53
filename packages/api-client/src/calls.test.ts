import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auth } from './auth.ts'
import { demoApi } from './demo.ts'
import { plansApi } from './plans.ts'
import { createStore } from './store.ts'
import { subscriptionsApi } from './subscriptions.ts'

/** A real server that remembers what it was asked. */
const asked: {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}[] = []
const server = createServer(async (request, response) => {
  const body = (await request.setEncoding('utf8').toArray()).join('')
  asked.push({ method: request.method, url: request.url, headers: request.headers, body })
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
})
let store: ReturnType<typeof createStore>

beforeAll(async () => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
})
afterAll(() => void server.close())
beforeEach(() => {
  asked.length = 0
  store = createStore({ baseUrl: `http://localhost:${(server.address() as AddressInfo).port}/api` })
})

const request = {
  full_name: 'Amara Cole',
  email: 'amara@agency.example',
  phone: '',
  company: '',
  preferred_date_time: '2026-11-16T10:30:00-05:00',
  additional_info: '',
}

test('a demo is scheduled with its six fields as JSON, and key and zone beside them', async () => {
  await store.dispatch(
    demoApi.endpoints.scheduleDemo.initiate({ request, idempotencyKey: 'key-1', timeZone: 'America/New_York' }),
  )
  expect(asked).toMatchObject([
    {
      method: 'POST',
      url: '/api/demo/schedule',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1', 'time-zone': 'America/New_York' },
    },
  ])
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual(request)
})

test('plans and subscriptions are asked for at their addresses', async () => {
  await store.dispatch(plansApi.endpoints.plans.initiate())
  await store.dispatch(plansApi.endpoints.plan.initiate('team/pro'))
  await store.dispatch(subscriptionsApi.endpoints.currentSubscription.initiate())
  await store.dispatch(subscriptionsApi.endpoints.purchaseSubscription.initiate({ plan: 'team' }))
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/plans',
    'GET /api/plans/team%2Fpro',
    'GET /api/subscriptions/current',
    'POST /api/subscriptions/purchase',
  ])
})

test('the bearer header is there exactly when someone is signed in', async () => {
  const user = { id: '1', name: 'Amara', email: 'amara@agency.example' }
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
