import type { DealTerms } from '@sherpa/contracts/deal'
import { beforeAll, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { platformForTests } from '../../../test/people.ts'
import { monthly } from '../../../test/signed-deal.ts'

const world = platformForTests({ clock: () => new Date('2026-11-16T15:00:00Z') })
let cast: Awaited<ReturnType<typeof registerCast>>
const drive = dealDriver(() => cast)

beforeAll(async () => {
  cast = await registerCast(world)
})

test('of deals that exclude each other, one is approved when all are at once', async () => {
  const add = async (path: string, body: object): Promise<string> =>
    (await cast.owner.ask('POST', `/api/organizations/${cast.organization}/${path}`, body)).json().id
  const athleteId = await add('athletes', {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate: '2004-03-03',
    level: 'college',
    stage: 'signed',
  })
  const terms: Partial<DealTerms> = {
    startsOn: '2026-08-03',
    endsOn: '2027-06-30',
    businessPurpose: 'Fall line',
    payments: [monthly(10_000)],
    category: 'apparel',
    exclusivity: { kind: 'category', categories: ['apparel'] },
  }
  const deals = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const companyId = await add('companies', { name: `Rival ${n}`, kind: 'brand', category: 'apparel' })
      const { id } = await drive.draft({ athleteId, companyId, kind: 'nil', terms })
      expect((await drive.submit(id)).statusCode).toBe(200)
      return id
    }),
  )
  const answers = await Promise.all(deals.map((deal) => drive.decide(deal, 'approved')))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  const stages = await Promise.all(deals.map(async (deal) => (await drive.load(deal)).stage))
  expect(stages.sort()).toEqual(['approved', 'in-review', 'in-review'])
})
