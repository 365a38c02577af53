import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { AgentNotice } from '@sherpa/contracts/agent-notice'
import type { Need } from '@sherpa/contracts/home'
import type { License } from '@sherpa/contracts/license'
import { permissionsOf } from '@sherpa/contracts/organization'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { readCsv } from '../../../test/read-csv.ts'
import { pdf, png } from '../../../test/sample-files.ts'
import { unzip } from '../../../test/unzip.ts'
import { inOrganization } from '../../persistence/database.ts'
import { createInquiryExport } from './export-inquiry.ts'
import { loadLicenses } from './licenses.ts'

let now = new Date('2026-11-16T15:00:00Z')
const world = platformForTests({ clock: () => now })
let owner: Someone
let agent: Someone
let coach: Someone
let compliance: Someone
let organization: string
let athlete: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const octets = { 'content-type': 'application/octet-stream' }

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  await world.people.setUpSecondFactor(owner)
  agent = await world.people.registerMember(organization, 'Jo Park', 'agent')
  coach = await world.people.registerMember(organization, 'Casey Lind', 'coach')
  compliance = await world.people.registerMember(organization, 'Ruth Abel', 'compliance')
  athlete = await addAthlete('Jonah')
})
beforeEach(async () => {
  now = new Date('2026-11-16T15:00:00Z')
  for (const table of ['licenses', 'agent_notices', 'outgoing_mail', 'notifications']) {
    await world.database.query(`delete from ${table}`)
  }
})

