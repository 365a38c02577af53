import type { AthleteRow } from '@sherpa/contracts/athlete'
import type { NoteReaders } from '@sherpa/contracts/contact-log'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()

let owner: Someone
let agent: Someone
let coach: Someone
let support: Someone
let player: Someone
let organization: string
let athlete: string
let contact: string
let company: string
let companyContact: string

const at = (path: string) => `/api/organizations/${organization}/${path}`
const addAthlete = async (givenName: string, familyName: string): Promise<string> => {
  const facts = { givenName, familyName, birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  return (await owner.ask('POST', at('athletes'), facts)).json().id
}
const addContact = async (of: string, name: string): Promise<string> => {
  const mother = { name, relation: 'parent', title: null, reach: 'full', email: null, phone: '+1 503 555 0100' }
  return (await owner.ask('POST', at(`athletes/${of}/contacts`), mother)).json().id
}
const log = (by: Someone, body: object, of = athlete) => by.ask('POST', at(`athletes/${of}/notes`), body)
const call = (more: object = {}) => ({ kind: 'call', direction: 'out', result: 'reached', ...more })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
const listNames = async (by: Someone, query: string): Promise<string[]> =>
  (await by.ask('GET', at(`athletes?${query}`))).json().rows.map(({ familyName }: AthleteRow) => familyName)
const lastContact = async (by: Someone, of: string): Promise<string | null> =>
  (await by.ask('GET', at(`athletes/${of}`))).json().lastContactAt

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  support = await world.people.registerMember(organization, 'Sam Okafor', 'support-staff')
  player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
  athlete = await addAthlete('Jonah', 'Okoye')
  contact = await addContact(athlete, 'Ada Okoye')
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  company = (await owner.ask('POST', at('companies'), { name: 'Halden Sportswear', kind: 'brand' })).json().id
  const sofia = { name: 'Sofia Reyes', title: null, email: 'sofia@halden.example', phone: null }
  companyContact = (await owner.ask('POST', at(`companies/${company}/contacts`), sofia)).json().id
})

describe('a logged call', () => {
  test('has direction, contact, minutes, result and time', async () => {
    const when = daysAgo(2)
    const body = call({ contact, minutes: 12, at: when, text: 'Wants no posts during finals.' })
    const entry = (await log(agent, body)).json()
    expect(entry).toMatchObject({
      ...{ kind: 'call', direction: 'out', minutes: 12, result: 'reached', at: when, readers: 'deals', version: 1 },
      contact: { id: contact, name: 'Ada Okoye' },
    })
    const listed = (await support.ask('GET', at(`athletes/${athlete}/timeline?kind=contacts`))).json().rows
    // Support staff do not see contacts of athletes.
    expect(listed).toMatchObject([{ id: entry.id, own: false, contact: { id: null, name: null } }])
  })

  test('needs no text, a note does', async () => {
    expect((await log(agent, call())).json()).toMatchObject({ text: null, contact: null, minutes: null })
    expect((await log(agent, { kind: 'note' })).json().errors).toMatchObject([{ field: 'text' }])
  })

  test.each([
    ['at', () => ({ at: new Date(Date.now() + 60 * 60_000).toISOString() })],
    ['at', () => ({ at: '1800-01-01T00:00:00Z' })],
    ['at', () => ({ at: 'yesterday' })],
    ['minutes', () => ({ minutes: 0 })],
    ['minutes', () => ({ minutes: 10_000 })],
    ['minutes', () => ({ minutes: 1.5 })],
    ['result', () => ({ result: 'took-place' })],
    ['direction', () => ({ direction: 'up' })],
    ['text', () => ({ text: 'x'.repeat(5001) })],
    ['contact', () => ({ contact: companyContact })],
    ['readers', () => ({ readers: 'everyone' })],
  ])('refuses a wrong %s', async (field, wrong) => {
    const answer = await log(agent, call(wrong()))
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, field])
  })

  test('refuses a contact of another athlete, and any contact from people who see none', async () => {
    const other = await addContact(await addAthlete('Kaia', 'Nakamura'), 'Mari Nakamura')
    expect((await log(agent, call({ contact: other }))).json().errors).toMatchObject([{ field: 'contact' }])
    expect((await log(coach, call({ contact }))).json().errors).toMatchObject([{ field: 'contact' }])
    expect((await log(coach, call())).json()).toMatchObject({ kind: 'call', readers: 'team' })
  })

  test('a note has no direction, contact, minutes or result', async () => {
    const body = { kind: 'note', text: 'Knee', direction: 'in', contact, minutes: 3, result: 'reached' }
    const fields = (await log(agent, body)).json().errors.map(({ field }: { field: string }) => field)
    expect(fields.sort()).toEqual(['contact', 'direction', 'minutes', 'result'])
  })

  test('email is for people who see money, if the author does', async () => {
    expect((await log(agent, { kind: 'email', direction: 'in' })).json().readers).toBe('money')
    expect((await log(support, { kind: 'email', direction: 'in' })).json().readers).toBe('deals')
    expect((await log(coach, { kind: 'email', direction: 'in' })).json().readers).toBe('team')
  })

  test('keeps its entry when the contact is removed', async () => {
    const friend = await addContact(athlete, 'Bo Okoye')
    const { id } = (await log(agent, call({ contact: friend }))).json()
    await owner.ask('DELETE', at(`athletes/${athlete}/contacts/${friend}`))
    const rows = (await agent.ask('GET', at(`athletes/${athlete}/timeline?kind=contacts`))).json().rows
    expect(rows.find((row: { id: string }) => row.id === id).contact).toEqual({ id: null, name: null })
    const change = await agent.ask('PATCH', at(`athletes/${athlete}/notes/${id}`), {
      version: 1,
      changes: { minutes: 4 },
    })
    expect(change.json()).toMatchObject({ minutes: 4, contact: { id: null, name: null } })
  })
})

