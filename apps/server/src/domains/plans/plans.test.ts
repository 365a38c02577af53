import { plan, planList } from '@sherpa/contracts/plan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { buildApp } from '../../app.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let app: ReturnType<typeof buildApp>

beforeAll(async () => {
  fresh = await freshDatabase()
  app = buildApp({ database: fresh.database })
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
})

test('the API lists plans for agencies and teams, without prices', async () => {
  const { plans } = planList.parse((await app.inject('/api/plans')).json())
  expect(new Set(plans.map(({ audience }) => audience))).toEqual(new Set(['agency', 'team']))
  expect(plans.every(({ priceCents }) => priceCents === null)).toBe(true)
})

test('each plan lists all its features, starting with those of smaller plans', async () => {
  const { plans } = planList.parse((await app.inject('/api/plans')).json())
  for (const audience of ['agency', 'team']) {
    const [small, middle, large] = plans.filter((one) => one.audience === audience).map(({ features }) => features)
    if (!small || !middle || !large) throw new Error('There are fewer than three plans.')
    expect(small).toHaveLength(3)
    expect(middle.slice(0, small.length)).toEqual(small)
    expect(large.slice(0, middle.length)).toEqual(middle)
    expect(large.join()).not.toContain('Everything in')
  }
})

/** API path that implements each feature, if there is one. */
const features: Record<string, string | 'not in the API'> = {
  'Rosters and contracts': '/organizations/{organization}/athletes',
  'Rosters and recruiting': '/organizations/{organization}/athletes',
  'NIL deals and sponsorships': '/organizations/{organization}/deals',
  'NIL disclosures': '/organizations/{organization}/disclosures',
  'In-app guidance': 'not in the API',
  'Approvals and audit trails': '/organizations/{organization}/deals/{deal}/decisions',
  'Compliance approvals and audit trails': '/organizations/{organization}/deals/{deal}/decisions',
  'Real-time financial tracking': '/organizations/{organization}/finances/overview',
  Customization: '/organizations/{organization}/custom-fields',
  'Dedicated success team': 'not in the API',
}

test('plans list only features that exist', async () => {
  const { plans } = planList.parse((await app.inject('/api/plans')).json())
  const paths = Object.keys((await app.inject('/api/openapi.json')).json().paths)
  for (const feature of new Set(plans.flatMap((one) => one.features))) {
    const path = features[feature]
    expect.soft(path, `${feature} has nothing behind it`).toBeDefined()
    if (path?.startsWith('/')) expect.soft(paths).toContain(`/api${path}`)
  }
})

test('a plan can be requested by its id', async () => {
  const answer = await app.inject('/api/plans/team-essentials')
  expect(plan.parse(answer.json()).name).toBe('Team Essentials')
})

test.each(['nothing', '%00', "'; drop table plans; --", '%F0%9F%8F%94'])(
  'an unknown plan id is not found: %s',
  async (id) => {
    const answer = await app.inject(`/api/plans/${id.startsWith('%') ? id : encodeURIComponent(id)}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('not-found')
  },
)

test('a matching ETag is answered with 304', async () => {
  const { etag } = (await app.inject('/api/plans')).headers
  const again = await app.inject({ url: '/api/plans', headers: { 'if-none-match': String(etag) } })
  expect(again.statusCode).toBe(304)
  expect(again.payload).toBe('')
})
