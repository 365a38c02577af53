import type { Needs } from '@sherpa/contracts/home'
import type { Notification } from '@sherpa/contracts/notification'
import type { NewTask, Task, TaskChange } from '@sherpa/contracts/task'
import { beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import { composerWith } from '../../../test/mail.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'

/** Monday, 10:00 AM in New York. */
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const world = platformForTests({ clock: () => now })
let cast: Awaited<ReturnType<typeof registerCast>>
let coach: Someone
let athlete: string
let company: string
const drive = dealDriver(() => cast)
const at = (path = '') => `/api/organizations/${cast.organization}${path}`

const asksToAdd = (by: Someone, task: NewTask) => by.ask('POST', at('/tasks'), task)
async function add(by: Someone, task: NewTask): Promise<Task> {
  const answer = await asksToAdd(by, task)
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
  return answer.json()
}
const change = (by: Someone, { id, version }: Task, changes: TaskChange['changes']) =>
  by.ask('PATCH', at(`/tasks/${id}`), { version, changes })
const complete = (by: Someone, { id }: Task) => by.ask('PUT', at(`/tasks/${id}/completion`))
const titlesOf = async (by: Someone, query = '?scope=all') =>
  (await by.ask('GET', at(`/tasks${query}`))).json().rows.map(({ title }: Task) => title)
const bellOf = async (by: Someone): Promise<Notification[]> =>
  (await by.ask('GET', at('/notifications'))).json().rows.filter(({ kind }: Notification) => kind.startsWith('task'))
const needsOf = async (by: Someone, query = '') => {
  const { groups }: Needs = (await by.ask('GET', at(`/needs${query}`))).json()
  return Object.fromEntries(groups.map(({ group, rows }) => [group, rows.map(({ title }) => title)]))
}
const allow = (role: string, permission: string, allowed: boolean) =>
  cast.owner.ask('PUT', at('/permissions'), { role, permission, allowed })
const aboutAthlete = () => ({ kind: 'athlete', id: athlete }) as const
const aboutCompany = () => ({ kind: 'company', id: company }) as const
const draft = async () =>
  (await drive.add({ athleteId: athlete, companyId: company, kind: 'nil', title: 'Fall line' } as never)).json().id
const errorsOf = (answer: Awaited<ReturnType<Someone['ask']>>) => [answer.statusCode, answer.json().errors]

beforeEach(async () => {
  now = start
  cast = await registerCast(world)
  coach = await world.people.registerMember(cast.organization, 'Dana Reyes', 'coach')
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  athlete = (await cast.owner.ask('POST', at('/athletes'), facts)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [cast.player.id, athlete])
  company = (await cast.agent.ask('POST', at('/companies'), { name: 'Halden', kind: 'brand' })).json().id
})

describe('a task', () => {
  test('belongs to its creator unless someone else is chosen', async () => {
    const own = await add(cast.agent, { title: 'Call the club', day: '2026-11-19', time: '15:00' })
    expect(own).toMatchObject({
      title: 'Call the club',
      about: null,
      assignee: { name: 'Amara Cole' },
      day: '2026-11-19',
      time: '15:00',
      done: null,
    })
    const other = await add(cast.agent, { title: 'Send the kit', about: aboutAthlete(), assigneeId: coach.id })
    expect(other).toMatchObject({ about: { kind: 'athlete', name: 'Jonah Okoye' }, assignee: { name: 'Dana Reyes' } })
    expect(await titlesOf(coach, '')).toEqual(['Send the kit'])
  })

  test('is sent twice with one key and added once', async () => {
    const key = { 'idempotency-key': 'task-of-this-form' }
    for (const _ of [1, 2]) await cast.agent.ask('POST', at('/tasks'), { title: 'Once' }, key)
    expect(await titlesOf(cast.agent)).toEqual(['Once'])
  })

  test('needs an assignee who can open the record', async () => {
    const deal = await draft()
    const task = { title: 'Check', about: { kind: 'deal', id: deal } as const, assigneeId: coach.id }
    const message = 'Dana Reyes can’t open this deal'
    expect(errorsOf(await asksToAdd(cast.agent, task))).toEqual([422, [{ field: 'assigneeId', message }]])
    const own = await add(cast.agent, { ...task, assigneeId: cast.agent.id })
    expect(errorsOf(await change(cast.agent, own, { assigneeId: coach.id }))).toEqual([
      422,
      [{ field: 'assigneeId', message }],
    ])
    // A draft is hidden from its athlete.
    expect((await asksToAdd(cast.agent, { ...task, assigneeId: cast.player.id })).statusCode).toBe(422)
    const stranger = await world.people.register('Sam Stranger')
    expect((await asksToAdd(cast.agent, { title: 'Check', assigneeId: stranger.id })).statusCode).toBe(422)
    expect((await asksToAdd(coach, task)).statusCode).toBe(404)
    expect((await asksToAdd(cast.agent, { title: 'Check', time: '15:00', day: null })).statusCode).toBe(422)
  })

  test('offers the members who can open the record', async () => {
    const deal = await draft()
    const names = async (query: string) =>
      (await cast.agent.ask('GET', at(`/tasks/assignees${query}`)))
        .json()
        .people.map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual([
      'Amara Cole',
      'Cleo Clerk',
      'Dana Reyes',
      'Jonah Okoye',
      'Lin Zhao',
      'Olive Owner',
    ])
    expect(await names(`?deal=${deal}`)).toEqual(['Amara Cole', 'Cleo Clerk', 'Lin Zhao', 'Olive Owner'])
    expect(await names(`?athlete=${athlete}`)).toContain('Jonah Okoye')
    expect(await names(`?company=${company}`)).not.toContain('Jonah Okoye')
    const fee = { id: crypto.randomUUID(), kind: 'base', title: 'Fee', amountMinor: 50_000, inKind: false }
    const payments = [{ ...fee, schedule: { kind: 'day', day: '2026-12-01' } }]
    const terms = { startsOn: '2026-11-01', businessPurpose: 'Fall line', payments }
    await drive.signed({ athleteId: athlete, companyId: company, kind: 'nil', terms } as never)
    expect(await names(`?company=${company}`)).toContain('Jonah Okoye')
    expect((await coach.ask('GET', at(`/tasks/assignees?deal=${deal}`))).statusCode).toBe(404)
  })

  test('is changed by version, and a stale change gets the newer task', async () => {
    const task = await add(cast.agent, { title: 'Call', about: aboutAthlete(), day: '2026-11-19', time: '15:00' })
    const renamed = (await change(cast.owner, task, { title: 'Call the club', day: '2026-11-20' })).json()
    expect(renamed).toMatchObject({ title: 'Call the club', day: '2026-11-20', time: null, version: 2 })
    const stale = await change(cast.agent, task, { title: 'Write' })
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { code: 'changed-meanwhile', present: { title: 'Call the club', version: 2 } },
    ])
  })

  test('is deleted by its creator or an owner', async () => {
    const task = await add(cast.agent, { title: 'Call', about: aboutAthlete(), assigneeId: coach.id })
    expect(task.removable).toBe(true)
    expect((await coach.ask('DELETE', at(`/tasks/${task.id}`))).json().code).toBe('not-yours')
    expect((await cast.agent.ask('DELETE', at(`/tasks/${task.id}`))).statusCode).toBe(204)
    expect(await bellOf(coach)).toEqual([])
    expect((await coach.ask('GET', at(`/tasks/${task.id}`))).statusCode).toBe(404)
  })

  test('follows an entry that its creator may read', async () => {
    const entry = (text: string, readers: string) =>
      cast.agent.ask('POST', at(`/athletes/${athlete}/notes`), { kind: 'note', text, readers })
    const [team, own] = [(await entry('Knee', 'team')).json().id, (await entry('Private', 'me')).json().id]
    const task = await add(coach, { title: 'Ask about the knee', day: '2026-11-19', entryId: team })
    expect(task).toMatchObject({ about: { kind: 'athlete', id: athlete }, entryId: team })
    expect((await asksToAdd(coach, { title: 'Peek', entryId: own })).statusCode).toBe(404)
    expect((await cast.agent.ask('GET', at(`/tasks/${task.id}`))).json().entryId).toBeNull()
    await cast.agent.ask('DELETE', at(`/athletes/${athlete}/notes/${team}`))
    expect((await coach.ask('GET', at(`/tasks/${task.id}`))).json()).toMatchObject({ entryId: null })
  })
})

