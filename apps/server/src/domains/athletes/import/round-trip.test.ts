// slow: exports and imports all fields twice; represented by apps/server/src/domains/athletes/import/imports.test.ts
import { levels, socialPlatforms } from '@sherpa/contracts/athlete'
import { stages } from '@sherpa/contracts/labels'
import { positionsOf, sportIds } from '@sherpa/contracts/sports'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createImportDriver, csv } from '../../../../test/imports.ts'
import { platformForTests, type Someone } from '../../../../test/people.ts'
import { readCsv } from '../../../../test/read-csv.ts'

const world = platformForTests()
let owner: Someone
let organization: string
let imports: ReturnType<typeof createImportDriver>

beforeAll(async () => {
  owner = await world.people.register('Amara & Cole, Jr.')
})
beforeEach(async () => {
  organization = await world.people.createOrganization(owner, 'Ridgeline')
  imports = createImportDriver(world, owner, organization)
})

const fields = [
  { name: 'Jersey', kind: 'number', choices: [] },
  { name: 'Email', kind: 'text', choices: [] },
  { name: 'Cleared on', kind: 'date', choices: [] },
  { name: 'Shirt', kind: 'choice', choices: ['S', 'M', 'L'] },
]
const oddNames = [
  ["D'Andre", 'O’Brien'],
  ['Zoë', 'Müller-Lüdenscheidt'],
  ['José María', 'de la Cruz'],
  ['Null', 'None'],
  ['Na', 'Nil'],
  ['=SUM(A1)', '+Plus'],
  ["'-Quoted", '@Handle'],
  ['太郎', '山田'],
  ['Mike', 'Smith III'],
  ['Michael', 'Smith III'],
  ['Anh “Q” "R"', 'Nguyễn, Jr.'],
  ['X', 'Æ A-12'],
  ['Владимир', 'Иванов'],
  ['محمد', 'علي'],
  ['Total', 'Count'],
] as const
const programs = ['Women’s rowing', 'Diving, platform; springboard']
/** Regions and countries, of which NA looks like a placeholder. */
const places = [
  { hometown: 'London, ON', state: 'ON', country: 'CA' },
  { hometown: 'Windhoek', country: 'NA' },
  { country: 'GE' },
  { hometown: 'Bend, OR', state: 'TX' },
]

async function add(to: string, method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) {
  const answer = await owner.ask(method, `/api/organizations/${to}${path}`, body)
  expect([path, answer.statusCode < 300, answer.payload]).toEqual([path, true, answer.payload])
  return answer.payload ? answer.json() : {}
}