async function addAthlete(givenName: string): Promise<string> {
  const facts = { givenName, familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  return (await owner.ask('POST', at('athletes'), facts)).json().id
}
let keys = 0
const once = () => ({ 'idempotency-key': `a-key-of-the-form-${keys++}` })

const facts = { state: 'TX', number: 'TX-1042', from: '2025-02-01', until: '2027-01-15', note: null }
const addLicense = (by: Someone, more: object = {}) => by.ask('POST', at('licenses'), { ...facts, ...more }, once())
const licensesOf = async (by: Someone, query = ''): Promise<License[]> =>
  (await by.ask('GET', at(`licenses${query}`))).json().rows

describe('licenses', () => {
  test('members keep their own, and others only with permission to manage people', async () => {
    const own: License = (await addLicense(agent)).json()
    expect(own).toMatchObject({
      person: { id: agent.id, name: 'Jo Park' },
      standing: 'expiring',
      editable: true,
      version: 1,
    })
    expect((await addLicense(agent, { personId: coach.id })).json().code).toBe('not-permitted')
    expect((await addLicense(owner, { personId: agent.id, state: 'OH', until: null })).json()).toMatchObject({
      person: { name: 'Jo Park' },
      standing: 'current',
    })
    const change = (by: Someone, { id, version }: License, more: object) =>
      by.ask('PUT', at(`licenses/${id}`), { ...facts, ...more, version })
    expect((await change(coach, own, { number: '7' })).json().code).toBe('not-permitted')
    expect((await change(agent, own, { number: 'TX-2000' })).json()).toMatchObject({ number: 'TX-2000', version: 2 })
    const stale = await change(owner, own, { number: 'TX-3000' })
    expect([stale.statusCode, stale.json().present]).toMatchObject([409, { number: 'TX-2000', version: 2 }])
    expect((await change(owner, { ...own, version: 2 }, { until: '2024-01-01' })).json().errors).toMatchObject([
      { field: 'until' },
    ])
    expect((await coach.ask('DELETE', at(`licenses/${own.id}`))).json().code).toBe('not-permitted')
    expect((await agent.ask('DELETE', at(`licenses/${own.id}`))).statusCode).toBe(204)
    const events = (await owner.ask('GET', at('activity?kind=people'))).json().rows
    expect(events.slice(0, 4).map((one: { event: string; details: string }) => [one.event, one.details])).toEqual([
      ['license-removed', 'Texas'],
      ['license-changed', 'Texas'],
      ['license-added', 'Ohio'],
      ['license-added', 'Texas'],
    ])
    expect(events[1].changes).toMatchObject([{ field: 'number', before: own.number, after: 'TX-2000' }])
  })

  test('the same number twice for a day is refused, a renewal or another number is not', async () => {
    const first: License = (await addLicense(agent)).json()
    const refused = await addLicense(agent, { number: 'tx-1042', from: '2027-01-15', until: null })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [{ field: 'number', message: 'This license is already on the list for these days' }],
    ])
    for (const other of [
      { from: '2027-01-16', until: null },
      { from: '2024-02-01', until: '2025-01-31' },
      { number: 'TX-1043' },
      { state: 'OH' },
    ]) {
      expect((await addLicense(agent, other)).statusCode, JSON.stringify(other)).toBe(201)
    }
    expect((await addLicense(coach)).statusCode).toBe(201)
    const change = (more: object) =>
      agent.ask('PUT', at(`licenses/${first.id}`), { ...facts, ...more, version: first.version })
    expect((await change({ until: '2027-01-16' })).json().errors).toMatchObject([{ field: 'number' }])
    expect((await change({ note: 'Renewed' })).statusCode).toBe(200)
  })

  test('others are seen with people.view or disclosures.edit, the own ones always', async () => {
    await addLicense(owner)
    await addLicense(coach, { state: 'OH' })
    const names = async () => (await licensesOf(coach)).map(({ person }) => person?.name)
    expect((await names()).sort()).toEqual(['Amara Cole', 'Casey Lind'])
    const set = (permission: string, allowed: boolean) =>
      owner.ask('PUT', at('permissions'), { role: 'coach', permission, allowed })
    await set('people.view', false)
    expect(await names()).toEqual(['Casey Lind'])
    await set('disclosures.edit', true)
    expect((await names()).sort()).toEqual(['Amara Cole', 'Casey Lind'])
    await set('disclosures.edit', false)
    await set('people.view', true)
  })

  test('the list is filtered by person, state and standing, and searched', async () => {
    await addLicense(agent, { until: '2026-11-15' })
    await addLicense(agent, { state: 'OH', from: '2026-12-01', until: null, number: 'OH-77' })
    await addLicense(owner, { state: 'CA', until: '2028-01-01' })
    const found = async (query: string) => (await licensesOf(owner, query)).map(({ state }) => state).join()
    expect(await found('')).toBe('TX,CA,OH')
    expect(await found('?sort=-from')).toMatch(/^OH/)
    expect(await found('?person=me')).toBe('CA')
    expect(await found('?state=TX,OH')).toBe('TX,OH')
    expect(await found('?standing=expired')).toBe('TX')
    expect(await found('?standing=upcoming,current')).toBe('CA,OH')
    expect(await found('?search=jo%20oh-7')).toBe('OH')
    expect(await found('?search=nobody')).toBe('')
  })

  test('a document is opened by those who see the license, and replaced', async () => {
    const { id }: License = (await addLicense(agent)).json()
    const upload = (by: Someone, file: Buffer, name: string) =>
      by.ask('POST', at(`licenses/${id}/file?name=${name}`), file, octets)
    expect((await upload(coach, pdf, 'A.pdf')).json().code).toBe('not-permitted')
    expect((await upload(agent, Buffer.from('a,b\n1,2\n'), 'A.csv')).json().code).toBe('scan-type-not-allowed')
    expect((await upload(agent, png, 'A.png')).json().file).toMatchObject({ name: 'A.png', type: 'image/png' })
    expect((await upload(agent, pdf, 'Texas.pdf')).json()).toMatchObject({ file: { name: 'Texas.pdf' }, version: 3 })
    const { address } = (await coach.ask('POST', at(`licenses/${id}/file/address`))).json()
    expect((await world.app.inject(address)).rawPayload.equals(pdf)).toBe(true)
    await owner.ask('PUT', at('permissions'), { role: 'coach', permission: 'people.view', allowed: false })
    expect((await world.app.inject(address)).statusCode).toBe(404)
    await owner.ask('PUT', at('permissions'), { role: 'coach', permission: 'people.view', allowed: true })
    const { rows } = await world.database.query('select from orphaned_files')
    expect(rows.length).toBeGreaterThan(0)
  })

  test('licenses of former members stay on record, without a name after account deletion', async () => {
    const leaver = await world.people.registerMember(organization, 'Kim Roe', 'agent')
    await addLicense(leaver)
    expect((await leaver.ask('POST', at('leaving'))).statusCode).toBe(204)
    expect(await licensesOf(owner)).toMatchObject([{ person: { name: 'Kim Roe' }, isMember: false }])
    expect(
      await inOrganization(organization, () => loadLicenses(world.serving, organization, [leaver.id, coach.id])),
    ).toEqual(
      new Map([
        [leaver.id, [{ state: 'TX', from: '2025-02-01', until: '2027-01-15' }]],
        [coach.id, []],
      ]),
    )
    await world.people.setUpSecondFactor(leaver)
    expect((await leaver.ask('POST', '/api/account/deletion', leaver.proof())).statusCode).toBe(204)
    expect(await licensesOf(owner)).toMatchObject([{ person: null, isMember: false, number: 'TX-1042' }])
  })
})

