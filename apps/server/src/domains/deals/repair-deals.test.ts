import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTerms, NewDeal } from '@sherpa/contracts/deal'
import type { KeyDateRow, PaymentRow } from '@sherpa/contracts/deal-work'
import type { Notification } from '@sherpa/contracts/notification'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-repair-test-'))
afterAll(() => rm(directory, { recursive: true }))
let now = new Date('2026-11-17T03:00:00Z')
const world = platformForTests({ files: diskFiles(directory), clock: () => now })

let owner: Someone
let agent: Someone
let compliance: Someone
let clerk: Someone
let player: Someone
let organization: string
let athlete: string
let companies: string[]
const at = (path: string) => `/api/organizations/${organization}/${path}`
const drive = dealDriver(() => ({ organization, agent, approver: compliance, player, clerk }))
const runSql = (text: string, ...values: unknown[]) => world.database.query(text, values)

beforeAll(async () => {
  const cast = await registerCast(world)
  ;({ organization, owner, agent, player, clerk } = cast)
  compliance = cast.approver
  const answer = await owner.ask('POST', at('athletes'), {
    givenName: 'Jonah',
    familyName: 'Okoye',
    level: 'pro',
    stage: 'signed',
  })
  athlete = answer.json().id
  await runSql('update athletes set user_id = $1 where id = $2', player.id, athlete)
  companies = await Promise.all(
    ['Halden Sportswear', 'Tarn Running'].map(
      async (name) => (await owner.ask('POST', at('companies'), { name, kind: 'brand' })).json().id,
    ),
  )
})

const deadline: DealTerms['keyDates'][number] = {
  id: crypto.randomUUID(),
  kind: 'disclosure',
  title: 'Report',
  effect: '',
  anchor: { kind: 'signing' },
  offset: { amount: 72, unit: 'hours' },
  zone: 'America/New_York',
  reminders: [],
}
const afterSigning = {
  id: crypto.randomUUID(),
  kind: 'base',
  title: 'After signing',
  amountMinor: 1000,
  inKind: false,
  schedule: { kind: 'signing', offset: { amount: 30, unit: 'days' } },
} as const
const years = {
  signingBonusMinor: 0,
  years: [2026, 2027].map((season) => ({
    season,
    baseMinor: 1_000_000,
    rosterBonusMinor: 0,
    otherBonusMinor: 0,
    guaranteedMinor: season === 2026 ? 400_000 : 0,
    option: null,
  })),
}
const deal = (terms: Partial<DealTerms>, kind: NewDeal['kind'] = 'nil'): NewDeal => ({
  athleteId: athlete,
  companyId: companies[0] ?? '',
  kind,
  terms: { startsOn: '2026-08-03', endsOn: '2027-06-30', businessPurpose: 'Fall line', ...terms },
})
const paymentsOf = async ({ id }: Deal): Promise<PaymentRow[]> =>
  (await owner.ask('GET', at(`payments?deal=${id}&state=expected,late,canceled,conditional`))).json().rows
const timelineOf = async ({ id }: Deal): Promise<{ kind: string; text: string }[]> =>
  (await owner.ask('GET', at(`deals/${id}/timeline`))).json().rows

test('repairs data of earlier releases once and reports deals that need a person', async () => {
  // An amendment had changed the deal in force and moved days that count from the signing.
  const amended = await drive.signed(deal({ payments: [afterSigning], keyDates: [deadline] }))
  now = new Date('2026-11-20T03:00:00Z')
  await drive.amend(amended.id, { usageRights: 'Name and likeness' })
  const { title } = await drive.signAll(amended.id)
  await runSql(
    "update deals set title = 'Too early', company_id = $2, company_name = 'Tarn Running', amount_minor = 1, ends_on = '2030-01-01' where id = $1",
    amended.id,
    companies[1],
  )
  await runSql("update payments set counted_from = null, due_on = '2026-12-19' where deal_id = $1", amended.id)
  await runSql(
    "update key_dates set counted_from = null, day = '2026-11-23' where deal_id = $1 and counted_from is not null",
    amended.id,
  )
  // A termination had left all seasons owed.
  const terminated = await drive.signed(deal({ payments: [], years }, 'contract'))
  await drive.move(terminated.id, 'terminate')
  await runSql(
    "update payments set state = 'expected', amount_minor = 1000000, guaranteed_minor = 0 where deal_id = $1",
    terminated.id,
  )
  // The PDF of an unsigned version is regenerated.
  const offered = await drive.draft(deal({ payments: [afterSigning] }))
  await drive.approve(offered.id)
  await runJob(world.app, world.serving, 'repair-deals')
  const documentOf = async () =>
    (await runSql("select storage_key from deal_documents where deal_id = $1 and kind = 'frozen'", offered.id)).rows[0]
  const before = await documentOf()
  expect(before).toBeDefined()
  await runSql("insert into repairs (organization_id, name) values ($1, 'deals')", organization)

  await runJob(world.app, world.serving, 'repair-deals')

  expect(await drive.load(amended.id)).toMatchObject({
    title,
    company: { name: 'Halden Sportswear' },
    amount: { minor: 1000 },
    endsOn: '2027-06-30',
  })
  expect((await paymentsOf(amended)).map(({ dueOn }) => dueOn)).toEqual(['2026-12-16'])
  const dates: KeyDateRow[] = (await owner.ask('GET', at(`key-dates?deal=${amended.id}`))).json().rows
  expect(dates.map(({ day, lapsesAt }) => [day, lapsesAt])).toEqual([
    ['2026-11-19', '2026-11-20T03:00:00.000Z'],
    ['2027-06-30', '2027-07-01T04:00:00.000Z'],
  ])
  const seasons = (await paymentsOf(terminated)).map(({ title, state, openMinor }) => [title, [state, openMinor]])
  expect(Object.fromEntries(seasons)).toEqual({ '2026 base': ['expected', 400_000], '2027 base': ['canceled', 0] })
  expect(await documentOf()).not.toEqual(before)

  expect((await timelineOf(terminated)).find(({ kind }) => kind === 'repaired')?.text).toContain('The signed PDF')
  const bell: Notification[] = (await owner.ask('GET', at('notifications'))).json().rows
  const reported = bell
    .filter(({ kind }) => kind === 'deal-to-check')
    .map(({ details }) => [details.deal, details.reason])
  expect(reported.sort()).toEqual(
    [
      [amended.id, 'document'],
      [terminated.id, 'document'],
    ].sort(),
  )
  const count = async () =>
    (await runSql("select count(*)::int from audit_events where event = 'deals-repaired'")).rows[0].count
  expect(await count()).toBe(1)
  await runJob(world.app, world.serving, 'repair-deals')
  expect(await count()).toBe(1)
})