/** Athletes with odd names, two of which share name and everything else. */
async function fillRoster(count: number) {
  for (const field of fields) await add(organization, 'POST', '/custom-fields', field)
  const known = await owner.ask('GET', `/api/organizations/${organization}/custom-fields`)
  const custom = fields.map(({ name }) => known.json().fields.find((one: { name: string }) => one.name === name).id)
  const tags: string[] = []
  for (const name of ['Top 50', 'A, B; C', 'Has "quotes"', '-5']) {
    tags.push((await add(organization, 'POST', '/tags', { name })).id)
  }
  const programIds: string[] = []
  for (const name of programs) programIds.push((await add(organization, 'POST', '/programs', toProgram(name))).id)
  const levelIds = Object.keys(levels)
  const stageIds = Object.keys(stages)
  for (let n = 0; n < count; n++) {
    const [givenName, familyName] = oddNames[n % oddNames.length] ?? ['', '']
    const sport = n % 5 === 0 ? null : (sportIds[n % sportIds.length] ?? null)
    const positions = sport ? Object.keys(positionsOf(sport)).slice(0, n % 4) : []
    const { id } = await add(organization, 'POST', '/athletes', {
      givenName,
      familyName,
      level: levelIds[n % levelIds.length],
      stage: stageIds[n % stageIds.length],
      sport,
      positions,
      ...(n % 3 === 0 && { preferredName: `-Nick ${n}`, school: 'None', ...places[n % places.length] }),
      ...(n % 4 === 0 && { birthDate: `200${n % 8}-03-0${1 + (n % 9)}`, classYear: 2024 + (n % 6) }),
      ...(n % 6 === 0 && { email: `family${n % 12}@mail.example`, phone: '555 010 0042, ext. 7 / 555 010 0043' }),
      ...(n % 2 === 0 && { tags: [tags[n % tags.length]], lookedAfterBy: [owner.id] }),
    })
    const values = n % 2 ? [-n - 0.5, `=note ${n}`, null, null] : [null, null, '2026-02-03', 'M']
    if (n % 7 === 0) {
      const changes = { custom: Object.fromEntries(custom.map((field, at) => [field, values[at]])) }
      await add(organization, 'PATCH', `/athletes/${id}`, { version: 1, changes })
    }
    if (n % 8 === 0) {
      for (const programId of programIds)
        await add(organization, 'POST', `/athletes/${id}/programs`, { programId, startsOn: '2026-01-01', endsOn: null })
    }
    if (n % 10 === 0) {
      await add(organization, 'POST', `/athletes/${id}/notes`, { kind: 'call', text: 'Called' })
      const measured = { kind: 'height', measuredOn: '2026-01-02', source: null }
      await add(organization, 'POST', `/athletes/${id}/measurements`, { ...measured, value: 188.5 })
      await add(organization, 'POST', `/athletes/${id}/measurements`, { ...measured, kind: 'weight', value: 88.451 })
      const contact = {
        relation: 'parent',
        title: 'Mother',
        reach: 'full',
        email: `m${n}@mail.example`,
        phone: '+44 20 7946 0000',
      }
      await add(organization, 'POST', `/athletes/${id}/contacts`, { name: `Ana "A" ${n}`, ...contact })
      // Shares the athlete's address.
      const coach = { relation: 'coach', title: null, reach: 'full', email: `family${n % 12}@mail.example` }
      await add(organization, 'POST', `/athletes/${id}/contacts`, { name: 'Coach', ...coach, phone: '1 / 2' })
      const adviser = { relation: 'adviser', title: null, reach: 'full', email: null, phone: null }
      if (n % 20 === 0) await add(organization, 'POST', `/athletes/${id}/contacts`, { name: 'None', ...adviser })
      await add(organization, 'PUT', `/athletes/${id}/social-accounts`, {
        accounts: (Object.keys(socialPlatforms) as string[])
          .slice(0, 2)
          .map((platform, at) => ({ platform, handle: `@kaia.${n}`, followers: at ? 1200 : null })),
      })
    }
  }
}

const toProgram = (name: string) => ({ name, sport: null, gender: null })

async function exportAll(from: string) {
  const answer = await owner.ask('GET', `/api/organizations/${from}/athletes/export?sort=name`)
  expect(answer.statusCode).toBe(200)
  return answer.payload as string
}

const without = (rows: Record<string, string>[], ...columns: string[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !columns.includes(name)))).sort()

test('an export imports into the same organization without a change, and into another one without a loss', async () => {
  const count = 210
  await fillRoster(count)
  const file = await exportAll(organization)
  expect(readCsv(file)).toHaveLength(count)
  const filled = (column: string) => readCsv(file).filter((row) => row[column] !== '').length
  for (const column of ['Country', 'Programs', 'Contact 3 name', 'Last contact'])
    expect(filled(column)).toBeGreaterThan(5)

  const same = await imports.checkFile(file)
  expect(same.findings).toMatchObject({ counts: { added: 0, updated: 0, same: count, skipped: 0, failed: 0 }, open: 0 })
  await imports.start(same.id)
  expect(without(readCsv(await exportAll(organization)), 'Last active')).toEqual(without(readCsv(file), 'Last active'))

  const empty = await world.people.createOrganization(owner, 'Summit')
  for (const field of fields) await add(empty, 'POST', '/custom-fields', field)
  for (const name of programs) await add(empty, 'POST', '/programs', toProgram(name))
  const others = createImportDriver(world, owner, empty)
  const done = await others.importFile(file)
  expect(done.counts).toEqual({ added: count, updated: 0, same: 0, skipped: 0, failed: 0 })
  const own = ['Athlete ID', 'Last active', 'Last contact', 'Added']
  expect(without(readCsv(await exportAll(empty)), ...own)).toEqual(without(readCsv(file), ...own))
}, 300_000)

