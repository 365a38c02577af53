import type { Athlete } from '@sherpa/contracts/athlete'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests({ clock: () => new Date('2026-11-15T12:00:00Z') })

let owner: Someone
let agent: Someone
let coach: Someone
let organization: string
const at = (path = '') => `/api/organizations/${organization}/athletes${path}`
const kaia = {
  givenName: 'Kaia',
  familyName: 'Nakamura',
  birthDate: '2009-03-03',
  sport: 'basketball',
  positions: ['point-guard'],
  level: 'high-school',
  school: 'Alder Basin High',
  classYear: 2027,
  hometown: 'Bend',
  state: 'OR',
  email: 'kaia@hidden.example',
  stage: 'signed',
}

async function add(facts: object = {}, by = owner): Promise<Athlete> {
  const answer = await by.ask('POST', at(), { ...kaia, ...facts })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

const listNames = async (who: Someone, query = '') =>
  (await who.ask('GET', at(`?sort=name&${query}`))).json().rows.map((row: Athlete) => row.familyName)

const change = (who: Someone, { id, version }: Athlete, changes: object) =>
  who.ask('PATCH', at(`/${id}`), { version, changes })

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Jo Park', 'agent')
  coach = await world.people.registerMember(organization, 'Tunde Bello', 'coach')
})

describe('the roster', () => {
  beforeAll(async () => {
    await world.database.query('delete from athletes')
    await add()
    await add({
      givenName: 'Dejan',
      familyName: 'Marković',
      sport: 'hockey',
      positions: ['left-wing'],
      level: 'pro',
      school: 'Duluth Ironclads',
      classYear: null,
      state: 'MN',
    })
    await add({
      givenName: 'Theo',
      familyName: 'Lind',
      sport: 'football',
      positions: ['quarterback'],
      level: 'college',
      school: 'Northfield State',
      stage: 'prospect',
      state: 'MN',
      classYear: 2028,
    })
  })

  test('is sorted by family name, and search ignores accents and typos', async () => {
    expect(await listNames(owner)).toEqual(['Lind', 'Marković', 'Nakamura'])
    expect(await listNames(owner, 'search=markovic')).toEqual(['Marković'])
    expect(await listNames(owner, 'search=alder basin')).toEqual(['Nakamura'])
    expect(await listNames(owner, 'search=nakamurra')).toEqual(['Nakamura'])
  })

  test.each([
    ['stage=prospect', ['Lind']],
    ['sport=hockey,football', ['Lind', 'Marković']],
    ['position=basketball.point-guard', ['Nakamura']],
    ['position=hockey.point-guard', []],
    ['level=pro', ['Marković']],
    ['class=2027', ['Nakamura']],
    ['state=MN', ['Lind', 'Marković']],
    ['assignee=me', ['Lind', 'Marković', 'Nakamura']],
    ['assignee=none', []],
  ])('is filtered by %s', async (filter, expected) => {
    expect(await listNames(owner, filter)).toEqual(expected)
  })

  test('is not searched by sensitive fields', async () => {
    expect(await listNames(owner, 'search=hidden')).toEqual([])
  })
})

