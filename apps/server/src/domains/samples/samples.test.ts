// slow: makes six samples; represented by apps/server/src/domains/sonar/sonar.test.ts
import { dayIn, daysBetween } from '@sherpa/contracts/days'
import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { allDisclosureStates } from '@sherpa/contracts/disclosure-state'
import type { SampleKind } from '@sherpa/contracts/organization'
import { expect, test } from 'vitest'
import { goodPassword } from '../../../test/account.ts'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { queueMail } from '../../mail/outbox.ts'
import { inOrganization, inTransaction, withoutTenant } from '../../persistence/database.ts'
import { sampleParts } from '../../sample-parts.ts'
import { passwordLink } from '../accounts/one-time-links.ts'
import { ownerNoticeMail } from '../organizations/owner-notice-mail.ts'
import { sampleJobs } from './sample-jobs.ts'
import { createSampleService } from './samples.ts'

const world = platformForTests()
const service = () => createSampleService({ database: world.serving, clock: () => new Date(), fill: sampleParts })

/** Runs the background job, as a server does. */
const runJobs = () => runJob(world.app, world.serving, 'forget-old-archives')

/** Through the API. */
async function make(owner: Someone, kind: SampleKind = 'agency'): Promise<string> {
  const made = await owner.ask('POST', `/api/organizations/sample?kind=${kind}`)
  expect(made.statusCode).toBe(201)
  await runJobs()
  return made.json().id
}
const runsOf = async (person: Someone) => (await person.ask('GET', '/api/organizations/sample')).json().runs

test('a sample organization has data, belongs to its creator and is removed completely', async () => {
  const [owner, stranger] = [await world.people.register(), await world.people.register()]
  const own = await world.people.createOrganization(owner)
  const id = await make(owner)
  expect((await owner.ask('GET', `/api/organizations/${id}`)).json()).toMatchObject({
    sample: true,
    people: { members: { count: 4 } },
  })
  const activity = (await owner.ask('GET', `/api/organizations/${id}/activity?limit=50`)).json()
  expect(new Set(activity.rows.map(({ actor }: { actor: { id: string } | null }) => actor?.id)).size).toBeGreaterThan(2)
  const roster = (await owner.ask('GET', `/api/organizations/${id}/athletes`)).json()
  expect(roster.total).toEqual({ count: 60, exact: true })
  expect((await owner.ask('POST', '/api/organizations/sample')).json().code).toBe('sample-exists')

  expect((await stranger.ask('DELETE', `/api/organizations/${id}/sample`)).statusCode).toBe(404)
  expect((await owner.ask('DELETE', `/api/organizations/${own}/sample`)).json().code).toBe('not-a-sample')
  expect((await owner.ask('DELETE', `/api/organizations/${id}/sample`)).statusCode).toBe(204)
  // Again, before it is removed.
  expect((await owner.ask('DELETE', `/api/organizations/${id}/sample`)).statusCode).toBe(204)
  expect(await runsOf(owner)).toMatchObject([{ id, state: 'removing', failed: false }])
  expect(await runsOf(stranger)).toEqual([])
  await runJobs()
  expect(await runsOf(owner)).toEqual([])
  const left = await world.database.query(
    `select (select count(*) from athletes) + (select count(*) from memberships where organization_id = $1)
       + (select count(*) from audit_events where organization_id = $1)
       + (select count(*) from users where email like '%@sample.sherpa.example') as rows`,
    [id],
  )
  expect(left.rows).toEqual([{ rows: '0' }])
  expect((await owner.ask('GET', '/api/account')).json().organizations).toMatchObject([{ id: own }])
})

test('the command’s sample is removed after its people chose passwords', async () => {
  const samples = service()
  const { organization, people } = await samples.make()
  for (const person of people) {
    const token = new URL(await passwordLink(world.serving, person, 'http://platform')).searchParams.get('token')
    const chosen = await world.people
      .visitor()
      .ask('POST', '/api/account/password-reset', { token, password: goodPassword })
    expect(chosen.statusCode, chosen.body).toBeLessThan(300)
  }
  await samples.remove(organization)
  expect(await samples.invented()).toEqual([])
})