describe('reminders', () => {
  const remindOn = async (day: string) => {
    now = new Date(`${day}T15:00:00Z`)
    await runJob(world.app, world.database, 'remind-of-deal-dates')
  }
  const mailed = async () =>
    (await world.database.query("select recipient from outgoing_mail where kind = 'license-ending'")).rowCount
  const needs = async (by: Someone, scope = 'mine'): Promise<[Need['kind'], string | null][]> => {
    const { groups } = (await by.ask('GET', at(`needs?scope=${scope}`))).json()
    return groups
      .flatMap(({ rows }: { rows: Need[] }) => rows.map(({ kind, day }) => [kind, day]))
      .filter(([kind]: [string]) => kind === 'license')
  }

  test('come 60, 30 and 7 days before the last day, once each', async () => {
    await addLicense(agent)
    const sent: number[] = []
    // 61, 60, 60 again, 59, 30, 7, 6 days before, the last day, and after it.
    for (const day of [
      '2026-11-15',
      '2026-11-16',
      '2026-11-16',
      '2026-11-17',
      '2026-12-16',
      '2027-01-08',
      '2027-01-09',
      '2027-01-15',
      '2027-01-16',
    ]) {
      await remindOn(day)
      sent.push((await mailed()) ?? 0)
    }
    expect(sent).toEqual([0, 1, 1, 1, 2, 3, 3, 3, 3])
    const { rows } = (await agent.ask('GET', at('notifications'))).json()
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ kind: 'license-ending', details: { what: 'Texas', day: '2027-01-15' } })
    expect((await owner.ask('GET', at('notifications'))).json().rows).toEqual([])
  })

  test('follow a moved end, and stop with a renewal or when the member leaves', async () => {
    const license: License = (await addLicense(agent)).json()
    await remindOn('2026-11-16')
    const change = { ...facts, until: '2027-01-14', version: license.version }
    expect((await agent.ask('PUT', at(`licenses/${license.id}`), change)).statusCode).toBe(200)
    expect((await agent.ask('GET', at('notifications'))).json().unread).toBe(0)
    await remindOn('2026-11-17')
    expect(await mailed()).toBe(2)
    const renewal: License = (await addLicense(agent, { from: '2027-01-15', until: '2029-01-14' })).json()
    await remindOn('2026-12-20')
    expect(await mailed()).toBe(2)
    await agent.ask('DELETE', at(`licenses/${renewal.id}`))
    const leaver = await world.people.registerMember(organization, 'Kim Roe', 'agent')
    await addLicense(leaver, { until: '2026-12-25' })
    await leaver.ask('POST', at('leaving'))
    await remindOn('2026-12-21')
    expect(await mailed()).toBe(3)
  })

  test('Home shows licenses that expire within 7 days or have expired', async () => {
    await addLicense(agent, { until: '2026-11-23' })
    await addLicense(agent, { state: 'OH', until: '2026-11-24' })
    await addLicense(agent, { state: 'CA', until: '2026-10-01' })
    const expected = [
      ['license', '2026-10-01'],
      ['license', '2026-11-23'],
    ]
    expect(await needs(agent)).toEqual(expected)
    expect(await needs(owner)).toEqual([])
    expect(await needs(owner, 'everyone')).toEqual(expected)
    expect(await needs(coach, 'everyone')).toEqual([])
    await addLicense(agent, { state: 'CA', from: '2026-10-02', until: '2028-10-01' })
    expect(await needs(agent)).toEqual([['license', '2026-11-23']])
  })
})