describe('a record', () => {
  test('marks minors, and hides sensitive fields from a coach', async () => {
    const { id } = await add()
    const load = async (who: Someone): Promise<Athlete> => (await who.ask('GET', at(`/${id}`))).json()
    expect(await load(agent)).toMatchObject({ minor: true, age: 17, birthDate: '2009-03-03', contacts: [] })
    expect(await load(coach)).toMatchObject({
      minor: true,
      age: null,
      birthDate: null,
      email: null,
      contacts: null,
      eligibility: null,
      sensitive: false,
      editable: false,
    })
  })

  test('rejects a change based on a stale version, and logs changes', async () => {
    const athlete = await add()
    const changed = await change(owner, athlete, { stage: 'former', sport: 'soccer', positions: ['winger'] })
    expect(changed.json()).toMatchObject({ stage: 'former', version: athlete.version + 1 })
    const late = await change(agent, athlete, { hometown: 'Portland' })
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile', present: { stage: 'former', hometown: 'Bend' } })
    const { rows } = (await owner.ask('GET', at(`/${athlete.id}/timeline`))).json()
    expect(rows).toMatchObject([
      {
        kind: 'changed',
        actor: { name: 'Amara Cole' },
        changes: [
          { field: 'sport', before: 'Basketball', after: 'Soccer' },
          { field: 'positions', before: 'Point guard', after: 'Winger' },
          { field: 'stage', before: 'Signed', after: 'Former' },
        ],
      },
      { kind: 'added' },
    ])
  })

  test('accepts only positions of its sport', async () => {
    const athlete = await add()
    const wrong = await change(owner, athlete, { sport: 'football' })
    expect(wrong.json().errors).toEqual([{ field: 'positions', message: 'Choose positions of the sport' }])
  })

  test('rejects changes of hidden fields, and hides their values on the timeline', async () => {
    const helper = await world.people.registerMember(organization, 'Max Fry', 'support-staff')
    const athlete = await add()
    expect((await change(helper, athlete, { birthDate: '2000-01-01' })).json().errors).toMatchObject([
      { field: 'birthDate' },
    ])
    await change(owner, athlete, { birthDate: '2008-03-03' })
    const [entry] = (await helper.ask('GET', at(`/${athlete.id}/timeline?kind=changes`))).json().rows
    expect(entry).toMatchObject({ kind: 'changed', changes: [] })
  })

  test('of a minor masks email and phone of contacts, and logs who shows them', async () => {
    const { id } = await add()
    const contact = {
      name: 'Mari Nakamura',
      relation: 'parent',
      title: 'Mother',
      reach: 'full',
      email: 'mari@nakamura.example',
      phone: '(541) 555-0142',
    }
    const added = (await agent.ask('POST', at(`/${id}/contacts`), contact)).json()
    const [masked] = (await agent.ask('GET', at(`/${id}`))).json().contacts
    expect(masked).toMatchObject({
      name: 'Mari Nakamura',
      masked: true,
      email: '•••••@•••••.example',
      phone: '•••••••42',
    })
    const revealed = await agent.ask('POST', at(`/${id}/contacts/${added.id}/shown`))
    expect(revealed.json()).toEqual({ email: contact.email, phone: contact.phone })
    const { rows } = (await owner.ask('GET', `/api/organizations/${organization}/activity?kind=athletes`)).json()
    expect(rows[0]).toMatchObject({
      event: 'contact-shown',
      actor: { name: 'Jo Park' },
      athlete: { name: 'Kaia Nakamura' },
    })
  })

  test('of a minor masks their own email and phone for others', async () => {
    const { id } = await add({ phone: '(541) 555-0199' })
    const seen = (await agent.ask('GET', at(`/${id}`))).json()
    expect(seen).toMatchObject({ reachMasked: true, email: '•••••@•••••.example', phone: '•••••••99' })
    const revealed = await agent.ask('POST', at(`/${id}/reach/shown`))
    expect(revealed.json()).toEqual({ email: 'kaia@hidden.example', phone: '(541) 555-0199' })
    const { rows } = (await owner.ask('GET', `/api/organizations/${organization}/activity?kind=athletes`)).json()
    expect(rows[0]).toMatchObject({ event: 'athlete-reach-shown', actor: { name: 'Jo Park' } })
    const [entry] = (await agent.ask('GET', at(`/${id}/timeline?kind=changes`))).json().rows
    expect(entry).toMatchObject({ kind: 'reach-shown', actor: { name: 'Jo Park' } })
    const adult = await add({ birthDate: '2000-01-01', phone: '(541) 555-0199' })
    expect(adult).toMatchObject({ reachMasked: false, phone: '(541) 555-0199' })
    const unknown = await add({ email: null, phone: null })
    expect(unknown).toMatchObject({ reachMasked: false, email: null })
  })

  test('has notes that only their author can remove', async () => {
    const { id } = await add()
    const note = (await agent.ask('POST', at(`/${id}/notes`), { kind: 'call', text: 'Family prefers cash.' })).json()
    expect(note).toMatchObject({ kind: 'call', own: true })
    expect((await owner.ask('DELETE', at(`/${id}/notes/${note.id}`))).json().code).toBe('not-yours')
    expect((await agent.ask('DELETE', at(`/${id}/notes/${note.id}`))).statusCode).toBe(204)
  })

  test('has tags and custom fields of the organization', async () => {
    const athlete = await add()
    const tag = (await owner.ask('POST', `/api/organizations/${organization}/tags`, { name: 'Top 50' })).json()
    const same = (await owner.ask('POST', `/api/organizations/${organization}/tags`, { name: 'top 50' })).json()
    expect(same).toEqual(tag)
    const fields = `/api/organizations/${organization}/custom-fields`
    const size = (await owner.ask('POST', fields, { name: 'Shoe size', kind: 'number', choices: [] })).json()
    const house = (await owner.ask('POST', fields, { name: 'Agency tier', kind: 'choice', choices: ['A', 'B'] })).json()
    const changed = await change(owner, athlete, { tags: [tag.id], custom: { [size.id]: 9.5, [house.id]: 'A' } })
    expect(changed.json()).toMatchObject({ tags: [tag], custom: { [size.id]: 9.5, [house.id]: 'A' } })
    const wrong = await change(owner, changed.json(), { custom: { [house.id]: 'C' } })
    expect(wrong.json().errors).toEqual([{ field: `custom.${house.id}`, message: 'Choose one of: A, B' }])
    const since = (await owner.ask('POST', fields, { name: 'Since', kind: 'date', choices: [] })).json()
    const impossible = await change(owner, changed.json(), { custom: { [since.id]: '2026-02-31' } })
    expect(impossible.json().errors).toEqual([{ field: `custom.${since.id}`, message: 'Enter a date' }])
    const findIds = async (filter: string) =>
      (await owner.ask('GET', at(`?${filter}`))).json().rows.map((row: Athlete) => row.id)
    expect(await findIds(`tag=${tag.id}`)).toEqual([athlete.id])
    expect(await findIds(`custom=${size.id}:9.5,${house.id}:A`)).toEqual([athlete.id])
    expect(await findIds(`custom=${size.id}:10`)).toEqual([])
  })
})