describe('changing an entry', () => {
  test('keeps other fields, and a stale version gets the newer state', async () => {
    const { id } = (await log(agent, call({ minutes: 5 }))).json()
    const change = (version: number, changes: object, by = agent) =>
      by.ask('PATCH', at(`athletes/${athlete}/notes/${id}`), { version, changes })
    expect((await change(1, { result: 'no-answer', contact })).json()).toMatchObject({
      ...{ result: 'no-answer', minutes: 5, version: 2, editedAt: expect.any(String) },
      contact: { id: contact, name: 'Ada Okoye' },
    })
    const conflict = await change(1, { minutes: 9 })
    expect([conflict.statusCode, conflict.json()]).toMatchObject([
      409,
      { code: 'changed-meanwhile', present: { result: 'no-answer', minutes: 5, version: 2 } },
    ])
    expect((await change(2, { minutes: 9 }, owner)).json().code).toBe('not-yours')
    expect((await change(2, { kind: 'note', text: 'Knee' })).statusCode).toBe(422)
    const plain = { kind: 'note', text: 'Knee', direction: null, contact: null, minutes: null, result: null }
    expect((await change(2, plain)).json()).toMatchObject({ kind: 'note', contact: null })
    expect((await change(3, { at: new Date(Date.now() + 60 * 60_000).toISOString() })).statusCode).toBe(422)
  })

  test('of two changes at once, one is refused', async () => {
    const { id } = (await log(agent, call())).json()
    const change = (minutes: number) =>
      agent.ask('PATCH', at(`athletes/${athlete}/notes/${id}`), { version: 1, changes: { minutes } })
    const answers = await Promise.all([change(1), change(2)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('last contact', () => {
  test('counts only entries that the viewer may read, never private ones', async () => {
    const id = await addAthlete('Rosa', 'Vega')
    const [days, audiences] = [{ team: 40, deals: 30, money: 20, me: 10 }, ['team', 'deals', 'money', 'me'] as const]
    const logged: Partial<Record<NoteReaders, string>> = {}
    for (const readers of audiences) {
      const body = call({ readers, at: daysAgo(days[readers]), text: `Planted for ${readers}` })
      logged[readers] = (await log(agent, body, id)).json().at
    }
    await log(agent, { kind: 'note', text: 'No contact', readers: 'team' }, id)
    for (const [who, readers] of [
      [owner, 'money'],
      [agent, 'money'],
      [support, 'deals'],
      [coach, 'team'],
    ] as const) {
      expect(await lastContact(who, id)).toBe(logged[readers])
      const isListed = async (gap: string) => (await listNames(who, `contact=${gap}&search=vega`)).length > 0
      expect([await isListed('14'), await isListed('60')]).toEqual([true, false])
      expect(await isListed('30')).toBe(readers !== 'money')
    }
  })

  test('does not show athletes anything of the log', async () => {
    await log(agent, call({ readers: 'team' }))
    expect(await lastContact(player, athlete)).toBeNull()
    for (const gap of ['7', 'never', '90']) expect(await listNames(player, `contact=${gap}`)).toEqual(['Okoye'])
  })

  test('follows changes, removal, merge and its undo', async () => {
    const [id, other] = [await addAthlete('Lena', 'Brandt'), await addAthlete('Lena', 'Brandt')]
    expect(await lastContact(owner, id)).toBeNull()
    const first = (await log(agent, call({ at: daysAgo(9) }), id)).json()
    const second = (await log(agent, call({ at: daysAgo(3) }), other)).json()
    expect(await lastContact(owner, id)).toBe(first.at)
    const moved = daysAgo(12)
    const path = at(`athletes/${id}/notes/${first.id}`)
    await agent.ask('PATCH', path, { version: 1, changes: { at: moved } })
    expect(await lastContact(owner, id)).toBe(moved)

    await owner.ask('POST', at(`athletes/${id}/merges`), { other })
    expect(await lastContact(owner, id)).toBe(second.at)
    const { merged } = (await owner.ask('GET', at(`athletes/${id}/duplicates`))).json()
    await owner.ask('DELETE', at(`athletes/${id}/merges/${merged[0].id}`))
    expect([await lastContact(owner, id), await lastContact(owner, other)]).toEqual([moved, second.at])

    await agent.ask('PATCH', path, { version: 2, changes: { readers: 'me' } })
    expect(await lastContact(owner, id)).toBeNull()
    await agent.ask('DELETE', at(`athletes/${other}/notes/${second.id}`))
    expect(await lastContact(owner, other)).toBeNull()
  })

  test('is erased with the log', async () => {
    const id = await addAthlete('Zebulon', 'Quagmire')
    await log(agent, call({ text: 'Zebulon is quick' }), id)
    await world.people.assumeSecondFactor(owner, false)
    const erased = await owner.ask('POST', at(`athletes/${id}/erasure`), owner.proof())
    await world.people.assumeSecondFactor(owner)
    expect(erased.statusCode).toBe(204)
    const { rows } = await world.database.query(
      `select last_contact_money = '-infinity' as forgotten,
         (select count(*)::integer from athlete_timeline t where t.athlete_id = a.id and t.text is not null) as texts
       from athletes a where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ forgotten: true, texts: 0 }])
  })

  test('sorts and pages athletes, never contacted first', async () => {
    const agency = await world.people.createOrganization(owner)
    const path = `/api/organizations/${agency}/athletes`
    for (const [n, familyName] of ['Ash', 'Birch', 'Cedar', 'Dogwood'].entries()) {
      const facts = { givenName: 'Ivy', familyName, level: 'college', stage: 'signed' }
      const { id } = (await owner.ask('POST', path, facts)).json()
      if (n > 1) await owner.ask('POST', `${path}/${id}/notes`, call({ at: daysAgo(n * 20) }))
    }
    const list = async (query: string) => {
      const names: string[] = []
      let after = ''
      do {
        const page = (await owner.ask('GET', `${path}?${query}&limit=1${after && `&after=${after}`}`)).json()
        names.push(...page.rows.map(({ familyName }: AthleteRow) => familyName))
        after = page.next ?? ''
      } while (after)
      return names
    }
    expect((await list('sort=contact')).slice(2)).toEqual(['Dogwood', 'Cedar'])
    expect((await list('sort=-contact')).slice(0, 2)).toEqual(['Cedar', 'Dogwood'])
    expect(await list('contact=60&sort=name')).toEqual(['Ash', 'Birch', 'Dogwood'])
    expect(await list('contact=never&sort=name')).toEqual(['Ash', 'Birch'])
    expect((await owner.ask('GET', `${path}?contact=8`)).statusCode).toBe(422)
  })
})

test('planted texts and times reach only their readers, through every way to read a record', async () => {
  const id = await addAthlete('Petra', 'Hollis')
  const brand = (await owner.ask('POST', at('companies'), { name: 'Tarn Running', kind: 'brand' })).json().id
  const planted = { team: '2026-01-01', deals: '2026-01-02', money: '2026-01-03', me: '2026-01-04' }
  for (const [readers, day] of Object.entries(planted)) {
    const body = call({ readers, text: `Planted for ${readers}`, at: `${day}T11:22:33.000Z` })
    expect((await log(agent, body, id)).statusCode).toBe(201)
    if (readers !== 'team') await agent.ask('POST', at(`companies/${brand}/notes`), body)
  }
  await owner.ask('PUT', at('permissions'), { role: 'coach', permission: 'data.export', allowed: true })
  const paths = [
    ...['', '/timeline', '/timeline?kind=contacts', '/duplicates'].map((path) => `athletes/${id}${path}`),
    ...['athletes?search=hollis', 'athletes?search=planted', 'athletes?sort=-contact'],
    ...['athletes/export', 'athletes/export?format=json', `athletes/last-notes?athletes=${id}`],
    ...[`companies/${brand}`, `companies/${brand}/notes`, 'companies?sort=contact', 'companies?search=planted'],
    ...['activity', 'notifications', 'needs'],
  ]
  const readable: [Someone, NoteReaders[]][] = [
    [agent, ['team', 'deals', 'money', 'me']],
    [owner, ['team', 'deals', 'money']],
    [support, ['team', 'deals']],
    [coach, ['team']],
    [player, []],
  ]
  for (const [viewer, allowed] of readable) {
    const bodies = await Promise.all(paths.map(async (path) => (await viewer.ask('GET', at(path))).body))
    const seen = (text: string) => bodies.some((body) => body.includes(text))
    for (const [readers, day] of Object.entries(planted)) {
      const isAllowed = allowed.includes(readers as NoteReaders)
      expect([viewer.name, readers, seen(`Planted for ${readers}`)]).toEqual([viewer.name, readers, isAllowed])
      expect([viewer.name, readers, seen(`${day}T11:22:33`)]).toEqual([viewer.name, readers, isAllowed])
    }
  }
})

describe('the log of a company', () => {
  const path = (more = '') => at(`companies/${company}/notes${more}`)

  test('has the entries that the viewer may read', async () => {
    for (const readers of ['deals', 'money', 'me'])
      expect((await agent.ask('POST', path(), call({ readers, text: `For ${readers}` }))).statusCode).toBe(201)
    const texts = async (by: Someone) =>
      (await by.ask('GET', path())).json().rows.map(({ text }: { text: string }) => text)
    expect(await texts(agent)).toEqual(['For me', 'For money', 'For deals'])
    expect(await texts(owner)).toEqual(['For money', 'For deals'])
    expect(await texts(support)).toEqual(['For deals'])
    for (const by of [coach, player]) expect((await by.ask('GET', path())).statusCode).toBe(403)
    expect((await agent.ask('POST', path(), call({ readers: 'team' }))).statusCode).toBe(422)
  })

  test('names a contact of the company', async () => {
    const entry = (await support.ask('POST', path(), call({ contact: companyContact }))).json()
    expect(entry.contact).toEqual({ id: companyContact, name: 'Sofia Reyes' })
    expect((await agent.ask('POST', path(), call({ contact }))).json().errors).toMatchObject([{ field: 'contact' }])
    const { lastContactAt } = (await owner.ask('GET', at(`companies/${company}`))).json()
    expect(lastContactAt).toBe(entry.at)
  })

  test('moves with a merge and back, and counts as the last contact', async () => {
    const other = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand' })).json().id
    const entry = (await owner.ask('POST', at(`companies/${other}/notes`), call({ text: 'Moved' }))).json()
    const list = async (of: string) =>
      (await owner.ask('GET', at(`companies/${of}/notes`))).json().rows.map(({ id }: { id: string }) => id)
    const merged = (await owner.ask('POST', at(`companies/${company}/merges`), { other })).json()
    expect(merged.lastContactAt).toBe(entry.at)
    expect(await list(company)).toContain(entry.id)
    await owner.ask('DELETE', at(`companies/${company}/merges/${merged.merged[0].id}`))
    expect(await list(other)).toEqual([entry.id])
    const names = async (query: string) =>
      (await owner.ask('GET', at(`companies?${query}`))).json().rows.map(({ name }: { name: string }) => name)
    expect((await names('sort=-contact'))[0]).toBe('Halden')
    expect(await names('contact=7')).not.toContain('Halden')
  })

  test('entries are changed by their author, with a version', async () => {
    const { id } = (await support.ask('POST', path(), call())).json()
    const change = (by: Someone, version: number) =>
      by.ask('PATCH', path(`/${id}`), { version, changes: { minutes: 7 } })
    expect((await change(owner, 1)).json().code).toBe('not-yours')
    expect((await change(support, 1)).json()).toMatchObject({ minutes: 7, version: 2 })
    expect((await change(support, 1)).json()).toMatchObject({ code: 'changed-meanwhile', present: { version: 2 } })
    expect((await support.ask('DELETE', path(`/${id}`))).statusCode).toBe(204)
  })
})