describe('readers', () => {
  test('are those who see the record; without a record, creator and assignee', async () => {
    const deal = await draft()
    await add(cast.agent, { title: 'About nothing', assigneeId: cast.clerk.id, day: '2026-11-16' })
    await add(cast.agent, { title: 'About the athlete', about: aboutAthlete(), day: '2026-11-17' })
    await add(cast.agent, { title: 'About the deal', about: { kind: 'deal', id: deal }, day: '2026-11-18' })
    await add(cast.agent, { title: 'About the company', about: aboutCompany(), day: '2026-11-19' })
    const all = ['About nothing', 'About the athlete', 'About the deal', 'About the company']
    expect(await titlesOf(cast.agent)).toEqual(all)
    expect(await titlesOf(cast.clerk)).toEqual(all)
    expect(await titlesOf(cast.owner)).toEqual(all.slice(1))
    expect(await titlesOf(coach)).toEqual(['About the athlete'])
    expect(await titlesOf(cast.player)).toEqual([])
    await allow('clerk', 'deals.view', false)
    await allow('agent', 'deals.view', false)
    expect(await titlesOf(cast.agent)).toEqual(['About nothing', 'About the athlete'])
  })

  test('are limited to assigned athletes', async () => {
    await add(cast.agent, { title: 'Call', about: aboutAthlete() })
    await allow('coach', 'athletes.all', false)
    expect(await titlesOf(coach)).toEqual([])
    await world.database.query(
      'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
      [cast.organization, athlete, coach.id],
    )
    expect(await titlesOf(coach)).toEqual(['Call'])
  })

  test('include an athlete only if it is assigned to them', async () => {
    const task = await add(cast.agent, { title: 'Send your sizes', about: aboutAthlete(), assigneeId: cast.player.id })
    await add(cast.agent, { title: 'Talk about the athlete', about: aboutAthlete() })
    expect(await titlesOf(cast.player)).toEqual(['Send your sizes'])
    expect((await cast.player.ask('POST', at('/tasks'), { title: 'Mine' })).statusCode).toBe(403)
    expect((await change(cast.player, task, { title: 'No' })).statusCode).toBe(403)
    expect((await complete(cast.player, task)).json()).toMatchObject({ done: { by: { name: 'Jonah Okoye' } } })
    expect(await bellOf(cast.agent)).toMatchObject([{ kind: 'task-completed', actor: { name: 'Jonah Okoye' } }])
  })

  test('find no hidden title in search, export, counts, Home and calendar', async () => {
    await allow('compliance', 'deals.view', false)
    const deal = await draft()
    await add(cast.agent, { title: 'Planted deal task', about: { kind: 'deal', id: deal }, day: '2026-11-16' })
    await add(cast.agent, { title: 'Planted private task', day: '2026-11-16' })
    for (const by of [coach, cast.approver]) {
      for (const query of [
        '?scope=all&search=planted',
        '?scope=all&from=2026-11-01&until=2026-11-30',
        `?scope=all&deal=${deal}`,
      ]) {
        const page = (await by.ask('GET', at(`/tasks${query}`))).json()
        expect([page.rows, page.total?.count]).toEqual([[], 0])
      }
      expect((await needsOf(by, '?scope=everyone')).today).not.toContain('Planted deal task')
      expect(await bellOf(by)).toEqual([])
    }
    const csv = await cast.approver.ask('GET', at('/tasks/export?scope=all'))
    expect([csv.headers['total-count'], csv.body.includes('Planted')]).toEqual(['0', false])
    await allow('agent', 'data.export', true)
    const full = await cast.agent.ask('GET', at('/tasks/export?scope=all&search=planted'))
    expect(full.body.split('\r\n')[1]).toMatch(/^Planted (private|deal) task/)
  })
})