test('a sample organization sends no mail to others and no invitations', async () => {
  const owner = await world.people.register()
  const { organization: id } = await service().make(owner.id)
  const invitation = { email: 'victim@example.com', role: 'agent' }
  const refused = await owner.ask('POST', `/api/organizations/${id}/invitations`, invitation)
  expect(refused.json().code).toBe('sample-stays-inside')
  const details = { organization: 'Sample', action: 'deal-signed', by: 'Me', at: 'today' } as const
  await inOrganization(id, () =>
    inTransaction(world.serving, async (client) => {
      for (const recipient of ['victim@example.com', owner.email]) {
        await queueMail(client, ownerNoticeMail, {
          recipient,
          details: { ...details, name: 'You', organizationId: id },
        })
      }
    }),
  )
  const { rows } = await world.database.query("select recipient from outgoing_mail where kind = 'owner-notice'")
  expect(rows.map(({ recipient }) => recipient)).toEqual([owner.email])
})

test('a sample is created once, shows its progress, and is created again from the start after a failure', async () => {
  const owner = await world.people.register()
  const ask = () => owner.ask('POST', '/api/organizations/sample')
  const asked = await Promise.all([ask(), ask()])
  expect(asked.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const id = asked.find(({ statusCode }) => statusCode === 201)?.json().id
  expect(await runsOf(owner)).toEqual([
    { id, kind: 'agency', state: 'creating', failed: false, doneSteps: 0, totalSteps: null },
  ])
  expect((await owner.ask('GET', `/api/organizations/${id}`)).statusCode).toBe(404)

  const seen: unknown[] = []
  let broken = true
  const jobs = sampleJobs({
    database: world.serving,
    clock: () => new Date(),
    fill: [
      ...sampleParts,
      async () => {
        seen.push(await withoutTenant(() => runsOf(owner)))
        if (broken) throw new Error('The server is going down')
      },
    ],
  })
  const create = jobs[0] as (typeof jobs)[number]
  await expect(create.run({ sample: id })).rejects.toThrow('The server is going down')
  expect(seen).toEqual([[expect.objectContaining({ id, doneSteps: sampleParts.length, failed: false })]])
  expect((await owner.ask('GET', `/api/organizations/${id}`)).statusCode).toBe(404)
  await create.onGivenUp?.({ sample: id })
  expect(await runsOf(owner)).toMatchObject([{ id, failed: true }])

  broken = false
  expect((await ask()).json()).toEqual({ id })
  await create.run({ sample: id })
  expect(await runsOf(owner)).toEqual([])
  expect((await owner.ask('GET', `/api/organizations/${id}`)).json()).toMatchObject({ sample: true })
  // Jobs that were done before.
  for (const job of jobs) await job.run({ sample: id })
  expect((await ask()).json().code).toBe('sample-exists')
})

test('a sample department has its own labels, and minors with guardians', async () => {
  const owner = await world.people.register()
  const { organization: id } = await service().make(owner.id, 'athletic-department')
  const at = (path = '') => `/api/organizations/${id}${path}`
  expect((await owner.ask('GET', at())).json()).toMatchObject({ kind: 'athletic-department', sample: true })
  const people = (await owner.ask('GET', at('/people'))).json().rows as { role: string; id: string }[]
  expect(people.map(({ role }) => role).toSorted()).toEqual([
    'agent',
    'athlete',
    'coach',
    'coach',
    'compliance',
    'owner',
  ])

  const minors = (await owner.ask('GET', at('/athletes?level=high-school&sort=added&limit=50'))).json().rows
  const records = await Promise.all(
    minors.map(async (minor: { id: string }) => (await owner.ask('GET', at(`/athletes/${minor.id}`))).json()),
  )
  const states = records.flatMap(({ guardians }) => guardians.map(({ state }: { state: string }) => state))
  expect(states.toSorted()).toEqual(['confirmed', 'invited', 'verified', 'verified'])

  const deals = (await owner.ask('GET', at('/deals?limit=50'))).json().rows
  const stagesOfDeals = new Set(deals.map(({ stage }: { stage: string }) => stage))
  for (const stage of ['draft', 'in-review', 'approved', 'signed', 'active', 'completed', 'terminated']) {
    expect(stagesOfDeals).toContain(stage)
  }
  const students = (await owner.ask('GET', at('/athletes?stage=signed&limit=50'))).json().rows
  expect(new Set(students.map(({ school }: { school: string }) => school))).toEqual(new Set(['Harlan Tech']))

  expect((await owner.ask('GET', at('/agent-notices'))).json().rows).toHaveLength(3)

  const { programs } = (await owner.ask('GET', at('/programs'))).json()
  expect(programs).toHaveLength(4)
  const { members } = (await owner.ask('GET', at('/program-members'))).json()
  const coaches = people.filter(({ role }) => role === 'coach').map((one) => one.id)
  expect(new Set(members.map(({ person }: { person: { id: string } }) => person.id))).toEqual(new Set(coaches))
  const permissions = (await owner.ask('GET', at('/permissions'))).json()
  const ofCoach = permissions.roles.find(({ role }: { role: string }) => role === 'coach').permissions
  expect(ofCoach).not.toContain('athletes.all')

  // One sample of each type.
  await make(owner)
  expect((await owner.ask('POST', '/api/organizations/sample?kind=athletic-department')).json().code).toBe(
    'sample-exists',
  )
  expect((await owner.ask('DELETE', at('/sample'))).statusCode).toBe(204)
  await runJobs()
  const guardians = await world.database.query('select from users where email like $1', [
    `%.${id.slice(0, 8)}@sample.sherpa.example`,
  ])
  expect(guardians.rowCount).toBe(0)
})

test('the sample agency has work for today', async () => {
  const owner = await world.people.register()
  const { organization: id } = await service().make(owner.id)
  const count = async (path: string) => (await owner.ask('GET', `/api/organizations/${id}${path}`)).json().total.count
  for (const stage of [
    'draft',
    'in-review',
    'approved',
    'signed',
    'active',
    'completed',
    'declined',
    'terminated',
    'expired',
  ]) {
    expect([stage, (await count(`/deals?stage=${stage}`)) > 0]).toEqual([stage, true])
  }
  for (const state of ['received', 'late', 'expected']) {
    expect([state, (await count(`/payments?state=${state}`)) > 0]).toEqual([state, true])
  }
  const contracts = (await owner.ask('GET', `/api/organizations/${id}/deals?kind=contract&limit=50`)).json().rows
  const paydays = await Promise.all(
    contracts.map(async (contract: { id: string }) =>
      (await owner.ask('GET', `/api/organizations/${id}/deals/${contract.id}/paydays`)).json(),
    ),
  )
  const bases = paydays.flatMap(({ pay }) => pay.filter(({ season }: { season: number | null }) => season !== null))
  expect(bases.map(({ schedule }) => schedule.installments.length)).toEqual([12, 12, 12])
  expect(bases[0].receivedMinor).toBeGreaterThan(0)
  expect(bases[2].receivedMinor).toBe(0)
  expect(await count('/agreements')).toBe(2)
  for (const state of allDisclosureStates) {
    expect([state, (await count(`/disclosures?state=${state}`)) > 0]).toEqual([state, true])
  }
  expect(await count('/disclosures?kind=other')).toBe(1)
  const reports = (await owner.ask('GET', `/api/organizations/${id}/disclosures?work=waiting`)).json().rows
  expect(reports.map(({ attestation }: DisclosureRow) => attestation?.presumed ?? null)).toContain(true)
  await runJob(world.app, world.serving, 'judge-all')
  expect(await count('/disclosures?kind=school-72h')).toBe(1)
  const due: DisclosureRow[] = (await owner.ask('GET', `/api/organizations/${id}/disclosures`)).json().rows
  const today = dayIn(new Date().toISOString(), 'America/New_York')
  const lateDays = due.filter(({ completeness }) => completeness).map(({ dueOn }) => daysBetween(dueOn, today))
  expect(Math.max(...lateDays)).toBeLessThan(7)
  const reported = (await owner.ask('GET', `/api/organizations/${id}/disclosures?kind=nil-go&sort=due&limit=50`)).json()
  const athletes = new Set<string>(reported.rows.map(({ athlete }: DisclosureRow) => athlete.id))
  for (const athlete of athletes) {
    const { level } = (await owner.ask('GET', `/api/organizations/${id}/athletes/${athlete}`)).json()
    expect([athlete, level]).toEqual([athlete, 'college'])
  }
  for (const standing of ['expired', 'expiring', 'current']) {
    expect([standing, (await count(`/licenses?standing=${standing}`)) > 0]).toEqual([standing, true])
  }
  const [approved] = (await owner.ask('GET', `/api/organizations/${id}/deals?stage=approved`)).json().rows
  const record = (await owner.ask('GET', `/api/organizations/${id}/deals/${approved.id}`)).json()
  expect(record.signatures.map(({ side }: { side: string }) => side)).toEqual(['athlete'])
})