describe('a member with scope "assigned"', () => {
  let scout: Someone
  let mine: Athlete
  let other: Athlete

  beforeAll(async () => {
    await world.database.query('delete from athletes')
    scout = await world.people.registerMember(organization, 'Sam Scout', 'support-staff')
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'support-staff',
      permission: 'athletes.all',
      allowed: false,
    })
    mine = await add({ familyName: 'Mine', lookedAfterBy: [scout.id] })
    other = await add({ familyName: 'Other' })
  })

  test('cannot find, open or change other athletes', async () => {
    expect(await listNames(scout)).toEqual(['Mine'])
    expect((await scout.ask('GET', at())).json().total).toEqual({ count: 1, exact: true })
    expect(await listNames(scout, 'search=other')).toEqual([])
    expect(await listNames(scout, `ids=${mine.id},${other.id}`)).toEqual(['Mine'])
    for (const path of [`/${other.id}`, `/${other.id}/timeline`]) {
      expect((await scout.ask('GET', at(path))).statusCode).toBe(404)
    }
    expect((await change(scout, other, { hometown: 'Bend' })).statusCode).toBe(404)
    expect((await scout.ask('POST', at(`/${other.id}/notes`), { kind: 'note', text: 'x' })).statusCode).toBe(404)
    const many = { selection: { ids: [mine.id, other.id] }, change: { stage: 'former' } }
    expect((await scout.ask('POST', at('/changes'), many)).json()).toMatchObject({ changed: 1 })
  })

  test('does not see tags and events of other athletes', async () => {
    const tag = (await owner.ask('POST', `/api/organizations/${organization}/tags`, { name: 'Secret' })).json()
    await owner.ask('POST', at('/changes'), { selection: { ids: [other.id] }, change: { addTag: tag.id } })
    const { tags } = (await scout.ask('GET', `/api/organizations/${organization}/tags`)).json()
    expect(tags.map(({ name }: { name: string }) => name)).not.toContain('Secret')
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'support-staff',
      permission: 'activity.view',
      allowed: true,
    })
    const { rows } = (await scout.ask('GET', `/api/organizations/${organization}/activity`)).json()
    expect(
      rows.filter(({ athlete, event }: { athlete: unknown; event: string }) => athlete || /athlete/.test(event)),
    ).toEqual([])
  })
})