test('an ID of another organization is ignored', async () => {
  const elsewhere = await world.people.createOrganization(owner, 'Summit')
  const { id } = await add(elsewhere, 'POST', '/athletes', {
    givenName: 'Kaia',
    familyName: 'Lind',
    level: 'college',
    stage: 'prospect',
  })
  const { findings } = await imports.checkFile(csv('Athlete ID,First name,Last name', `${id},Kaia,Lind`))
  expect(findings?.counts).toMatchObject({ added: 1, updated: 0, same: 0 })
})

test('social accounts are imported, updated and undone', async () => {
  const athlete = {
    givenName: 'Kaia',
    familyName: 'Lind',
    level: 'college',
    stage: 'prospect',
    birthDate: '2004-01-31',
  }
  const { id } = await add(organization, 'POST', '/athletes', athlete)
  await add(organization, 'PUT', `/athletes/${id}/social-accounts`, {
    accounts: [{ platform: 'x', handle: '@old', followers: 5 }],
  })
  const load = async () => (await owner.ask('GET', `/api/organizations/${organization}/athletes/${id}`)).json().social
  const before = await load()
  const uploaded = await imports.upload(
    csv('First name,Last name,DOB,IG,IG fans,Twitter', 'Kaia,Lind,2004-01-31,@kaia,"1,200",@new', 'Theo,Lind,,@theo,,'),
  )
  const targets = [
    'givenName',
    'familyName',
    'birthDate',
    'social:instagram',
    'followers:instagram',
    'social:x',
  ] as const
  await imports.map(uploaded, {
    targets: [...targets],
    duplicates: { ...uploaded.mapping.duplicates, birth: 'update-all' },
  })
  await imports.check(uploaded.id)
  expect(await imports.listRows(uploaded.id, 'updated')).toMatchObject([
    {
      changes: [
        { field: 'social:instagram', before: null, after: '@kaia, 1200 followers' },
        { field: 'social:x', before: '@old, 5 followers', after: '@new, 5 followers' },
      ],
    },
  ])
  expect((await imports.start(uploaded.id)).counts).toMatchObject({ added: 1, updated: 1 })
  expect(await load()).toEqual([
    { platform: 'instagram', handle: '@kaia', followers: 1200 },
    { platform: 'x', handle: '@new', followers: 5 },
  ])
  await owner.ask('POST', imports.at(`/${uploaded.id}/undo`))
  await imports.runJobs()
  expect(await imports.load(uploaded.id)).toMatchObject({ state: 'undone', kept: 0, removed: 1, restored: 1 })
  expect(await load()).toEqual(before)
})