const notice = () => ({
  athleteId: athlete,
  agent: 'Dana Whitfield',
  agency: 'Northgate Sports',
  receivedOn: '2026-11-12',
  contractOn: '2026-11-10',
  note: null,
})
const addNotice = (by: Someone, more: object = {}) =>
  by.ask('POST', at('agent-notices'), { ...notice(), ...more }, once())
const noticesOf = async (by: Someone, query = ''): Promise<AgentNotice[]> =>
  (await by.ask('GET', at(`agent-notices${query}`))).json().rows

describe('agent notices', () => {
  test('are recorded, changed and removed by people who file disclosures, and audited', async () => {
    const added: AgentNotice = (await addNotice(compliance)).json()
    expect(added).toMatchObject({
      athlete: { id: athlete, name: 'Jonah Okoye' },
      agent: 'Dana Whitfield',
      addedBy: { name: 'Ruth Abel' },
      file: null,
    })
    expect((await addNotice(coach)).json().code).toBe('not-permitted')
    expect((await addNotice(compliance, { receivedOn: '2026-11-17' })).json().errors).toMatchObject([
      { field: 'receivedOn' },
    ])
    const change = (more: object) => compliance.ask('PUT', at(`agent-notices/${added.id}`), { ...notice(), ...more })
    expect((await change({ agency: null, version: 1 })).json()).toMatchObject({ agency: null, version: 2 })
    const stale = await change({ agent: 'Dana Whitman', version: 1 })
    expect([stale.statusCode, stale.json().present]).toMatchObject([409, { agency: null, version: 2 }])
    const file = await compliance.ask('POST', at(`agent-notices/${added.id}/file?name=Notice.pdf`), pdf, octets)
    expect(file.json().file).toMatchObject({ name: 'Notice.pdf', sha256: expect.stringMatching(/^[\da-f]{64}$/) })
    expect((await compliance.ask('DELETE', at(`agent-notices/${added.id}`))).statusCode).toBe(204)
    const events = (await owner.ask('GET', at('activity?kind=deals'))).json().rows
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      'agent-notice-removed',
      'agent-notice-changed',
      'agent-notice-changed',
      'agent-notice-added',
    ])
  })

  test('are filtered by athlete, agent and period', async () => {
    const other = await addAthlete('Noor')
    await addNotice(compliance, { receivedOn: '2026-10-01', contractOn: null })
    await addNotice(compliance, { athleteId: other, agent: 'Émile Roux', agency: null, receivedOn: '2026-11-01' })
    await addNotice(compliance, { agent: 'Lee Ford' })
    const found = async (query: string) => (await noticesOf(agent, query)).map((one) => one.agent)
    expect(await found('')).toEqual(['Lee Ford', 'Émile Roux', 'Dana Whitfield'])
    expect(await found(`?athlete=${other}`)).toEqual(['Émile Roux'])
    expect(await found('?from=2026-10-02&until=2026-11-01')).toEqual(['Émile Roux'])
    expect(await found('?search=emile')).toEqual(['Émile Roux'])
    expect(await found('?search=northgate%20ford')).toEqual(['Lee Ford'])
    expect(await found('?sort=agent')).toEqual(['Dana Whitfield', 'Émile Roux', 'Lee Ford'])
  })

  test('are hidden with their athlete, from members of limited scope and from the export', async () => {
    const added: AgentNotice = (await addNotice(compliance)).json()
    const limit = (allowed: boolean) =>
      owner.ask('PUT', at('permissions'), { role: 'agent', permission: 'athletes.all', allowed })
    await limit(false)
    expect(await noticesOf(agent)).toEqual([])
    expect((await addNotice(agent)).json().code).toBe('not-found')
    expect((await agent.ask('DELETE', at(`agent-notices/${added.id}`))).json().code).toBe('not-found')
    await limit(true)
    expect(await noticesOf(agent)).toHaveLength(1)
  })

  test('follow a merge, and keep agent and days after erasure', async () => {
    const [one, other] = [await addAthlete('Zeb'), await addAthlete('Zebulon')]
    const added: AgentNotice = (await addNotice(compliance, { athleteId: other, note: 'Zebulon called.' })).json()
    await compliance.ask('POST', at(`agent-notices/${added.id}/file?name=Zebulon.pdf`), pdf, octets)
    expect((await owner.ask('POST', at(`athletes/${one}/merges`), { other })).statusCode).toBe(200)
    expect(await noticesOf(owner)).toMatchObject([{ athlete: { id: one } }])
    expect((await owner.ask('POST', at(`athletes/${one}/erasure`), owner.proof())).statusCode).toBe(204)
    expect(await noticesOf(owner)).toMatchObject([
      {
        agent: 'Dana Whitfield',
        receivedOn: '2026-11-12',
        athlete: { name: 'Erased athlete' },
        note: null,
        file: null,
      },
    ])
  })
})