test('an athlete sees only their own record', async () => {
  const person = await world.people.registerMember(organization, 'Kaia Nakamura', 'athlete')
  const own = await add()
  const other = await add({ familyName: 'Other' })
  await world.database.query('update athletes set user_id = $1 where id = $2', [person.id, own.id])
  expect(await listNames(person)).toEqual(['Nakamura'])
  expect((await person.ask('GET', at(`/${own.id}`))).json()).toMatchObject({
    birthDate: '2009-03-03',
    sensitive: true,
    editable: false,
  })
  expect((await person.ask('GET', at(`/${other.id}`))).statusCode).toBe(404)
  await owner.ask('POST', at(`/${own.id}/notes`), { kind: 'call', text: 'Only for colleagues' })
  const { rows } = (await person.ask('GET', at(`/${own.id}/timeline`))).json()
  expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['added'])
  expect((await change(person, own, { hometown: 'Portland' })).json().code).toBe('not-permitted')
})

describe('duplicates', () => {
  const countChildren = async (id: string) => {
    const tables = ['athlete_contacts', 'athlete_tags', 'athlete_measurements', 'custom_values']
    const counts = tables.map((table) => `(select count(*)::int from ${table} where athlete_id = $1) as ${table}`)
    return (await world.database.query(`select ${counts.join(', ')}`, [id])).rows[0]
  }

  test('are found, merged with all data of both, and separated again by undo', async () => {
    await world.database.query('delete from athletes')
    const survivor = await add({ hometown: null, email: null })
    const other = await add({ school: 'Another School', stage: 'prospect' })
    const contact = { name: 'Mari', relation: 'parent', title: null, reach: 'full', email: null, phone: null }
    await owner.ask('POST', at(`/${other.id}/contacts`), contact)
    const { id: tag } = (await owner.ask('POST', `/api/organizations/${organization}/tags`, { name: 'Both' })).json()
    await owner.ask('POST', at('/changes'), { selection: { ids: [other.id] }, change: { addTag: tag } })
    const before = [await countChildren(survivor.id), await countChildren(other.id)]

    const found = (await owner.ask('GET', at(`/${survivor.id}/duplicates`))).json()
    expect(found.duplicates.map(({ id }: Athlete) => id)).toEqual([other.id])
    const merged = await owner.ask('POST', at(`/${survivor.id}/merges`), { other: other.id })
    expect(merged.json()).toMatchObject({
      school: 'Alder Basin High',
      hometown: 'Bend',
      // Masked, since she is a minor.
      email: '•••••@•••••.example',
      contacts: [{ name: 'Mari' }],
      tags: [{ name: 'Both' }],
    })
    expect(await listNames(owner)).toEqual(['Nakamura'])
    expect((await owner.ask('GET', at(`/${other.id}`))).statusCode).toBe(404)

    const [merge] = (await owner.ask('GET', at(`/${survivor.id}/duplicates`))).json().merged
    expect((await owner.ask('DELETE', at(`/${survivor.id}/merges/${merge.id}`))).statusCode).toBe(204)
    expect([await countChildren(survivor.id), await countChildren(other.id)]).toEqual(before)
    expect((await owner.ask('GET', at(`/${survivor.id}`))).json()).toMatchObject({
      hometown: null,
      email: null,
      tags: [],
    })
    expect((await owner.ask('GET', at(`/${other.id}`))).json()).toMatchObject({ school: 'Another School' })
  })

  test('keep changes made after the merge when it is undone', async () => {
    const survivor = await add({ hometown: null })
    const other = await add()
    const merged = (await owner.ask('POST', at(`/${survivor.id}/merges`), { other: other.id })).json()
    await change(owner, merged, { hometown: 'Portland' })
    const [merge] = (await owner.ask('GET', at(`/${survivor.id}/duplicates`))).json().merged
    await owner.ask('DELETE', at(`/${survivor.id}/merges/${merge.id}`))
    expect((await owner.ask('GET', at(`/${survivor.id}`))).json()).toMatchObject({ hometown: 'Portland' })
  })
})