describe('completing', () => {
  test('twice at once is one event, and the second gets the completed task', async () => {
    const task = await add(cast.agent, { title: 'Call', about: aboutAthlete(), assigneeId: coach.id })
    const answers = await Promise.all([complete(coach, task), complete(cast.owner, task)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [one, other] = answers.map((answer) => answer.json().done)
    expect(one).toEqual(other)
    const { rows } = await world.database.query(
      "select actor_id from audit_events where organization_id = $1 and event = 'task-completed'",
      [cast.organization],
    )
    expect(rows).toHaveLength(1)
  })

  test('can be undone, also in the bell', async () => {
    const task = await add(cast.agent, { title: 'Call', about: aboutAthlete(), assigneeId: coach.id })
    expect(await bellOf(coach)).toMatchObject([{ kind: 'task-assigned', details: { what: 'Call' }, read: false }])
    await complete(coach, task)
    expect(await bellOf(coach)).toMatchObject([{ kind: 'task-assigned', read: true }])
    expect(await bellOf(cast.agent)).toMatchObject([{ kind: 'task-completed', read: false }])
    expect([await titlesOf(coach, ''), await titlesOf(coach, '?state=done')]).toEqual([[], ['Call']])
    const reopened = await coach.ask('DELETE', at(`/tasks/${task.id}/completion`))
    expect(reopened.json()).toMatchObject({ done: null })
    expect(await bellOf(cast.agent)).toMatchObject([{ read: true }])
    expect(await titlesOf(coach, '')).toEqual(['Call'])
  })
})

test('Home groups tasks by day; those without a day are only in the list', async () => {
  for (const [title, day] of [
    ['Late', '2026-11-15'],
    ['Today', '2026-11-16'],
    ['Soon', '2026-11-23'],
    ['Later', '2026-11-24'],
    ['Some day', null],
  ] as const)
    await add(cast.agent, { title, day, about: aboutAthlete() })
  expect(await needsOf(cast.agent)).toMatchObject({ late: ['Late'], today: ['Today'], week: ['Soon'] })
  expect(await needsOf(coach)).toMatchObject({ late: [], today: [], week: [] })
  expect(await needsOf(coach, '?scope=everyone')).toMatchObject({ late: ['Late'], today: ['Today'], week: ['Soon'] })
  expect(await titlesOf(cast.agent, '')).toEqual(['Late', 'Today', 'Soon', 'Later', 'Some day'])
})

test('tasks of a day are sorted by time', async () => {
  for (const [title, time] of [
    ['Evening', '18:30'],
    ['All day', null],
    ['Morning', '09:05'],
  ] as const)
    await add(cast.agent, { title, day: '2026-11-19', time })
  expect(await titlesOf(cast.agent, '')).toEqual(['All day', 'Morning', 'Evening'])
  const [, , evening] = await Promise.all([0, 1, 2].map(() => titlesOf(cast.agent, '?sort=-day')))
  expect(evening).toEqual(['Evening', 'Morning', 'All day'])
})

describe('open tasks go to the athlete’s manager, here the owner', () => {
  const ownersTasks = () => titlesOf(cast.owner, '')
  const housekeeping = async () =>
    (await cast.owner.ask('GET', at('/needs')))
      .json()
      .housekeeping.filter(({ kind }: { kind: string }) => kind.startsWith('tasks'))

  test.each([
    ['is removed', () => cast.owner.ask('DELETE', at(`/people/${coach.id}`))],
    ['leaves', () => coach.ask('POST', at('/leaving'))],
  ])('when a member %s', async (_, end) => {
    const task = await add(cast.agent, {
      title: 'Call',
      about: aboutAthlete(),
      assigneeId: coach.id,
      day: '2026-11-16',
    })
    const done = await add(cast.agent, { title: 'Done', about: aboutAthlete(), assigneeId: coach.id })
    await complete(coach, done)
    expect((await end()).statusCode).toBe(204)
    expect(await ownersTasks()).toEqual(['Call'])
    expect(await needsOf(cast.owner)).toMatchObject({ today: ['Call'] })
    expect(await housekeeping()).toEqual([])
    expect((await cast.agent.ask('GET', at(`/tasks/${task.id}`))).json().assignee.name).toBe('Olive Owner')
    expect((await cast.agent.ask('GET', at(`/tasks/${done.id}`))).json().done.by.name).toBe('Dana Reyes')
  })

  test('when a member deletes the account', async () => {
    await add(cast.agent, { title: 'Call', about: aboutAthlete(), assigneeId: coach.id })
    await world.people.setUpSecondFactor(coach)
    expect((await coach.ask('POST', '/api/account/deletion', coach.proof())).statusCode).toBe(204)
    expect(await ownersTasks()).toEqual(['Call'])
  })

  test('when a permission or the role no longer opens the record', async () => {
    const deal = await draft()
    await add(cast.agent, { title: 'Deal', about: { kind: 'deal', id: deal }, assigneeId: cast.approver.id })
    await add(cast.agent, { title: 'Athlete', about: aboutAthlete(), assigneeId: cast.approver.id })
    await allow('compliance', 'deals.view', false)
    expect([await ownersTasks(), await titlesOf(cast.approver, '')]).toEqual([['Deal'], ['Athlete']])
    await cast.owner.ask('PATCH', at(`/people/${cast.approver.id}`), { role: 'athlete' })
    expect((await ownersTasks()).sort()).toEqual(['Athlete', 'Deal'])
  })

  test('within an hour when an athlete is no longer assigned to them', async () => {
    await add(cast.agent, { title: 'Call', about: aboutAthlete(), assigneeId: coach.id, day: '2026-11-30' })
    await world.database.query(
      'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
      [cast.organization, athlete, coach.id],
    )
    await allow('coach', 'athletes.all', false)
    expect(await titlesOf(coach, '')).toEqual(['Call'])
    await world.database.query('delete from athlete_assignments where user_id = $1', [coach.id])
    expect(await titlesOf(coach, '')).toEqual([])
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    expect(await ownersTasks()).toEqual(['Call'])
  })
})

describe('a record', () => {
  test('moves its tasks to the one it is merged into, and back', async () => {
    const add2 = async () => {
      const facts = { givenName: 'Jo', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
      return (await cast.owner.ask('POST', at('/athletes'), facts)).json().id
    }
    const other = await add2()
    const task = await add(cast.agent, { title: 'Call', about: { kind: 'athlete', id: other } })
    const recordOf = async () => (await cast.agent.ask('GET', at(`/tasks/${task.id}`))).json().about?.id
    expect((await cast.owner.ask('POST', at(`/athletes/${athlete}/merges`), { other })).statusCode).toBe(200)
    expect(await recordOf()).toBe(athlete)
    const { merged } = (await cast.owner.ask('GET', at(`/athletes/${athlete}/duplicates`))).json()
    await cast.owner.ask('DELETE', at(`/athletes/${athlete}/merges/${merged[0].id}`))
    expect(await recordOf()).toBe(other)
  })

  test('that is erased takes its tasks and their notifications along', async () => {
    const deal = await draft()
    await add(cast.agent, { title: 'Call Jonah', about: aboutAthlete(), assigneeId: coach.id })
    await add(cast.agent, { title: 'Check', about: { kind: 'deal', id: deal }, assigneeId: cast.owner.id })
    await world.people.setUpSecondFactor(cast.owner)
    const erased = await cast.owner.ask('POST', at(`/athletes/${athlete}/erasure`), cast.owner.proof())
    expect(erased.statusCode).toBeLessThan(300)
    expect(await titlesOf(cast.agent)).toEqual([])
    const { rows } = await world.database.query(
      "select details from notifications where organization_id = $1 and kind = 'task-assigned'",
      [cast.organization],
    )
    expect(rows).toEqual([])
  })

  test('of a company moves with a merge and its undo; removal keeps the task without it', async () => {
    const other = (await cast.agent.ask('POST', at('/companies'), { name: 'Halden Inc', kind: 'brand' })).json().id
    const task = await add(cast.agent, { title: 'Call', about: { kind: 'company', id: other } })
    const recordOf = async () => (await cast.agent.ask('GET', at(`/tasks/${task.id}`))).json().about?.id
    const merge = await cast.agent.ask('POST', at(`/companies/${company}/merges`), { other })
    expect(await recordOf()).toBe(company)
    await cast.agent.ask('DELETE', at(`/companies/${company}/merges/${merge.json().merged[0].id}`))
    expect(await recordOf()).toBe(other)
    expect((await cast.agent.ask('DELETE', at(`/companies/${other}`))).statusCode).toBe(204)
    expect([await recordOf(), await titlesOf(cast.agent), await titlesOf(cast.owner)]).toEqual([
      undefined,
      ['Call'],
      [],
    ])
  })

  test('that is a deleted draft deletes its tasks', async () => {
    const deal = await draft()
    await add(cast.agent, { title: 'Check', about: { kind: 'deal', id: deal } })
    expect((await cast.agent.ask('DELETE', at(`/deals/${deal}`))).statusCode).toBe(204)
    expect(await titlesOf(cast.agent)).toEqual([])
  })
})

describe('the morning mail', () => {
  /** 7:00 AM in New York. */
  const morning = (day: string) => new Date(`${day}T12:00:00Z`)
  const runAt = async (time: Date) => {
    now = time
    await runJob(world.app, world.database, 'remind-of-deal-dates')
  }
  const mailTo = async ({ email }: Someone) =>
    (
      await world.database.query(
        "select * from outgoing_mail where recipient = $1 and kind in ('daily-digest', 'tasks-due') order by id",
        [email],
      )
    ).rows

  test('is one digest per person and day, without titles', async () => {
    await add(cast.agent, { title: 'Call Jonah', day: '2026-11-17' })
    await add(cast.agent, { title: 'Late', day: '2026-11-15' })
    await add(cast.agent, { title: 'Tomorrow', day: '2026-11-18' })
    await runAt(new Date('2026-11-17T11:59:00Z'))
    expect(await mailTo(cast.agent)).toEqual([])
    await runAt(morning('2026-11-17'))
    await runAt(new Date('2026-11-17T13:00:00Z'))
    const [mail, ...more] = await mailTo(cast.agent)
    expect([mail.kind, more]).toEqual(['daily-digest', []])
    expect(await mailTo(coach)).toEqual([])
    const { digestRows } = world.app.platform
    const composed = await composerWith({ digestRows }).compose({ ...mail, person: mail.user_id, demoRequest: null })
    expect(composed?.text).toContain('2 tasks due, 1 late')
    expect(composed?.text).not.toContain('Jonah')
    await runAt(morning('2026-11-18'))
    expect(await mailTo(cast.agent)).toHaveLength(2)
    expect((await bellOf(cast.agent)).map(({ read }) => read)).toEqual([false, true])
  })

  test('follows the choice of the member', async () => {
    await add(cast.agent, { title: 'Call', day: '2026-11-17' })
    await add(cast.agent, { title: 'Call', day: '2026-11-17', assigneeId: coach.id })
    const choose = (by: Someone, delivery: string) =>
      by.ask('PUT', at('/notification-settings'), { kinds: ['task-due'], delivery })
    await choose(cast.agent, 'bell')
    await choose(coach, 'mail')
    await runAt(morning('2026-11-17'))
    expect([await mailTo(cast.agent), (await mailTo(coach)).map(({ kind }) => kind)]).toEqual([[], ['tasks-due']])
    expect((await bellOf(cast.agent)).map(({ kind }) => kind)).toEqual(['task-due'])
  })
})

describe('the next step of a log entry', () => {
  const log = (by: Someone, path: string, body: object) => by.ask('POST', at(path), body)

  test('is a task of the author, linked to the entry', async () => {
    const nextStep = { title: 'Send the term sheet', day: '2026-11-30', time: '15:00' }
    const entry = await log(coach, `/athletes/${athlete}/notes`, { kind: 'call', result: 'reached', nextStep })
    expect(entry.statusCode).toBe(201)
    const [task] = (await coach.ask('GET', at('/tasks'))).json().rows
    expect(task).toMatchObject({
      ...nextStep,
      about: { kind: 'athlete', id: athlete },
      assignee: { name: 'Dana Reyes' },
      entryId: entry.json().id,
    })
    await log(cast.agent, `/companies/${company}/notes`, { kind: 'call', nextStep })
    expect((await cast.agent.ask('GET', at('/tasks'))).json().rows).toMatchObject([
      { about: { kind: 'company', id: company } },
    ])
  })

  test('has the readers of the entry at most', async () => {
    await allow('coach', 'deals.view', true)
    const nextStep = { title: 'Ask about the fee', day: '2026-11-16' }
    const note = { kind: 'note', text: 'They pay more', readers: 'money', nextStep }
    const entry = (await log(cast.agent, `/athletes/${athlete}/notes`, note)).json()
    const ofCompany = (await log(cast.agent, `/companies/${company}/notes`, note)).json()
    const { rows } = (await cast.agent.ask('GET', at('/tasks'))).json()
    const idOf = (kind: string) => rows.find((task: { about: { kind: string } }) => task.about.kind === kind).id
    const [id, other] = [idOf('athlete'), idOf('company')]
    for (const path of [`/tasks/${id}`, `/tasks/${other}`])
      expect([
        (await coach.ask('GET', at(path))).statusCode,
        (await cast.owner.ask('GET', at(path))).statusCode,
      ]).toEqual([404, 200])
    expect([await titlesOf(coach), await titlesOf(coach, '?scope=all&search=fee')]).toEqual([[], []])
    expect(Object.values(await needsOf(coach, '?scope=everyone')).flat()).not.toContain('Ask about the fee')
    const task = (await cast.agent.ask('GET', at(`/tasks/${id}`))).json()
    expect(errorsOf(await change(cast.agent, task, { assigneeId: coach.id }))).toMatchObject([
      422,
      [{ field: 'tellAssignee' }],
    ])
    // Narrowed together with the entry, and still after its removal.
    for (const [record, { version, id: note }, made] of [
      [`athletes/${athlete}`, entry, id],
      [`companies/${company}`, ofCompany, other],
    ] as const) {
      const changes = { version, changes: { readers: 'me' } }
      expect((await cast.agent.ask('PATCH', at(`/${record}/notes/${note}`), changes)).statusCode).toBe(200)
      expect((await cast.owner.ask('GET', at(`/tasks/${made}`))).statusCode).toBe(404)
      await cast.agent.ask('DELETE', at(`/${record}/notes/${note}`))
      expect((await cast.owner.ask('GET', at(`/tasks/${made}`))).statusCode).toBe(404)
    }
    expect(await titlesOf(cast.agent)).toEqual([nextStep.title, nextStep.title])
  })

  test('is told to an assignee who may not read the entry only if its author ticks so', async () => {
    await allow('coach', 'deals.view', true)
    const note = { kind: 'note', text: 'They pay more', readers: 'money' }
    const entry = (await log(cast.agent, `/companies/${company}/notes`, note)).json()
    const reminder = { title: 'Ask about the fee', entryId: entry.id }
    const untold = { ...reminder, assigneeId: coach.id }
    expect(errorsOf(await asksToAdd(cast.agent, untold))).toMatchObject([422, [{ field: 'tellAssignee' }]])
    expect((await asksToAdd(coach, reminder)).statusCode).toBe(404)
    const task = await add(cast.agent, reminder)
    expect(task).toMatchObject({ about: { kind: 'company', id: company }, entryId: entry.id })
    // Only the author decides.
    const byOwner = await change(cast.owner, task, { assigneeId: coach.id, tellAssignee: true })
    expect(errorsOf(byOwner)).toMatchObject([422, [{ field: 'assigneeId' }]])

    const told = await change(cast.agent, task, { assigneeId: coach.id, tellAssignee: true })
    expect(told.statusCode).toBe(200)
    const seenBy = async (person: Someone) => (await person.ask('GET', at(`/tasks/${task.id}`))).statusCode
    expect([await seenBy(coach), await seenBy(cast.agent), await seenBy(cast.owner)]).toEqual([200, 200, 404])
    expect(await titlesOf(coach)).toEqual([reminder.title])
    const changes = { version: entry.version, changes: { readers: 'me' } }
    await cast.agent.ask('PATCH', at(`/companies/${company}/notes/${entry.id}`), changes)
    expect(await seenBy(coach)).toBe(200)
  })

  test('is refused together with the entry', async () => {
    const nextStep = { title: '', day: '2026-11-30' }
    const answer = await log(coach, `/athletes/${athlete}/notes`, { kind: 'note', text: 'Kept?', nextStep })
    expect(answer.statusCode).toBe(422)
    expect((await coach.ask('GET', at(`/athletes/${athlete}/timeline?kind=notes`))).json().rows).toEqual([])
  })
})

describe('where tasks meet other records', () => {
  test('a time needs a day', async () => {
    expect(errorsOf(await asksToAdd(cast.agent, { title: 'Call', time: '15:00' }))).toMatchObject([
      422,
      [{ field: 'time' }],
    ])
  })

  test('an erased athlete leaves no title in notifications, even if the task was assigned before it was about them', async () => {
    const task = await add(cast.owner, { title: 'Call Zebulon', assigneeId: cast.agent.id })
    expect((await change(cast.owner, task, { about: aboutAthlete() })).statusCode).toBe(200)
    await world.people.setUpSecondFactor(cast.owner)
    const erased = await cast.owner.ask('POST', at(`/athletes/${athlete}/erasure`), cast.owner.proof())
    expect(erased.statusCode).toBeLessThan(300)
    const left = await world.database.query(`select details from notifications where details::text like '%Zebulon%'`)
    const words = await world.database.query(`select word from tasks_words where word like 'zebulon%'`)
    expect([left.rows, words.rows]).toEqual([[], []])
  })

  test('completed private tasks of someone who left stay hidden from the owners', async () => {
    await complete(coach, await add(coach, { title: 'Private errand' }))
    expect((await cast.owner.ask('DELETE', at(`/people/${coach.id}`))).statusCode).toBe(204)
    expect(await titlesOf(cast.owner, '?scope=all&state=done')).toEqual([])
  })
})