test('the inquiry export has notices and licenses of the period, and is audited', async () => {
  await addNotice(compliance, { receivedOn: '2026-05-31' })
  const inPeriod: AgentNotice = (await addNotice(compliance, { agent: '=cmd()', receivedOn: '2026-06-01' })).json()
  await compliance.ask('POST', at(`agent-notices/${inPeriod.id}/file?name=Notice.pdf`), pdf, octets)
  await addLicense(agent, { from: '2025-01-01', until: '2026-05-31' })
  await addLicense(agent, { state: 'OH', from: '2026-11-01', until: null })
  await addLicense(agent, { state: 'CA', from: '2026-12-01', until: null })
  const path = at('agent-notices/inquiry?from=2026-06-01&until=2026-11-30')
  const exported = await owner.ask('GET', path)
  expect(exported.headers['content-type']).toBe('application/zip')
  const files = unzip(exported.rawPayload)
  expect([...files.keys()]).toEqual([
    'README.txt',
    'agent-notices.csv',
    'licenses.csv',
    'disclosures.csv',
    'overrides.csv',
  ])
  const rowsOf = (name: string) => readCsv(files.get(name)?.toString() ?? '')
  expect(rowsOf('agent-notices.csv')).toEqual([
    {
      Received: '2026-06-01',
      Contract: '2026-11-10',
      'Within 72 hours': 'Yes',
      Agent: "'=cmd()",
      Agency: 'Northgate Sports',
      Athlete: 'Jonah Okoye',
      Note: '',
      Document: 'Notice.pdf',
      'SHA-256 of the document': createHash('sha256').update(pdf).digest('hex'),
      Recorded: expect.any(String),
      'Recorded by': 'Ruth Abel',
    },
  ])
  expect(rowsOf('licenses.csv')).toMatchObject([{ Agent: 'Jo Park', State: 'Ohio', From: '2026-11-01', Until: '' }])
  const [event] = (await owner.ask('GET', at('activity?kind=deals'))).json().rows
  expect(event).toMatchObject({ event: 'inquiry-exported', details: '2026-06-01 – 2026-11-30' })
  expect((await agent.ask('GET', path)).json().code).toBe('not-permitted')
  expect((await owner.ask('GET', at('agent-notices/inquiry?from=2026-06-02&until=2026-06-01'))).statusCode).toBe(422)
})

test('the inquiry export streams tables of other domains, batch by batch', async () => {
  const batches: string[] = []
  const table = (name: string) => ({
    headings: ['Day', 'Athlete'],
    async *rows(_: unknown, { from }: { from: string }) {
      for (const athlete of ['Jonah Okoye', 'Noor Okoye']) {
        batches.push(name)
        yield [[from, athlete]]
      }
    },
  })
  const exportInquiry = createInquiryExport({
    database: world.serving,
    clock: () => now,
    disclosures: table('disclosures'),
    overrides: table('overrides'),
  })
  const viewer = {
    person: { id: owner.id },
    member: { organization, role: 'owner' as const, permissions: permissionsOf('owner', []), lacksSecondFactor: false },
  }
  const bytes = await inOrganization(organization, () =>
    exportInquiry(viewer, { from: '2026-06-01', until: '2026-06-30' }),
  )
  const files = unzip(await buffer(bytes))
  expect(batches).toEqual(['disclosures', 'disclosures', 'overrides', 'overrides'])
  expect(readCsv(files.get('overrides.csv')?.toString() ?? '')).toEqual([
    { Day: '2026-06-01', Athlete: 'Jonah Okoye' },
    { Day: '2026-06-01', Athlete: 'Noor Okoye' },
  ])
})