test('an erased athlete leaves no name, address or note in any table', async () => {
  const athlete = await add({ givenName: 'Zebulon', familyName: 'Quagmire', email: 'zebulon@erased.example' })
  const twin = await add({ givenName: 'Zebulon', familyName: 'Quagmire' })
  const contact = { name: 'Ottoline', relation: 'parent', title: null, reach: 'full', email: null, phone: null }
  await owner.ask('POST', at(`/${athlete.id}/contacts`), contact)
  await owner.ask('POST', at(`/${athlete.id}/notes`), { kind: 'note', text: 'Zebulon is quick' })
  await owner.ask('POST', at(`/${athlete.id}/merges`), { other: twin.id })
  await world.people.assumeSecondFactor(owner, false)
  const wrong = await owner.ask('POST', at(`/${athlete.id}/erasure`), { password: 'not it' })
  expect(wrong.statusCode).toBe(422)
  const unproven = await owner.ask('POST', at(`/${athlete.id}/erasure`), {})
  expect(unproven.json().errors).toEqual([{ field: 'password', message: 'Enter your password' }])
  const erased = await owner.ask('POST', at(`/${athlete.id}/erasure`), owner.proof())
  expect(erased.statusCode).toBe(204)
  await world.people.assumeSecondFactor(owner)
  expect(await world.people.mailTo(owner.email, 'owner-notice')).toMatchObject({
    action: 'athlete-erased',
    by: owner.name,
  })
  expect((await owner.ask('GET', at(`/${athlete.id}`))).statusCode).toBe(404)

  const { rows: tables } = await world.database.query(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  for (const { relname } of tables) {
    const { rows } = await world.database.query(
      `select to_jsonb(t) as row from ${relname} t where t::text ~* 'zebulon|quagmire|ottoline'`,
    )
    expect([relname, rows]).toEqual([relname, []])
  }
  const { rows } = (await owner.ask('GET', `/api/organizations/${organization}/activity?kind=athletes`)).json()
  expect(rows[0]).toMatchObject({ event: 'athlete-erased', athlete: { id: athlete.id, name: '' } })
})

describe('an export', () => {
  test('has the visible athletes, with formulas escaped', async () => {
    await world.database.query('delete from athletes')
    await add({ familyName: '=1+1', hometown: 'Bend, upper side' })
    await add({ familyName: 'Other', stage: 'former' })
    const checker = await world.people.registerMember(organization, 'Lin Zhao', 'compliance')
    const csv = await checker.ask('GET', at('/export?format=csv&stage=signed'))
    expect([csv.statusCode, csv.headers['total-count']]).toEqual([200, '1'])
    expect(csv.body).toContain(
      '"\'=1+1",Kaia,,Signed,Basketball,Point guard,High school,Alder Basin High,2027,"Bend, upper side",OR',
    )
    expect(csv.body).toContain('2009-03-03')
    expect(csv.body).not.toContain('Other')
    const json = await checker.ask('GET', at('/export?format=json'))
    expect(json.json()).toMatchObject([{ familyName: 'Other' }, { familyName: '=1+1', birthDate: '2009-03-03' }])
  })

  test('has no sensitive data without permission, and is logged', async () => {
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'coach',
      permission: 'data.export',
      allowed: true,
    })
    for (const format of ['csv', 'json']) {
      const { body } = await coach.ask('GET', at(`/export?format=${format}`))
      expect(body).toContain('Other')
      expect(body).not.toMatch(/2009-03-03|hidden|birth/i)
    }
    const { rows } = (await owner.ask('GET', `/api/organizations/${organization}/activity?kind=athletes`)).json()
    expect(rows[0]).toMatchObject({ event: 'athletes-exported', details: '2, json' })
  })
})

