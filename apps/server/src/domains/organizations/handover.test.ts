import type { HandoverPreview } from '@sherpa/contracts/handover'
import type { Notification } from '@sherpa/contracts/notification'
import type { Role } from '@sherpa/contracts/organization'
import { beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { meterOf } from '../../../test/metered-client.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { interleave } from '../../../test/wait-for-locks.ts'

let now = new Date('2026-11-16T15:00:00Z')
const world = platformForTests({ clock: () => now })

let organization: string
let owner: Someone
let agent: Someone
let colleague: Someone
let coach: Someone
let approver: Someone
let athlete: string
let company: string
let deal: string
let task: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const member = (name: string, role: Role) => world.people.registerMember(organization, name, role)
const allow = (role: Role, permission: string, allowed: boolean) =>
  owner.ask('PUT', at('permissions'), { role, permission, allowed })
const load = async (path: string, by = owner) => (await by.ask('GET', at(path))).json()
const leadOf = async (id = deal) => (await load(`deals/${id}`)).lead?.name
const managersOf = async (id = athlete) =>
  (await load(`athletes/${id}`)).lookedAfterBy.map(({ name }: { name: string }) => name)
const assigneeOf = async (id = task) => (await load(`tasks/${id}`)).assignee?.name
const receivedBy = async (person: Someone) =>
  (await load('notifications', person)).rows
    .filter(({ kind }: Notification) => kind === 'work-received')
    .map(({ details }: Notification) => details.counts)
const addAthlete = async (by: Someone) => {
  const facts = { givenName: 'Theo', familyName: 'Lind', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  return (await by.ask('POST', at('athletes'), facts)).json().id
}
const addDeal = async (by: Someone, athleteId = athlete) => {
  const terms = {
    startsOn: '2026-08-03',
    endsOn: '2027-06-30',
    businessPurpose: 'Fall line',
    payments: [
      {
        id: crypto.randomUUID(),
        kind: 'base',
        title: 'Fee',
        amountMinor: 1_000_000,
        inKind: false,
        schedule: { kind: 'day', day: '2026-12-01' },
      },
    ],
  }
  const added = await by.ask('POST', at('deals'), { athleteId, companyId: company, kind: 'nil', title: 'Oats', terms })
  expect(added.statusCode).toBe(201)
  return added.json().id
}
const submit = async (by: Someone, id = deal) =>
  expect(
    (await by.ask('POST', at(`deals/${id}/review`), { version: (await load(`deals/${id}`)).version })).statusCode,
  ).toBe(200)
const approversOf = async (id = deal) =>
  (await load(`deals/${id}`)).approvals
    .filter(({ decision }: { decision: string | null }) => decision === null)
    .map(({ person }: { person: { name: string } }) => person.name)

beforeEach(async () => {
  now = new Date('2026-11-16T15:00:00Z')
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await member('Jo Park', 'agent')
  colleague = await member('Mateo Rivas', 'agent')
  coach = await member('Dana Reyes', 'coach')
  approver = await member('Lin Zhao', 'compliance')
  athlete = await addAthlete(agent)
  company = (await owner.ask('POST', at('companies'), { name: 'Lumen', kind: 'brand', category: 'food' })).json().id
  deal = await addDeal(agent)
  const about = { kind: 'athlete', id: athlete }
  task = (await agent.ask('POST', at('tasks'), { title: 'Call the club', about, day: '2026-11-20' })).json().id
})

describe('the preview', () => {
  test('counts what hangs on a person, and names members who can receive it', async () => {
    await submit(agent)
    const preview: HandoverPreview = await load(`people/${agent.id}/handover`)
    expect(preview.parts).toEqual([
      { kind: 'athletes', count: 1, examples: ['Theo Lind'] },
      { kind: 'deals', count: 1, examples: ['Oats'] },
      { kind: 'tasks', count: 1, examples: ['Call the club'] },
    ])
    expect(preview.people.map(({ name }) => name)).toEqual(['Dana Reyes', 'Lin Zhao', 'Mateo Rivas', 'Olive Owner'])
    expect((await load(`people/${approver.id}/handover`)).parts).toEqual([
      { kind: 'reviews', count: 1, examples: ['Oats'] },
    ])
    expect(await load('leaving', agent)).toMatchObject({ parts: preview.parts })
  })

  test('of another role has only what it could not do', async () => {
    expect((await load(`people/${agent.id}/handover?role=support-staff`)).parts).toEqual([])
    expect((await load(`people/${agent.id}/handover?role=coach`)).parts).toMatchObject([{ kind: 'deals', count: 1 }])
  })

  test('hides private tasks, and deals from a manager of people who does not see them', async () => {
    await agent.ask('POST', at('tasks'), { title: 'Private' })
    expect((await load(`people/${agent.id}/handover`)).parts.at(-1)).toMatchObject({ kind: 'tasks', count: 1 })
    await allow('coach', 'people.manage', true)
    expect((await load(`people/${agent.id}/handover`, coach)).parts).toMatchObject([
      { kind: 'athletes', count: 1 },
      { kind: 'tasks', count: 1 },
    ])
    expect((await agent.ask('GET', at(`people/${owner.id}/handover`))).statusCode).toBe(403)
  })
})

const assignments = () => ({ athletes: colleague.id, deals: colleague.id, tasks: coach.id })
const query = () => new URLSearchParams(assignments()).toString()

describe('work goes to the chosen people', () => {
  test.each([
    ['is removed', () => owner.ask('DELETE', at(`people/${agent.id}?${query()}`))],
    ['leaves', () => agent.ask('POST', at('leaving'), assignments())],
    [
      'deletes the account',
      async () => {
        await world.people.setUpSecondFactor(agent)
        const handovers = [{ organization, assignments: assignments() }]
        return agent.ask('POST', '/api/account/deletion', { ...agent.proof(), handovers })
      },
    ],
  ])('when a member %s', async (_, go) => {
    expect((await go()).statusCode).toBe(204)
    expect([await managersOf(), await leadOf(), await assigneeOf()]).toEqual([
      ['Mateo Rivas'],
      'Mateo Rivas',
      'Dana Reyes',
    ])
    expect(await receivedBy(colleague)).toEqual([{ athletes: 1, deals: 1 }])
    expect(await receivedBy(coach)).toEqual([{ tasks: 1 }])
    expect(await receivedBy(owner)).toEqual([])
    expect(await world.people.mailTo(colleague.email, 'work-received')).toMatchObject({
      counts: { athletes: 1, deals: 1 },
      organizationName: 'Ridgeline',
    })
    expect(await world.people.mailTo(coach.email, 'work-received')).toMatchObject({ counts: { tasks: 1 } })
  })

  test('when the role changes, as far as it can no longer do it', async () => {
    const body = { role: 'coach', handover: assignments() }
    expect((await owner.ask('PATCH', at(`people/${agent.id}`), body)).statusCode).toBe(204)
    expect([await managersOf(), await leadOf(), await assigneeOf()]).toEqual([['Jo Park'], 'Mateo Rivas', 'Jo Park'])
  })

  test('and is refused by name for people who cannot open it', async () => {
    const refused = await owner.ask('DELETE', at(`people/${agent.id}?deals=${coach.id}`))
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [{ field: 'deals', message: 'Dana Reyes can’t open Oats. Choose someone else.' }],
    ])
    expect(await leadOf()).toBe('Jo Park')
    const oneself = await owner.ask('DELETE', at(`people/${agent.id}?deals=${agent.id}`))
    expect(oneself.json().errors).toEqual([{ field: 'deals', message: 'Choose another member' }])
  })

  test('a review goes to someone who may approve and did not edit', async () => {
    await submit(agent)
    const chosen = (person: Someone) => owner.ask('DELETE', at(`people/${approver.id}?reviews=${person.id}`))
    expect((await chosen(colleague)).json().errors).toEqual([
      { field: 'reviews', message: 'Mateo Rivas can’t review Oats. Choose someone else.' },
    ])
    const second = await member('Nils Berg', 'compliance')
    expect((await chosen(second)).statusCode).toBe(204)
    expect((await approversOf()).sort()).toEqual(['Nils Berg', 'Olive Owner'])
  })

  test('not for athletes whom the chooser does not see', async () => {
    await allow('coach', 'people.manage', true)
    for (const role of ['coach', 'support-staff'] as const) await allow(role, 'athletes.all', false)
    const support = await member('Sam Support', 'support-staff')
    const hidden = await addAthlete(owner)
    await owner.ask('POST', at('athletes/changes'), { selection: { ids: [hidden] }, change: { assign: support.id } })
    await owner.ask('POST', at('athletes/changes'), { selection: { ids: [hidden] }, change: { unassign: owner.id } })
    await allow('coach', 'athletes.edit', true)
    await allow('coach', 'deals.view', true)
    await allow('coach', 'data.import', true)
    const removed = await coach.ask('DELETE', at(`people/${support.id}?athletes=${coach.id}`))
    expect(removed.statusCode).toBe(204)
    expect(await managersOf(hidden)).toEqual(['Olive Owner'])
  })
})

