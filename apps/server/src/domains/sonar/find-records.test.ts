import { beforeAll, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests({})
let cast: Awaited<ReturnType<typeof registerCast>>
let coach: Someone
const at = (path: string) => `/api/organizations/${cast.organization}/${path}`

beforeAll(async () => {
  cast = await registerCast(world)
  coach = await world.people.registerMember(cast.organization, 'Haldane Coach', 'coach')
  const { agent, owner } = cast
  const athlete = { givenName: 'Noor', familyName: 'Halden', level: 'pro', stage: 'signed' }
  const { id: athleteId } = (await owner.ask('POST', at('athletes'), athlete)).json()
  const { id: companyId } = (
    await agent.ask('POST', at('companies'), { name: 'Halden Sportswear', kind: 'brand' })
  ).json()
  const contact = { name: 'Sofia Halden', title: null, email: null, phone: null }
  expect((await agent.ask('POST', at(`companies/${companyId}/contacts`), contact)).statusCode).toBe(201)
  await dealDriver(() => cast).draft({ athleteId, companyId, kind: 'nil', terms: {} })
  const task = { title: 'Call Halden', assigneeId: agent.id }
  expect((await agent.ask('POST', at('tasks'), task)).statusCode).toBe(201)
})

const found = async (someone: Someone) => {
  const answer = await someone.ask('GET', at('sonar/records?search=hald'))
  expect(answer.statusCode).toBe(200)
  return Object.fromEntries(
    Object.entries(answer.json() as Record<string, object[]>).map(([list, rows]) => [list, rows.length]),
  )
}

test('one request searches each list that the caller may see, as the list does', async () => {
  expect(await found(cast.agent)).toEqual({ athletes: 1, deals: 1, companies: 1, contacts: 1, tasks: 1, people: 1 })
  expect(await found(coach)).toMatchObject({ athletes: 1, deals: 0, companies: 0, contacts: 0 })
  expect(await found(cast.player)).toEqual({ athletes: 0, deals: 0, companies: 0, contacts: 0, tasks: 0, people: 0 })
  const rows = (await cast.agent.ask('GET', at('deals?search=hald&limit=6'))).json().rows
  expect((await cast.agent.ask('GET', at('sonar/records?search=hald'))).json().deals).toEqual(rows)
})