test('a full email address finds its athlete, with permission for sensitive data', async () => {
  await world.database.query('delete from athletes')
  await add({ familyName: 'Found', email: 'qwz7@mail.example' })
  await add({ familyName: 'Other', email: 'qwz8@mail.example' })
  expect(await listNames(owner, 'search=Qwz7%40mail.example')).toEqual(['Found'])
  expect(await listNames(owner, 'search=qwz7%40mail.exam')).toEqual([])
  const coached = await world.people.registerMember(organization, 'Carla Coach', 'coach')
  expect(await listNames(coached, 'search=qwz7%40mail.example')).toEqual([])
  const selection = { list: 'search=qwz7%40mail.example', except: [], count: 1 }
  const changed = await owner.ask('POST', at('/changes'), { selection, change: { stage: 'former' } })
  expect(changed.json()).toMatchObject({ changed: 1 })
})

describe('a bulk change', () => {
  test('applies to a list without exceptions, and only if the count matches', async () => {
    await world.database.query('delete from athletes')
    const [first] = [
      await add({ familyName: 'One' }),
      await add({ familyName: 'Two' }),
      await add({ familyName: 'Three', stage: 'former' }),
    ]
    const all = (count: number) => ({
      selection: { list: 'stage=signed', except: [first?.id], count },
      change: { assign: agent.id },
    })
    expect((await owner.ask('POST', at('/changes'), all(2))).json().code).toBe('selection-changed')
    expect((await owner.ask('POST', at('/changes'), all(1))).json()).toMatchObject({ changed: 1 })
    expect(await listNames(owner, `assignee=${agent.id}`)).toEqual(['Two'])
  })
  test('can be undone, except for later changes by colleagues', async () => {
    await world.database.query('delete from athletes')
    const [one, two, three] = [
      await add({ familyName: 'One', stage: 'prospect' }),
      await add({ familyName: 'Two', stage: 'recruiting' }),
      await add({ familyName: 'Three', stage: 'former' }),
    ]
    const ids = [one.id, two.id, three.id]
    const send = async (body: object) => (await owner.ask('POST', at('/changes'), body)).json()
    const listStages = async () => {
      const { rows } = (await owner.ask('GET', at('?sort=added'))).json()
      return rows.map(({ stage }: { stage: string }) => stage)
    }

    const { changed, undo } = await send({ selection: { ids }, change: { stage: 'former' } })
    expect(changed).toBe(2)
    expect(await listStages()).toEqual(['former', 'former', 'former'])
    const { rows } = (await owner.ask('GET', at(`/${two.id}/timeline`))).json()
    expect(rows[0].changes).toEqual([{ field: 'stage', before: 'Recruiting', after: 'Former' }])
    await send({ selection: { ids: [two.id] }, change: { stage: 'signed' } })
    for (const step of undo) await send(step)
    expect(await listStages()).toEqual(['prospect', 'signed', 'former'])

    const tag = (await owner.ask('POST', `/api/organizations/${organization}/tags`, { name: 'Undone' })).json()
    await send({ selection: { ids: [one.id] }, change: { addTag: tag.id } })
    const tagged = await send({ selection: { ids }, change: { addTag: tag.id } })
    for (const step of tagged.undo) await send(step)
    expect(await listNames(owner, `tag=${tag.id}`)).toEqual(['One'])
    const assigned = await send({ selection: { ids: [two.id] }, change: { assign: agent.id } })
    for (const step of assigned.undo) await send(step)
    expect(await listNames(owner, `assignee=${agent.id}`)).toEqual([])
  })

  test('selection can also be exported, by ids or as a list with exceptions', async () => {
    await world.database.query('delete from athletes')
    const [one, two] = [
      await add({ familyName: 'One' }),
      await add({ familyName: 'Two' }),
      await add({ familyName: 'Three' }),
    ]
    const exportNames = async (selection: object, by = owner) => {
      const answer = await by.ask('POST', at('/export'), { selection, sort: 'name', format: 'json' })
      expect(answer.headers['total-count']).toBe(String(answer.json().length))
      return answer.json().map(({ familyName }: { familyName: string }) => familyName)
    }
    expect(await exportNames({ ids: [two.id, one.id] })).toEqual(['One', 'Two'])
    expect(await exportNames({ list: 'stage=signed', except: [one.id], count: 2 })).toEqual(['Three', 'Two'])
    const changed = { selection: { list: '', except: [], count: 2 } }
    expect((await owner.ask('POST', at('/export'), changed)).json().code).toBe('selection-changed')
  })
})