describe('without a choice', () => {
  test('it goes to the athlete’s other manager who can act, else to the owner', async () => {
    const other = await addAthlete(agent)
    const otherDeal = await addDeal(agent, other)
    const assign = (person: Someone) =>
      owner.ask('POST', at('athletes/changes'), { selection: { ids: [athlete] }, change: { assign: person.id } })
    await assign(coach)
    await assign(colleague)
    expect((await owner.ask('DELETE', at(`people/${agent.id}`))).statusCode).toBe(204)
    // A coach manages athletes and does tasks, but does not edit deals.
    expect(await managersOf()).toEqual(['Dana Reyes', 'Mateo Rivas'])
    expect([await leadOf(), await assigneeOf()]).toEqual(['Mateo Rivas', 'Dana Reyes'])
    expect([await managersOf(other), await leadOf(otherDeal)]).toEqual([['Olive Owner'], 'Olive Owner'])
    const { housekeeping } = await load('needs')
    expect(housekeeping).toEqual([])
  })

  test.each([
    ['a permission is taken from the role', () => allow('agent', 'deals.view', false)],
    [
      'the assignment ends, and the role sees only assigned athletes',
      async () => {
        await allow('agent', 'athletes.all', false)
        const { version } = await load(`athletes/${athlete}`)
        await owner.ask('PATCH', at(`athletes/${athlete}`), { version, changes: { lookedAfterBy: [owner.id] } })
        // Any run of the queue also does the enqueued release.
        await runJob(world.app, world.database, 'forget-expired-invitations')
      },
    ],
  ])('it also goes when %s', async (_, end) => {
    await end()
    expect(await leadOf()).toBe('Olive Owner')
  })

  test('the last owner cannot leave, everyone else can', async () => {
    expect((await owner.ask('POST', at('leaving'))).json().code).toBe('last-owner')
    expect((await agent.ask('POST', at('leaving'))).statusCode).toBe(204)
  })
})

