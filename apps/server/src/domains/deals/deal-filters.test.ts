import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DealRow, DealTerms } from '@sherpa/contracts/deal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-deal-filters-test-'))
afterAll(() => rm(directory, { recursive: true }))
const world = platformForTests({ files: diskFiles(directory), clock: () => new Date('2026-11-16T15:00:00Z') })

let cast: Awaited<ReturnType<typeof registerCast>>
let coach: Someone
let company: string
const deals: Record<string, string> = {}
const at = (path: string) => `/api/organizations/${cast.organization}/${path}`
const drive = dealDriver(() => cast)

const payment = (amountMinor: number, day: string) => ({
  id: crypto.randomUUID(),
  kind: 'base' as const,
  title: 'Retainer',
  amountMinor,
  inKind: false,
  schedule: { kind: 'day' as const, day },
})

async function list<Row>(path: string, person = cast.owner): Promise<Row[]> {
  const answer = await person.ask('GET', at(path))
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json().rows
}
const find = async (filter: string, person?: Someone) =>
  (await list<DealRow>(`deals?sort=name&${filter}`, person)).map(({ title }) => title)

beforeAll(async () => {
  cast = await registerCast(world)
  coach = await world.people.registerMember(cast.organization, 'Tunde Bello', 'support-staff')
  await cast.owner.ask('PUT', at('permissions'), { role: 'support-staff', permission: 'money.view', allowed: false })
  const person = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  const athleteId = (await cast.owner.ask('POST', at('athletes'), person)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [cast.player.id, athleteId])
  const halden = { name: 'Halden', kind: 'brand', category: 'apparel' }
  company = (await cast.owner.ask('POST', at('companies'), halden)).json().id
  const base: Partial<DealTerms> = {
    businessPurpose: 'Fall line',
    payor: { name: 'Sofia Brandt', title: null, email: 'sofia@halden.example' },
  }
  const terms: Record<string, Partial<DealTerms>> = {
    Alpha: {
      startsOn: '2026-08-03',
      endsOn: '2027-06-30',
      category: 'apparel',
      exclusivity: { kind: 'category', categories: ['apparel'] },
      payments: [payment(10_000_00, '2026-12-01'), payment(2_000_00, '2027-03-01')],
      deliverables: [
        {
          id: crypto.randomUUID(),
          title: 'Story',
          platform: 'instagram',
          count: 1,
          dueOn: '2026-12-15',
          disclosureTag: '#ad',
        },
      ],
    },
    Beta: { startsOn: '2027-01-01', category: 'crypto', payments: [payment(10_000_00, '2027-02-01')] },
    Gamma: { currency: 'EUR', category: 'media', payments: [payment(50_000_00, '2027-02-01')] },
  }
  for (const [title, more] of Object.entries(terms)) {
    const deal = { athleteId, companyId: company, kind: 'nil' as const, title, terms: { ...base, ...more } }
    deals[title] = (await drive.draft(deal)).id
  }
  await drive.signAll(deals.Alpha ?? '')
})

test.each([
  ['amount=USD:>1000000..', ['Alpha']],
  ['amount=USD:1000000..', ['Alpha', 'Beta']],
  ['amount=USD:..<1000000', []],
  ['amount=EUR:1..', ['Gamma']],
  ['start=2026-01-01..2026-12-31', ['Alpha']],
  ['start=none', ['Gamma']],
  ['start=>2026-08-03..', ['Beta']],
  ['end=..2027-06-30', ['Alpha']],
  ['end=none', ['Beta', 'Gamma']],
  ['due=2026-12-15..2026-12-15', ['Alpha']],
  ['due=none', ['Beta', 'Gamma']],
  ['category=apparel', ['Alpha']],
  ['category=apparel,crypto', ['Alpha', 'Beta']],
  ['exclusivity=category', ['Alpha']],
  ['exclusivity=none', ['Beta', 'Gamma']],
  ['amendment=draft', []],
])('%s finds %j', async (filter, titles) => {
  expect(await find(filter)).toEqual(titles)
})

test('an amendment counts by its stage, and its terms once it is in force', async () => {
  const id = deals.Alpha ?? ''
  await drive.amend(id, { category: 'food', exclusivity: { kind: 'none' } })
  expect(await find('amendment=draft')).toEqual(['Alpha'])
  expect(await find('amendment=in-review,approved')).toEqual([])
  expect(await find('category=food')).toEqual([])
  // It is not shared with the athlete yet.
  expect(await find('amendment=draft', cast.player)).toEqual([])
  await drive.approve(id)
  expect(await find('amendment=approved')).toEqual(['Alpha'])
  expect(await find('amendment=approved', cast.player)).toEqual(['Alpha'])
  expect((await drive.athleteSigns(id)).statusCode).toBe(200)
  expect((await drive.companySigns(id)).statusCode).toBe(201)
  expect(await find('amendment=draft,approved,signed')).toEqual([])
  expect(await find('category=food&exclusivity=none')).toEqual(['Alpha'])
})

test('a changed draft counts by its new terms', async () => {
  await drive.change(deals.Beta ?? '', { terms: { category: 'travel', startsOn: '2027-05-01' } })
  expect(await find('category=crypto')).toEqual([])
  expect(await find('category=travel&start=2027-05-01..')).toEqual(['Beta'])
})

test('board and export follow the filters', async () => {
  const { stages } = (await cast.owner.ask('GET', at('deals/counts?amount=EUR:1..'))).json()
  expect(stages.filter(({ count }: { count: number }) => count > 0)).toEqual([
    { stage: 'draft', count: 1, exact: true },
  ])
  const exported = await cast.owner.ask('GET', at('deals/export?amount=EUR:1..'))
  expect(exported.headers['total-count']).toBe('1')
})

test('amounts need the permission for money, whatever the data', async () => {
  for (const path of ['deals?amount=USD:1..', 'deals?amount=JPY:1..', 'deals/counts?amount=USD:1..']) {
    const answer = await coach.ask('GET', at(path))
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [{ field: 'amount', message: 'You can’t filter by amount: you need the permission “View money”' }],
    ])
  }
  expect(await find('start=none', coach)).toEqual(['Gamma'])
})

test('payments count by their amount', async () => {
  const amounts = async (filter: string) =>
    (await list<{ amountMinor: number }>(`payments?${filter}`)).map(({ amountMinor }) => amountMinor)
  expect(await amounts('amount=>200000..')).toEqual([10_000_00])
  expect(await amounts('amount=..200000&sort=-amount')).toEqual([2_000_00])
})

test('companies count by their parent', async () => {
  const child = { name: 'Halden Kids', kind: 'brand', category: 'apparel', parentId: company }
  expect((await cast.owner.ask('POST', at('companies'), child)).statusCode).toBe(201)
  const names = (await list<{ name: string }>(`companies?parent=${company}`)).map(({ name }) => name)
  expect(names).toEqual(['Halden Kids'])
  expect(await list(`companies?parent=${cast.organization}`)).toEqual([])
})