test('rows with errors are corrected in place, or come back as a file', async () => {
  const file = csv('Player,Birthday,Wt', 'Kaia Lind,2004-31-31,141', 'Theo Lind,2004-01-31,-5 stone', 'Ada Okafor,,150')
  const { id, findings } = await imports.checkFile(file, {
    targets: ['fullName', 'birthDate', 'measured:weight'],
    notUnderstood: 'leave-out-row',
  })
  expect(findings?.counts).toMatchObject({ added: 1, failed: 2 })
  const edited = await imports.edit(id, { row: 1, column: 1, value: '2004-12-31' })
  expect(edited).toMatchObject({ state: 'checked', findings: { counts: { added: 2, failed: 1 } } })
  // Nonsense stays an error, and the original is kept.
  await imports.edit(id, { row: 2, column: 2, value: '<b>' })
  const [row] = await imports.listRows(id, 'failed')
  expect(row).toMatchObject({ cells: ['Theo Lind', '2004-01-31', '<b>'], originals: { 2: '-5 stone' } })
  await imports.edit(id, { row: 2, column: 2, value: '-5 stone' })
  expect((await imports.listRows(id, 'failed'))[0]?.originals).toEqual({})
  await imports.start(id)

  const failed = (await owner.ask('GET', imports.at(`/${id}/failed-rows`))).payload
  expect(readCsv(failed)).toMatchObject([{ Player: 'Theo Lind', Birthday: '2004-01-31', Wt: "'-5 stone" }])
  const again = await imports.upload(failed.replace("'-5 stone", '180'))
  expect(again).toMatchObject({
    remembered: true,
    mapping: { targets: ['fullName', 'birthDate', 'measured:weight', null] },
  })
  await imports.check(again.id)
  expect((await imports.start(again.id)).counts).toMatchObject({ added: 1, failed: 0 })
  expect(await imports.listNames()).toEqual(['Ada Okafor', 'Kaia Lind', 'Theo Lind'])

  const elsewhere = createImportDriver(world, owner, await world.people.createOrganization(owner, 'Summit'))
  expect(await elsewhere.upload(failed)).toMatchObject({ remembered: false, rows: 1 })
})

test('values that are left empty are corrected in place', async () => {
  const uploaded = await imports.upload(csv('Player,Pos,Wt', 'Kaia Lind,Wizard,141', 'Theo Lind,K,180'))
  await imports.map(uploaded, { defaults: { ...uploaded.mapping.defaults, sport: 'football' } })
  const { findings } = await imports.check(uploaded.id)
  expect(findings).toMatchObject({ counts: { added: 2, failed: 0 }, notUnderstood: [{ column: 1, value: 'Wizard' }] })
  expect(await imports.listRows(uploaded.id, 'unread')).toMatchObject([
    { row: 2, problems: [], leftEmpty: [{ column: 1, value: 'Wizard' }] },
  ])
  const edited = await imports.edit(uploaded.id, { row: 1, column: 1, value: 'Kicker' })
  expect(edited.findings?.notUnderstood).toEqual([])
  expect(await imports.listRows(uploaded.id, 'unread')).toEqual([])
  await imports.start(uploaded.id)
  expect(readCsv(await exportAll(organization)).map((row) => row.Positions)).toEqual(['Kicker', 'Kicker'])
})

test('corrections have limits', async () => {
  const { id } = await imports.checkFile(csv('Name', 'Kaia Lind'))
  const edit = (edits: object[]) => owner.ask('PATCH', imports.at(`/${id}/rows`), { edits })
  const one = { row: 1, column: 0, value: 'Theo Lind' }
  expect((await edit(Array(10_000).fill(one))).statusCode).toBe(413)
  expect((await edit(Array(1001).fill({ row: 1, column: 0, value: '' }))).statusCode).toBe(422)
  expect((await edit([{ ...one, column: 1 }])).statusCode).toBe(422)
  expect((await edit([{ ...one, value: 'x'.repeat(3000) }])).statusCode).toBe(422)
  // A row that does not exist changes nothing.
  expect((await edit([{ ...one, row: 99 }])).json().findings.counts).toMatchObject({ added: 1 })
  expect((await edit(Array(1000).fill(one))).json().findings.counts).toMatchObject({ added: 1 })
  const helper = await world.people.register('Ben Ortiz')
  await world.people.join(owner, organization, helper, 'support-staff')
  const sensitive = await imports.checkFile(csv('Name,DOB', 'Kaia Lind,2004-31-31'))
  const hidden = { edits: [{ row: 1, column: 1, value: '2004-01-01' }] }
  expect((await helper.ask('PATCH', imports.at(`/${sensitive.id}/rows`), hidden)).statusCode).toBe(422)
})