describe('moving back', () => {
  const removeAndInvite = async () => {
    expect((await owner.ask('DELETE', at(`people/${agent.id}?${query()}`))).statusCode).toBe(204)
    const [handover] = (await load('handovers')).handovers
    expect(handover).toMatchObject({ counts: { athletes: 1, deals: 1, tasks: 1 }, isMember: false })
    const back = () => owner.ask('POST', at(`handovers/${handover.id}/reversal`))
    expect((await back()).json().code).toBe('not-a-member')
    await world.people.join(owner, organization, agent, 'agent')
    return back
  }

  test('returns what nobody touched, once', async () => {
    const back = await removeAndInvite()
    expect((await back()).json()).toEqual({ counts: { athletes: 1, deals: 1, tasks: 1 } })
    expect([await managersOf(), await leadOf(), await assigneeOf()]).toEqual([['Jo Park'], 'Jo Park', 'Jo Park'])
    expect((await back()).statusCode).toBe(404)
    expect((await load('handovers')).handovers).toEqual([])
  })

  test('takes as many statements for many records as for one of each', async () => {
    const meter = meterOf(new URL(world.url).pathname.slice(1))
    async function countStatements(work: () => Promise<unknown>) {
      const before = meter.statements
      await work()
      return meter.statements - before
    }
    async function handOverAndBack() {
      const there = await countStatements(() => owner.ask('DELETE', at(`people/${agent.id}?${query()}`)))
      const [handover] = (await load('handovers')).handovers
      await world.people.join(owner, organization, agent, 'agent')
      const back = await countStatements(() => owner.ask('POST', at(`handovers/${handover.id}/reversal`)))
      return { counts: handover.counts, there, back }
    }
    const few = await handOverAndBack()
    for (let n = 0; n < 6; n++) await addDeal(agent, await addAthlete(agent))
    const many = await handOverAndBack()
    expect([few.counts, many.counts]).toEqual([
      { athletes: 1, deals: 1, tasks: 1 },
      { athletes: 7, deals: 7, tasks: 1 },
    ])
    expect([many.there - few.there, many.back - few.back]).toEqual([0, 0])
  })

  test('leaves what was touched with its receiver, notes on the deal included', async () => {
    const back = await removeAndInvite()
    await colleague.ask('POST', at(`deals/${deal}/notes`), { text: 'Called Lumen' })
    const { version } = await load(`tasks/${task}`)
    await coach.ask('PATCH', at(`tasks/${task}`), { version, changes: { day: '2026-11-21' } })
    expect((await back()).json()).toEqual({ counts: { athletes: 1 } })
    expect([await managersOf(), await leadOf(), await assigneeOf()]).toEqual([['Jo Park'], 'Mateo Rivas', 'Dana Reyes'])
  })

  test('ends after 30 days', async () => {
    const back = await removeAndInvite()
    await world.database.query("update handovers set at = at - interval '31 days'")
    expect([(await back()).statusCode, (await load('handovers')).handovers]).toEqual([404, []])
    await runJob(world.app, world.database, 'check-date-owners')
    expect((await world.database.query('select from handovers')).rowCount).toBe(0)
  })
})

test('the sweep for lost access keeps people in chains who may not approve by their role', async () => {
  const step = { name: 'Lead', people: [colleague.id], roles: [], needs: 'all' }
  const chains = [{ kind: null, fromMinor: 0, steps: [step] }]
  expect((await owner.ask('PUT', at('approval-chains'), { chains })).statusCode).toBe(204)
  await addDeal(colleague)
  await submit(agent)
  await runJob(world.app, world.database, 'check-date-owners')
  expect((await load('approval-chains')).chains).toEqual(chains)
  expect(await approversOf()).toEqual(['Mateo Rivas'])
})

describe('a person who goes while a deal is submitted', () => {
  const chain = async (...people: Someone[]) => {
    const steps = people.map(({ id, name }) => ({ name, people: [id], roles: [], needs: 'all' }))
    const body = { chains: [{ kind: null, fromMinor: 0, steps }] }
    expect((await owner.ask('PUT', at('approval-chains'), body)).statusCode).toBe(204)
  }
  const leave = async () => expect((await colleague.ask('POST', at('leaving'))).statusCode).toBe(204)

  test('hands over the review if they were asked already', async () => {
    await chain(colleague)
    // The submission has asked them, and is not committed.
    await interleave(world.database, 'outgoing_mail', () => submit(agent), leave)
    expect(await approversOf()).toEqual(['Olive Owner'])
  })

  test('loses the review of a later step in the next sweep', async () => {
    await chain(approver, colleague)
    await interleave(world.database, 'deal_versions', () => submit(agent), leave)
    expect(await approversOf()).toEqual(['Lin Zhao', 'Mateo Rivas'])
    await runJob(world.app, world.database, 'check-date-owners')
    expect(await approversOf()).toEqual(['Lin Zhao', 'Olive Owner'])
  })
})

test('a step that was asked again of two people moves back as one', async () => {
  await member('Nils Berg', 'compliance')
  const chains = [
    { kind: null, fromMinor: 0, steps: [{ name: 'Head', people: [colleague.id], roles: [], needs: 'all' }] },
  ]
  await owner.ask('PUT', at('approval-chains'), { chains })
  await submit(agent)
  await owner.ask('DELETE', at(`people/${colleague.id}`))
  expect((await approversOf()).length).toBeGreaterThan(0)
  await world.people.join(owner, organization, colleague, 'compliance')
  const { handovers } = await load('handovers')
  expect((await owner.ask('POST', at(`handovers/${handovers[0].id}/reversal`))).statusCode).toBe(200)
  expect(await approversOf()).toEqual(['Mateo Rivas'])
})

test('the daily check tells owners about dates of deals without a lead', async () => {
  const notices = async () =>
    (await load('notifications')).rows
      .filter(({ kind, read }: Notification) => kind === 'dates-without-owner' && !read)
      .map(({ details }: Notification) => details.count)
  await world.database.query(
    `insert into key_dates (organization_id, id, deal_id, athlete_id, rule_id, title, kind, rule, day)
     values ($1, gen_random_uuid(), $2, $3, 'option', 'Option', 'option', '{}', '2026-12-01')`,
    [organization, deal, athlete],
  )
  await runJob(world.app, world.database, 'check-date-owners')
  expect(await notices()).toEqual([])
  const { version } = await load(`deals/${deal}`)
  await owner.ask('PATCH', at(`deals/${deal}`), { version, changes: { leadId: null } })
  for (const _ of [1, 2]) await runJob(world.app, world.database, 'check-date-owners')
  expect(await notices()).toEqual([1])
})
