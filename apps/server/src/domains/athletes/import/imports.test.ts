import { randomUUID } from 'node:crypto'
import type { ImportMapping, ImportRow, WholeImport } from '@sherpa/contracts/athlete-import'
import type { ImportRecord } from '@sherpa/contracts/import'
import type { Notification } from '@sherpa/contracts/notification'
import type { Role } from '@sherpa/contracts/organization'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quietLog, runImports, runJob } from '../../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../../test/people.ts'
import { startJobs } from '../../../jobs/start-jobs.ts'
import { inOrganization } from '../../../persistence/database.ts'
import { importBatch } from '../../imports/run-import.ts'
import { createAthletesImportable } from './athletes-importable.ts'

const noon = new Date('2026-11-15T12:00:00Z')
let now = noon
const world = platformForTests({ clock: () => now })

let owner: Someone
let organization: string
const at = (path = '') => `/api/organizations/${organization}/imports${path}`

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
})
beforeEach(async () => {
  now = noon
  organization = await world.people.createOrganization(owner, 'Ridgeline')
})

async function addColleague(role: Role, name = 'Ben Ortiz') {
  const person = await world.people.register(name)
  await world.people.join(owner, organization, person, role)
  return person
}

const send = (file: string | Buffer, person = owner, type = 'text/csv') =>
  world.app.inject({
    method: 'POST',
    url: `${at()}?name=roster.csv`,
    payload: file,
    headers: { 'content-type': type, authorization: `Bearer ${person.token}` },
  })

async function upload(file: string | Buffer, person = owner): Promise<WholeImport> {
  const answer = await send(file, person)
  expect([answer.statusCode, answer.json().errors]).toEqual([201, undefined])
  return answer.json()
}

const csv = (...lines: string[]) => lines.join('\n')

const runJobs = () => runImports(world, 'athlete-import')

async function load(id: string, person = owner): Promise<WholeImport> {
  const answer = await person.ask('GET', at(`/${id}`))
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function act(id: string, action: 'check' | 'start' | 'cancel' | 'undo', person = owner) {
  const answer = await person.ask('POST', at(`/${id}/${action}`))
  expect([action, answer.statusCode, answer.json().code]).toEqual([action, action === 'cancel' ? 200 : 202, undefined])
  return answer.json() as ImportRecord
}

async function map({ id, mapping }: WholeImport, change: Partial<ImportMapping>, person = owner): Promise<WholeImport> {
  const answer = await person.ask('PUT', at(`/${id}/mapping`), { ...mapping, ...change })
  expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
  return answer.json()
}

async function check(id: string, person = owner) {
  await act(id, 'check', person)
  await runJobs()
  return load(id, person)
}

async function importAll(id: string, person = owner) {
  await act(id, 'start', person)
  await runJobs()
  return load(id, person)
}

async function listRows(id: string, outcome: string): Promise<ImportRow[]> {
  return (await owner.ask('GET', at(`/${id}/rows?outcome=${outcome}`))).json().rows
}

async function listRoster() {
  const { rows } = await world.database.query(
    'select * from athletes where organization_id = $1 and removed_at is null order by family_name, given_name, id',
    [organization],
  )
  return rows
}

const simple = csv('First,Last,DOB,Email', 'Kaia,Nakamura,3/9/2005,kaia@mail.example', 'Theo,Lind,2004-01-31,')

describe('a file', () => {
  test('with various columns and formats is imported', async () => {
    const file = csv(
      'Player;Pos;Sport;Grad year;HT;Wt;Hometown;School;Status;Notes',
      '"Nakamura, Kaia";QB;Football;Sr;"6\'3""";141;Bend, OR;Lakeside High;Client;x',
      'Theo van Dyke;G/F;mbb;2028;1.91 m;;n/a;-;;y',
    )
    const uploaded = await upload(file)
    expect(uploaded).toMatchObject({ name: 'roster.csv', state: 'mapping', rows: 2, remembered: false })
    expect(uploaded.mapping.targets).toEqual([
      'fullName',
      'positions',
      'sport',
      'classYear',
      'measured:height',
      'measured:weight',
      'hometown',
      'school',
      'stage',
      'note',
    ])
    expect(uploaded.examples[1]?.[0]).toBe('Theo van Dyke')
    const { findings } = await check(uploaded.id)
    expect(findings?.counts).toEqual({ added: 2, updated: 0, same: 0, skipped: 0, failed: 0 })
    const done = await importAll(uploaded.id)
    expect(done).toMatchObject({ state: 'done', counts: { added: 2, failed: 0 } })
    expect(await listRoster()).toMatchObject([
      {
        given_name: 'Kaia',
        family_name: 'Nakamura',
        sport: 'football',
        positions: ['quarterback'],
        class_year: 2027,
        hometown: 'Bend',
        state: 'OR',
        school: 'Lakeside High',
        stage: 'signed',
        // What the file does not say is unknown.
        level: null,
      },
      {
        given_name: 'Theo',
        family_name: 'van Dyke',
        sport: 'basketball',
        positions: ['guard', 'forward'],
        stage: null,
      },
    ])
    const { rows } = await world.database.query(
      'select kind, value from athlete_measurements where organization_id = $1 order by value',
      [organization],
    )
    expect(rows).toEqual([
      { kind: 'weight', value: 63.957 },
      { kind: 'height', value: 190.5 },
      { kind: 'height', value: 191 },
    ])
  })

  test.each([
    ['Pacific/Auckland', '2026-06-30T12:30:00Z', '2026-07-01', 2027],
    ['Pacific/Honolulu', '2026-07-01T09:30:00Z', '2026-06-30', 2026],
  ])('uses the organization’s current day: %s', async (timeZone, moment, today, classYear) => {
    const settings = { name: 'Ridgeline', kind: 'agency', timeZone }
    expect((await owner.ask('PATCH', `/api/organizations/${organization}`, settings)).statusCode).toBe(200)
    now = new Date(moment)
    const { id } = await upload(csv('First,Last,Class,Height', 'Kaia,Nakamura,Sr,190 cm'))
    await check(id)
    await importAll(id)
    expect(await listRoster()).toMatchObject([{ class_year: classYear }])
    const { rows } = await world.database.query(
      'select measured_on from athlete_measurements where organization_id = $1',
      [organization],
    )
    expect(rows).toEqual([{ measured_on: today }])
  })

  test('can have any common encoding', async () => {
    const text = 'First\tLast\nZoë\tČapek\n'
    const encoded = [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le').swap16(),
    ]
    for (const file of encoded) expect((await upload(file)).examples).toEqual([['Zoë', 'Čapek']])
    const windows = Buffer.from('First,Last\nZoë,Núñez\n', 'latin1')
    expect((await upload(windows)).examples).toEqual([['Zoë', 'Núñez']])
  })

  test('that is empty or not a table is rejected and not stored', async () => {
    const sendAndReadCode = async (file: string | Buffer) => {
      const { statusCode, ...answer } = await send(file)
      return [statusCode, answer.json().code]
    }
    expect(await sendAndReadCode(Buffer.from('504b0304000000', 'hex'))).toEqual([422, 'not-a-table'])
    expect(await sendAndReadCode(Buffer.alloc(3000, 0))).toEqual([422, 'not-a-table'])
    expect(await sendAndReadCode(' \n \n')).toEqual([422, 'empty-table'])
    expect(await sendAndReadCode('First,Last\n')).toEqual([422, 'empty-table'])
    expect(await sendAndReadCode(`First,Last\n"${'x'.repeat(300_000)}`)).toEqual([422, 'not-a-table'])
    expect((await owner.ask('POST', `${at()}?name=x`, { rows: [] })).json().code).toBe('unsupported-media-type')
    const { rowCount } = await world.database.query('select from imports where organization_id = $1', [organization])
    expect(rowCount).toBe(0)
  })

  test('is rejected by other endpoints', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/demo/schedule',
      payload: 'x',
      headers: { 'content-type': 'text/csv' },
    })
    expect(answer.statusCode).toBe(415)
  })
})

describe('a column mapping', () => {
  test('is reused for files with the same columns in any order', async () => {
    const first = await upload(csv('Given,Family,Code', 'Kaia,Nakamura,S', 'Theo,Lind,P'))
    expect(first.mapping.targets).toEqual(['givenName', 'familyName', null])
    const mapped = await map(first, {
      targets: ['givenName', 'familyName', 'stage'],
      values: { 2: { s: 'signed', p: 'prospect' } },
    })
    expect(mapped.columns[2]?.distinct).toEqual([
      { value: 'S', rows: 1, meaning: 'Signed' },
      { value: 'P', rows: 1, meaning: 'Prospect' },
    ])
    await check(first.id)
    await importAll(first.id)
    const second = await upload(csv('code,Family,Given', 'S,Okafor,Ada'))
    expect(second).toMatchObject({
      remembered: true,
      mapping: { targets: ['stage', 'familyName', 'givenName'], values: { 0: { s: 'signed', p: 'prospect' } } },
    })
    const other = await upload(csv('Given,Family,Code,More', 'Kaia,Nakamura,S,x'))
    expect(other.remembered).toBe(false)
  })

  test('needs name columns, unique targets and existing fields', async () => {
    const uploaded = await upload(simple)
    const readErrorField = async (change: Partial<ImportMapping>) =>
      (await owner.ask('PUT', at(`/${uploaded.id}/mapping`), { ...uploaded.mapping, ...change })).json().errors?.[0]
        .field
    expect(await readErrorField({ targets: ['givenName', 'givenName', null, null] })).toBe('targets.1')
    expect(await readErrorField({ targets: ['givenName'] })).toBe('targets')
    expect(await readErrorField({ targets: [`custom:${randomUUID()}`, null, null, null] })).toBe('targets.0')
    expect(await readErrorField({ targets: ['fullName', null, null, null], identifier: 0 })).toBe('identifier')
    await map(uploaded, { targets: [null, null, 'birthDate', null] })
    const answer = await owner.ask('POST', at(`/${uploaded.id}/check`))
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, 'targets'])
  })

  test('supports custom fields of each kind', async () => {
    const fields = [
      { name: 'Jersey', kind: 'number', choices: [] },
      { name: 'Shoe', kind: 'choice', choices: ['Nike', 'Adidas'] },
      { name: 'First visit', kind: 'date', choices: [] },
    ]
    for (const field of fields) await owner.ask('POST', `/api/organizations/${organization}/custom-fields`, field)
    const { id } = await upload(
      csv('Name,Jersey,Shoe,First Visit', 'Kaia Nakamura,"1,012",nike,2/3/2026', 'Theo Lind,x,Puma,soon'),
    )
    const { findings } = await check(id)
    expect(findings?.counts).toMatchObject({ added: 2, failed: 0 })
    expect(findings?.notUnderstood.map(({ column, value }) => [column, value])).toEqual([
      [1, 'x'],
      [2, 'Puma'],
      [3, 'soon'],
    ])
    await importAll(id)
    const { rows } = await world.database.query(
      `select coalesce(text_value, number_value::text, date_value::text) as value from custom_values
       where organization_id = $1 order by 1`,
      [organization],
    )
    expect(rows.map(({ value }) => value)).toEqual(['1012', '2026-02-03', 'Nike'])
  })
})

describe('the header', () => {
  const file = csv(
    'Fall 2026 football roster,,',
    'updated 11/9 by coach R,,',
    'Student Name,Pos,Ht',
    'Theo Lind,QB,6-2',
    'Ada Okafor,K,2-Jun',
  )

  test('is found below titles, and another row can be chosen', async () => {
    const uploaded = await upload(file)
    expect(uploaded).toMatchObject({
      headerRow: 3,
      rows: 2,
      sportGuess: { sport: 'football' },
      mapping: { targets: ['fullName', 'positions', 'measured:height'], defaults: { sport: 'football' } },
    })
    expect(uploaded.firstRows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5])
    const move = async (row: number | null) =>
      (await owner.ask('PUT', at(`/${uploaded.id}/header`), { row })).json() as WholeImport
    expect(await move(4)).toMatchObject({ headerRow: 4, rows: 1, columns: [{ name: 'Theo Lind' }, {}, {}] })
    expect(await move(null)).toMatchObject({ headerRow: null, rows: 5, columns: [{ name: 'Column 1' }, {}, {}] })
    expect(await move(3)).toMatchObject({ headerRow: 3, rows: 2, examples: [['Theo Lind', 'QB', '6-2'], {}] })
    expect(await move(99)).toMatchObject({ code: 'invalid-fields' })
    expect(await move(5)).toMatchObject({ code: 'empty-table' })
    await check(uploaded.id)
    await importAll(uploaded.id)
    expect((await listRoster()).map(({ family_name, sport }) => [family_name, sport])).toEqual([
      ['Lind', 'football'],
      ['Okafor', 'football'],
    ])
  })

  test('may have two rows', async () => {
    const { mapping, headerRow } = await upload(
      csv('Athlete,,Height,,Parent,', 'First,Last,Ft,In,Name,Email', 'Theo,Lind,6,2,Mari Lind,mari@home.example'),
    )
    expect(headerRow).toBe(2)
    expect(mapping.targets).toEqual([
      'givenName',
      'familyName',
      'measured:height.feet',
      'measured:height.inches',
      'contact1Name',
      'contact1Email',
    ])
  })
})

describe('units', () => {
  const readHeights = async (heading: string, ...heights: string[]) => {
    const rows = heights.map((height, at) => `Theo,Lind${at},"${height.replaceAll('"', '""')}"`)
    const uploaded = await upload(csv(`First,Last,${heading}`, ...rows))
    await check(uploaded.id)
    await importAll(uploaded.id)
    const { rows: measured } = await world.database.query<{ value: number | null }>(
      `select round((m.value / 2.54)::numeric, 1)::float as value from athletes a left join athlete_measurements m
         on m.organization_id = a.organization_id and m.athlete_id = a.id
       where a.organization_id = $1 order by a.family_name`,
      [organization],
    )
    return { inches: measured.map(({ value }) => value), note: uploaded.columns[2]?.note }
  }

  test('of the heading count', async () => {
    expect((await readHeights('Height (cm)', '188', '1,88', '6\'2"')).inches).toEqual([74, 74, 74])
  })
  test('with dots are feet and inches', async () => {
    expect((await readHeights('Ht', '5.11', '6.2')).inches).toEqual([71, 74])
  })
  test('with dots are decimal if one value shows it', async () => {
    expect((await readHeights('Ht (ft)', '5.5', '6.75', '5.92')).inches).toEqual([66, 81, 71])
  })
  test('that make values impossible are asked', async () => {
    const { inches, note } = await readHeights('Height (inches)', '74', '188')
    expect(inches).toEqual([74, null])
    expect(note).toBe('1 value is not possible here, such as 188. Choose another unit, or they stay empty')
  })
})

describe('places', () => {
  test('outside the US have a country and a short code', async () => {
    const { id } = await upload(
      csv(
        'Name,Hometown,State,Country',
        'Theo Lind,Toronto,Ontario,',
        'Ada Okafor,Munich,by,Germany',
        'Mia Chen,Bend,OR,USA',
        'Zoe Park,Rome,Atlantis,Italy',
      ),
    )
    await check(id)
    await importAll(id)
    expect((await listRoster()).map(({ family_name, state, country }) => [family_name, state, country])).toEqual([
      ['Chen', 'OR', 'US'],
      ['Lind', 'ON', 'CA'],
      ['Okafor', 'BY', 'DE'],
      ['Park', null, 'IT'],
    ])
  })
})

describe('unmatched columns', () => {
  const file = csv('Name,Hudl,Jersey', 'Theo Lind,theo-l,12', 'Ada Okafor,ada-o,7')
  const listFieldNames = async () =>
    (await owner.ask('GET', `/api/organizations/${organization}/custom-fields`))
      .json()
      .fields.map(({ name }: { name: string }) => name)
  const addField = (id: string, column: number, name: string, person = owner) =>
    person.ask('POST', at(`/${id}/fields`), { column, name, kind: 'text', choices: [] })

  test('become custom fields, which undo removes unless used since', async () => {
    const { id } = await upload(file)
    const added = await addField(id, 1, 'Hudl')
    expect([added.statusCode, added.json().mapping.targets[1]]).toEqual([201, expect.stringMatching(/^custom:/)])
    await addField(id, 2, 'Jersey')
    await check(id)
    await importAll(id)
    expect(await listFieldNames()).toEqual(['Hudl', 'Jersey'])
    await act(id, 'undo')
    await runJobs()
    expect(await listFieldNames()).toEqual([])
  })

  test('need the permission to define fields, and are removed with the file', async () => {
    const { id } = await upload(file)
    const agent = await addColleague('agent')
    expect((await addField(id, 1, 'Hudl', agent)).statusCode).toBe(403)
    await addField(id, 1, 'Hudl')
    expect((await addField(id, 2, 'hudl')).json().code).toBe('invalid-fields')
    await owner.ask('DELETE', at(`/${id}`))
    expect(await listFieldNames()).toEqual([])
  })
})

describe('invalid rows', () => {
  const file = csv(
    'Name,DOB,Pos,Email,State',
    'Kaia Nakamura,2005-02-30,QB,kaia@mail.example,OR',
    '#12,2005-02-03,QB,,OR',
    'Theo Lind,2005-02-03,Wizard,,OR',
    '=Ada Okafor,2005-02-03,QB,not an address,OR',
    'Mia Chen,2005-02-03,QB,,Atlantis',
    'Noor Haddad,2005-02-03,QB,,Texas',
  )

  test('are reported by row, by value and as a file', async () => {
    const uploaded = await upload(file)
    expect(uploaded).toMatchObject({ mapping: { notUnderstood: 'leave-empty' }, sportGuess: { sport: 'football' } })
    await map(uploaded, { notUnderstood: 'leave-out-row' })
    const { findings } = await check(uploaded.id)
    expect(findings?.counts).toMatchObject({ added: 1, failed: 5 })
    expect(findings?.notUnderstood).toContainEqual({
      column: 2,
      value: 'Wizard',
      rows: 1,
      message: 'Unknown position in football',
    })
    const failed = await listRows(uploaded.id, 'failed')
    expect(failed.map(({ id, problems }) => [id, problems[0]?.message])).toEqual([
      ['1', 'Not a valid date'],
      ['2', 'Enter a first and a last name'],
      ['3', 'Unknown position in football'],
      ['4', expect.stringContaining('email')],
      ['5', 'Unknown state'],
    ])
    expect(await importAll(uploaded.id)).toMatchObject({ counts: { added: 1, failed: 5 } })
    const answer = await owner.ask('GET', at(`/${uploaded.id}/failed-rows`))
    expect(answer.headers['content-type']).toContain('text/csv')
    const lines = answer.payload.replace('\ufeff', '').trim().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toBe('Name,DOB,Pos,Email,State,Import error')
    expect(lines[4]).toMatch(/^"'=Ada Okafor",/)
  })

  test('can be mapped or left empty', async () => {
    const uploaded = await upload(file)
    const mapped = await map(uploaded, {
      defaults: { ...uploaded.mapping.defaults, sport: 'football' },
      values: { 2: { wizard: 'kicker' }, 4: { atlantis: '' } },
      notUnderstood: 'leave-out-row',
    })
    expect((await check(uploaded.id)).findings?.counts).toMatchObject({ added: 3, failed: 3 })
    await map(mapped, { notUnderstood: 'leave-empty' })
    const { findings } = await check(uploaded.id)
    expect(findings?.counts).toMatchObject({ added: 5, failed: 1 })
    // Values that are left empty are listed, too.
    expect(findings?.notUnderstood.map(({ value }) => value)).toEqual(['#12', '2005-02-30', 'not an address'])
  })
})

describe('duplicates', () => {
  const again = csv(
    'First,Last,DOB,Email,School',
    'KAIA,Nakamura,2005-03-09,,Lakeside',
    'K.,N.,,kaia@mail.example,Lakeside',
    'Theo,Lind,,,Ridge',
    'Theo,Lind,1999-01-01,,',
    'Ada,Okafor,2004-05-06,,',
    'Ada,Okafor,2004-05-06,ada@mail.example,Hill',
  )

  async function checkWithRoster(duplicates: Partial<ImportMapping['duplicates']>) {
    const first = await upload(simple)
    await check(first.id)
    await importAll(first.id)
    const second = await upload(again)
    await map(second, { duplicates: { ...second.mapping.duplicates, ...duplicates } })
    return check(second.id)
  }

  test('are found by email, by name and birth date, by name alone, and within the file', async () => {
    const { id, findings } = await checkWithRoster({})
    expect(findings).toMatchObject({
      counts: { added: 2, updated: 2, same: 1, skipped: 0, failed: 0 },
      duplicates: { email: 1, birth: 2, name: 1 },
      withinFile: 2,
      open: 1,
    })
    // Rows without an answer are skipped.
    expect((await importAll(id)).counts).toEqual({ ...findings?.counts, skipped: 1 })
    expect(
      (await listRoster()).map(({ given_name, family_name, school, email }) => [
        given_name,
        family_name,
        school,
        email,
      ]),
    ).toEqual([
      ['Theo', 'Lind', null, null],
      ['Theo', 'Lind', null, null],
      ['Kaia', 'Nakamura', 'Lakeside', 'kaia@mail.example'],
      ['Ada', 'Okafor', 'Hill', 'ada@mail.example'],
    ])
  })

  test('whose corrected birth date crosses 18 cause a notification, also on undo', async () => {
    const lin = await addColleague('compliance', 'Lin Zhao')
    const person = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'signed' }
    const athletes = `/api/organizations/${organization}/athletes`
    const added = await owner.ask('POST', athletes, { ...person, birthDate: '2010-01-01', email: 'kaia@mail.example' })
    const companies = `/api/organizations/${organization}/companies`
    const { id: companyId } = (await owner.ask('POST', companies, { name: 'Halden', kind: 'brand' })).json()
    const deal = { athleteId: added.json().id, companyId, kind: 'nil', terms: {} }
    expect((await owner.ask('POST', `/api/organizations/${organization}/deals`, deal)).statusCode).toBe(201)
    const listNotifications = async () => {
      const { rows } = (await lin.ask('GET', `/api/organizations/${organization}/notifications`)).json()
      return rows.map(({ kind, details }: Notification) => [kind, details.minor])
    }
    const uploaded = await upload(csv('First,Last,DOB,Email', 'Kaia,Nakamura,2005-03-09,kaia@mail.example'))
    await map(uploaded, { duplicates: { ...uploaded.mapping.duplicates, email: 'update-all' } })
    expect((await check(uploaded.id)).findings).toMatchObject({ open: 1 })
    await owner.ask('POST', at(`/${uploaded.id}/answers`), { answer: 'update', rows: [1] })
    await importAll(uploaded.id)
    expect(await listNotifications()).toEqual([['age-corrected', false]])
    await act(uploaded.id, 'undo')
    await runJobs()
    expect(await listNotifications()).toEqual([
      ['age-corrected', true],
      ['age-corrected', false],
    ])
  })

  test('are updated, skipped or added as chosen', async () => {
    const { id, findings } = await checkWithRoster({ email: 'update-all', birth: 'skip', name: 'add' })
    expect(findings?.counts).toEqual({ added: 3, updated: 1, same: 0, skipped: 2, failed: 0 })
    await importAll(id)
    const names = (await listRoster()).map(({ given_name, family_name }) => `${given_name} ${family_name}`)
    expect(names).toEqual(['Theo Lind', 'Theo Lind', 'Theo Lind', 'K. N.', 'Ada Okafor'])
  })

  test('without changes are left unchanged', async () => {
    const first = await upload(simple)
    await check(first.id)
    await importAll(first.id)
    const second = await upload(simple)
    expect((await check(second.id)).findings?.counts).toEqual({ added: 0, updated: 0, same: 2, skipped: 0, failed: 0 })
    await importAll(second.id)
    expect((await listRoster()).map(({ version }) => version)).toEqual([1, 1])
  })

  test('are found by a custom identifier', async () => {
    const field = { name: 'Player ID', kind: 'text', choices: [] }
    await owner.ask('POST', `/api/organizations/${organization}/custom-fields`, field)
    const first = await upload(csv('Player ID,Name', 'A-1,Kaia Nakamura'))
    await map(first, { identifier: 0 })
    await check(first.id)
    await importAll(first.id)
    const second = await upload(csv('Player ID,Name', 'A-1,Kaia Okafor', 'A-2,Kaia Nakamura-Lee', 'A-2,Someone Else'))
    expect(second.mapping.identifier).toBe(0)
    expect((await check(second.id)).findings).toMatchObject({
      counts: { added: 1, updated: 0, same: 2 },
      duplicates: { identifier: 2 },
    })
    expect((await importAll(second.id)).counts).toMatchObject({ added: 1, updated: 0, same: 2 })
  })

  test('are not matched by sensitive fields without the permission', async () => {
    const first = await upload(simple)
    await check(first.id)
    await importAll(first.id)
    const helper = await addColleague('support-staff')
    const second = await upload(csv('First,Last,DOB,Email', 'Someone,Else,,kaia@mail.example'), helper)
    expect(second.mapping.targets).toEqual(['givenName', 'familyName', null, null])
    const refused = await helper.ask('PUT', at(`/${second.id}/mapping`), {
      ...second.mapping,
      targets: ['givenName', 'familyName', 'birthDate', 'email'],
    })
    expect(refused.json().errors.map(({ field }: { field: string }) => field)).toEqual(['targets.2', 'targets.3'])
    expect((await check(second.id, helper)).findings?.counts).toMatchObject({ added: 1, updated: 0 })
    // They neither see sensitive columns of others’ files nor start their imports.
    expect((await load(first.id, helper)).examples).toEqual([
      ['Kaia', 'Nakamura', '', ''],
      ['Theo', 'Lind', '', ''],
    ])
    const third = await upload(csv('First,Last,DOB', 'New,Person,2001-01-01', 'Bad,Person,2001-31-31'))
    await map(third, { notUnderstood: 'leave-out-row' })
    await check(third.id)
    const file = await helper.ask('GET', at(`/${third.id}/failed-rows`))
    expect(file.payload).toContain('Bad,Person,,DOB: Not a valid date')
    expect((await helper.ask('GET', at(`/${third.id}/rows?outcome=failed`))).payload).not.toContain('2001-31-31')
    const asOther = { ...third.mapping, targets: ['givenName', 'familyName', 'hometown'] }
    expect((await helper.ask('PUT', at(`/${third.id}/mapping`), asOther)).json().errors[0].field).toBe('targets.2')
    expect((await helper.ask('POST', at(`/${third.id}/start`))).statusCode).toBe(422)
  })
})

describe('an import', () => {
  const many = (count: number) =>
    csv('First,Last,Email', ...Array.from({ length: count }, (_, n) => `First${n},Last${n},a${n}@mail.example`))

  test('writes one audit event and a timeline entry per athlete', async () => {
    const { id } = await upload(simple)
    await check(id)
    await importAll(id)
    const { rows } = await world.database.query(
      "select details from audit_events where organization_id = $1 and event = 'athletes-imported'",
      [organization],
    )
    expect(rows).toEqual([{ details: '2 added, 0 updated' }])
    const { rows: timeline } = await world.database.query(
      'select kind, about, actor_id from athlete_timeline where organization_id = $1',
      [organization],
    )
    expect(timeline).toEqual(Array(2).fill({ kind: 'added', about: 'roster.csv', actor_id: owner.id }))
  })

  test('gives the planner statistics of a young table, so that later batches find candidates by index', async () => {
    const { id } = await upload(many(20))
    await check(id)
    await importAll(id)
    const { rows } = await world.database.query("select reltuples from pg_class where oid = 'athletes'::regclass")
    expect(rows[0].reltuples).toBeGreaterThanOrEqual(0)
  })

  test('can be canceled and resumed, and is idempotent when interrupted', async () => {
    const { id } = await upload(many(2500))
    await check(id)
    await act(id, 'start')
    const clock = () => now
    const importable = createAthletesImportable({
      clock,
      roomForAthletes: async () => null,
      onAthletes: [],
      recordAgeCorrection: async () => undefined,
    })
    const parts = { database: world.serving, clock, importable }
    const runBatch = () => inOrganization(organization, () => importBatch(parts, organization, id, owner.id))
    expect(await runBatch()).toBe(true)
    expect(await act(id, 'cancel')).toMatchObject({ state: 'canceled', doneRows: 1000, counts: { added: 1000 } })
    // The enqueued job has nothing to do.
    await runJobs()
    expect(await listRoster()).toHaveLength(1000)
    await act(id, 'start')
    expect(await runBatch()).toBe(true)
    await runJobs()
    expect(await load(id)).toMatchObject({ state: 'done', counts: { added: 2500 } })
    expect(await listRoster()).toHaveLength(2500)
  })

  test('beyond the plan’s limit adds the rest as prospects, as the check announced', async () => {
    await owner.ask(
      'POST',
      '/api/subscriptions/purchase',
      { organization, planId: 'agency-starter', seats: 1 },
      { 'idempotency-key': randomUUID() },
    )
    const { rows } = await world.database.query("select max_athletes from plans where id = 'agency-starter'")
    const room = rows[0].max_athletes as number
    const uploaded = await upload(many(room + 3))
    await map(uploaded, { defaults: { sport: null, level: 'pro', stage: 'signed' } })
    expect((await check(uploaded.id)).findings?.overPlan).toBe(3)
    await importAll(uploaded.id)
    const stages = (await listRoster()).map(({ stage }) => stage)
    expect(stages.filter((stage) => stage === 'signed')).toHaveLength(room)
    expect(stages.filter((stage) => stage === 'prospect')).toHaveLength(3)
  })

  test('rejects actions that do not fit its state', async () => {
    const { id, mapping } = await upload(simple)
    const readErrorCode = async (action: string) => (await owner.ask('POST', at(`/${id}/${action}`))).json().code
    expect(await readErrorCode('start')).toBe('check-first')
    expect(await readErrorCode('undo')).toBe('import-under-way')
    await check(id)
    await act(id, 'start')
    expect(await readErrorCode('start')).toBe('import-under-way')
    expect((await owner.ask('PUT', at(`/${id}/mapping`), mapping)).json().code).toBe('import-under-way')
    expect((await owner.ask('DELETE', at(`/${id}`))).json().code).toBe('import-under-way')
    await runJobs()
    expect(await readErrorCode('cancel')).toBe('import-under-way')
  })

  test('assigns new athletes to the importer, if chosen', async () => {
    const uploaded = await upload(simple)
    await map(uploaded, { lookAfter: true })
    await check(uploaded.id)
    await importAll(uploaded.id)
    const { rows } = await world.database.query('select user_id from athlete_assignments where organization_id = $1', [
      organization,
    ])
    expect(rows).toEqual([{ user_id: owner.id }, { user_id: owner.id }])
  })
})

describe('undo', () => {
  test('removes untouched athletes, restores unchanged fields and lists the rest', async () => {
    const first = await upload(
      csv('First,Last,Email,School', 'Kaia,Nakamura,kaia@mail.example,', 'Theo,Lind,theo@mail.example,'),
    )
    await check(first.id)
    await importAll(first.id)
    const second = await upload(
      csv(
        'First,Last,Email,School,Hometown,Height',
        'Kaia,Nakamura,kaia@mail.example,Lakeside,Bend,180 cm',
        'Theo,Lind,theo@mail.example,Ridge,Reno,190 cm',
        'Ada,Okafor,ada@mail.example,Hill,,',
        'Ada,Okafor,ada@mail.example,,Austin,',
        'Mia,Chen,,Hill,,',
      ),
    )
    await check(second.id)
    await importAll(second.id)
    const before = await listRoster()
    const [, , kaia, ada] = [before[0], before[1], before[2], before[3]]
    expect([kaia.family_name, ada.family_name, ada.hometown]).toEqual(['Nakamura', 'Okafor', 'Austin'])
    // A colleague changed Kaia's school and added a note about Mia.
    const change = { version: kaia.version, changes: { school: 'Elsewhere' } }
    const changed = await owner.ask('PATCH', `/api/organizations/${organization}/athletes/${kaia.id}`, change)
    expect(changed.statusCode).toBe(200)
    const mia = before.find((one) => one.family_name === 'Chen')
    await owner.ask('POST', `/api/organizations/${organization}/athletes/${mia.id}/notes`, {
      kind: 'note',
      text: 'Called',
    })
    await act(second.id, 'undo')
    await runJobs()
    expect(await load(second.id)).toMatchObject({ state: 'undone', kept: 2, undoUntil: null })
    expect((await listRoster()).map(({ family_name, school, hometown }) => [family_name, school, hometown])).toEqual([
      ['Chen', 'Hill', null],
      ['Lind', null, null],
      ['Nakamura', 'Elsewhere', null],
    ])
    const { rows } = await world.database.query('select from athlete_measurements where organization_id = $1', [
      organization,
    ])
    expect(rows).toHaveLength(0)
    expect((await listRows(second.id, 'kept')).map(({ name }) => name)).toEqual(['Kaia Nakamura', 'Mia Chen'])
  })

  test('of two imports in reverse order restores the initial state', async () => {
    const first = await upload(
      csv(
        'First,Last,Email',
        'Kaia,Nakamura,kaia@mail.example',
        'Theo,Lind,theo@mail.example',
        'Mia,Chen,mia@mail.example',
      ),
    )
    await check(first.id)
    await importAll(first.id)
    const second = await upload(
      csv(
        'First,Last,Email,School,Hometown,Notes',
        'Kaia,Nakamura,kaia@mail.example,Lakeside,Bend,Quick',
        'Theo,Lind,theo@mail.example,Ridge,Reno,',
      ),
    )
    await check(second.id)
    await importAll(second.id)
    await act(second.id, 'undo')
    await runJobs()
    expect(await load(second.id)).toMatchObject({ restored: 2, kept: 0 })
    const mia = (await listRoster()).find((one) => one.family_name === 'Chen')
    // Viewing a record does not count as a change.
    await owner.ask('POST', `/api/organizations/${organization}/athletes/${mia.id}/reach/shown`)
    await act(first.id, 'undo')
    await runJobs()
    expect(await load(first.id)).toMatchObject({ state: 'undone', removed: 3, kept: 0 })
    expect(await listRoster()).toEqual([])
  })

  test('keeps athletes changed by another import', async () => {
    const first = await upload(
      csv('First,Last,Email', 'Kaia,Nakamura,kaia@mail.example', 'Theo,Lind,theo@mail.example'),
    )
    await check(first.id)
    await importAll(first.id)
    const second = await upload(csv('First,Last,Email,School', 'Kaia,Nakamura,kaia@mail.example,Lakeside'))
    await check(second.id)
    await importAll(second.id)
    await act(first.id, 'undo')
    await runJobs()
    expect(await load(first.id)).toMatchObject({ removed: 1, kept: 1 })
    expect((await listRoster()).map(({ family_name }) => family_name)).toEqual(['Nakamura'])
  })

  test('keeps athletes with a deal, agreement, expense or social account', async () => {
    const { id } = await upload(csv('First,Last', 'Ada,Deal', 'Bo,Agreement', 'Cy,Expense', 'Di,Picture', 'Ed,Nothing'))
    await check(id)
    await importAll(id)
    const athletes = await listRoster()
    const findId = (name: string) => athletes.find(({ family_name }) => family_name === name)?.id
    const inOrganizationPath = (path: string) => `/api/organizations/${organization}/${path}`
    const company = (await owner.ask('POST', inOrganizationPath('companies'), { name: 'Halden', kind: 'brand' })).json()
    const answers = [
      await owner.ask('POST', inOrganizationPath('deals'), {
        athleteId: findId('Deal'),
        companyId: company.id,
        kind: 'nil',
      }),
      await owner.ask('POST', inOrganizationPath(`athletes/${findId('Agreement')}/agreements`), {
        startsOn: '2026-01-01',
        endsOn: null,
        scope: ['nil'],
        agents: [],
        note: null,
      }),
      await owner.ask('POST', inOrganizationPath('finances/expenses'), {
        spentOn: '2026-11-02',
        category: 'travel',
        vendor: 'Delta',
        note: null,
        currency: 'USD',
        amountMinor: 20_000,
        athleteId: findId('Expense'),
        dealId: null,
        paidBy: 'organization',
        recoupRate: null,
      }),
      await owner.ask('PUT', inOrganizationPath(`athletes/${findId('Picture')}/social-accounts`), {
        accounts: [{ platform: 'instagram', handle: 'di', followers: null }],
      }),
    ]
    expect(answers.map(({ statusCode, body }) => (statusCode < 300 ? 'added' : body))).toEqual(Array(4).fill('added'))
    await act(id, 'undo')
    await runJobs()
    expect(await load(id)).toMatchObject({ state: 'undone', removed: 1, kept: 4, failed: null })
    expect((await listRows(id, 'kept')).map(({ name }) => name)).toEqual([
      'Ada Deal',
      'Bo Agreement',
      'Cy Expense',
      'Di Picture',
    ])
    expect(
      (await owner.ask('GET', inOrganizationPath(`athletes/${findId('Agreement')}/agreements`))).json().agreements,
    ).toHaveLength(1)
  })

  test('that fails permanently is shown as failed and can be retried', async () => {
    const { id } = await upload(simple)
    await check(id)
    await importAll(id)
    await world.database.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
       create trigger fail before delete on athletes execute function fail()`,
    )
    await act(id, 'undo')
    await world.database.query("update jobs set attempts = 9 where name = 'undo-athlete-import'")
    const jobs = await startJobs({ database: world.serving, jobs: world.app.platform.jobs, log: quietLog })
    await expect.poll(async () => (await load(id)).failed, { timeout: 20_000 }).toBe('undoing')
    await jobs.stop()
    const { state, undoUntil } = await load(id)
    expect([state, undoUntil === null]).toEqual(['done', false])
    await world.database.query('drop function fail cascade')
    expect(await act(id, 'undo')).toMatchObject({ state: 'undoing', failed: null })
    await runJobs()
    expect(await load(id)).toMatchObject({ state: 'undone', removed: 2, failed: null })
  })

  test('is possible for 30 days', async () => {
    const { id } = await upload(simple)
    await check(id)
    await importAll(id)
    await world.database.query('update imports set finished_at = $2 where id = $1', [id, new Date('2026-10-15')])
    const answer = await owner.ask('POST', at(`/${id}/undo`))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'nothing-to-undo'])
    await world.database.query("update imports set finished_at = now() - interval '31 days' where id = $1", [id])
    await world.database.query('select forget_old_imports(7, 30)')
    const { rowCount } = await world.database.query('select from import_rows where import_id = $1', [id])
    expect(rowCount).toBe(0)
  })
})

describe('imports', () => {
  test('need the permissions to import and to see all athletes', async () => {
    const coach = await addColleague('coach')
    expect((await coach.ask('GET', at())).statusCode).toBe(403)
    expect((await send(simple, coach)).statusCode).toBe(403)
    const agent = await addColleague('agent')
    expect((await send(simple, agent)).statusCode).toBe(201)
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'agent',
      permission: 'athletes.all',
      allowed: false,
    })
    expect((await send(simple, agent)).statusCode).toBe(403)
  })

  test('of another organization are not found', async () => {
    const stranger = await world.people.register('Stranger')
    const theirs = await world.people.createOrganization(stranger, 'Theirs')
    const { id } = await upload(simple)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/check'],
      ['POST', '/undo'],
      ['DELETE', ''],
      ['GET', '/rows'],
      ['GET', '/failed-rows'],
    ] as const) {
      const answer = await stranger.ask(method, `/api/organizations/${theirs}/imports/${id}${path}`)
      expect([method, path, answer.statusCode]).toEqual([method, path, 404])
    }
  })

  test('are listed newest first, and can be discarded before importing', async () => {
    const one = await upload(simple)
    const two = await upload(simple)
    const list = async () => (await owner.ask('GET', at())).json().rows.map(({ id }: ImportRecord) => id)
    expect(await list()).toEqual([two.id, one.id])
    expect((await owner.ask('DELETE', at(`/${one.id}`))).statusCode).toBe(204)
    expect(await list()).toEqual([two.id])
  })
})

describe('usability', () => {
  test('repeated athletes are imported as the check counted them', async () => {
    const { id } = await upload(
      csv(
        'First,Last,DOB,School',
        'Ada,Okafor,2004-05-06,Hill',
        'Ada,Okafor,2004-05-06,Hill',
        'Kaia,Nakamura,2005-03-09,',
        'Kaia,Nakamura,2005-03-09,Lakeside',
        'Kaia,Nakamura,2005-03-09,Lakeside',
      ),
    )
    const { findings } = await check(id)
    expect(findings?.counts).toEqual({ added: 2, updated: 1, same: 2, skipped: 0, failed: 0 })
    expect((await importAll(id)).counts).toEqual(findings?.counts)
    const again = await upload(
      csv('First,Last,DOB,Hometown', 'Ada,Okafor,2004-05-06,Bend', 'Ada,Okafor,2004-05-06,Bend'),
    )
    const second = (await check(again.id)).findings
    expect(second?.counts).toMatchObject({ updated: 1, same: 1 })
    expect((await importAll(again.id)).counts).toEqual(second?.counts)
  })

  test('row numbers match the spreadsheet, counting empty rows and the header', async () => {
    const { id } = await upload(csv('First,Last', '', 'Cher,', ',,', 'Ada,Okafor', 'Ada,Okafor', '"Two\nlines",', ''))
    await check(id)
    expect((await listRows(id, 'failed')).map(({ row }) => row)).toEqual([3, 7])
    expect((await listRows(id, 'asked')).map(({ row, sameAs }) => [row, sameAs])).toEqual([[6, 5]])
  })

  test('a two-digit birth year is interpreted and explained', async () => {
    const uploaded = await upload(csv('Name,DOB', 'Kaia Nakamura,3/4/08', 'Theo Lind,5-Jun-46', 'Ada Okafor,1/2/45'))
    expect(uploaded.columns[1]?.note).toBe('Two-digit years: 3/4/08 is read as March 4, 2008')
    const { findings } = await check(uploaded.id)
    expect(findings?.notUnderstood).toMatchObject([{ value: '1/2/45', message: 'Write the year with four digits' }])
    await importAll(uploaded.id)
    expect((await listRoster()).map(({ birth_date }) => birth_date)).toEqual(['1946-06-05', '2008-03-04', null])
    const plainYears = await upload(csv('Name,DOB', 'Kaia Nakamura,3/4/2008'))
    expect(plainYears.columns[1]?.note).toBeNull()
  })

  test('an undone import shows what was undone', async () => {
    const { id } = await upload(simple)
    await check(id)
    await importAll(id)
    await act(id, 'undo')
    await runJobs()
    expect(await load(id)).toMatchObject({ state: 'undone', removed: 2, restored: 0, kept: 0 })
  })

  test('a misspelled column name gets a suggestion', async () => {
    const { columns, mapping } = await upload(csv('Name,Hight,Wieght,DOB,Ht.,Yr,Xyz', 'Kaia Nakamura,a,b,c,d,e,f'))
    expect(mapping.targets).toEqual(['fullName', null, null, 'birthDate', 'measured:height', 'classYear', null])
    expect(columns.map(({ suggestion }) => suggestion)).toEqual([null, null, 'measured:weight', null, null, null, null])
    const other = await upload(csv('Name,Hight,Positon', 'Kaia Nakamura,a,b'))
    expect(other.columns.map(({ suggestion }) => suggestion)).toEqual([null, 'measured:height', 'positions'])
  })
})

describe('tags, assignees, contacts and notes', () => {
  const file = (agent: string) =>
    csv(
      'Name,Tags,Agent,Guardian name,Guardian email,Guardian phone,Relationship,Notes',
      `Kaia Nakamura,"Top 50, nil",${agent},Mari Nakamura,MARI@home.example,555 0100,Mother,Quick`,
      'Theo Lind,NIL;;NIL,Ben Ortiz,,,,,',
    )
  const selectRows = async (table: string, columns: string) => {
    const { rows } = await world.database.query(
      `select ${columns} from ${table} c join athletes a on a.organization_id = c.organization_id and a.id = c.athlete_id
       where c.organization_id = $1 order by ${columns}`,
      [organization],
    )
    return rows.map((row) => Object.values(row))
  }
  const listRelated = async () => ({
    tags: await selectRows(
      '(select x.*, t.name from athlete_tags x join tags t on t.id = x.tag_id)',
      'a.given_name, c.name',
    ),
    colleagues: await selectRows(
      '(select s.*, u.name from athlete_assignments s join users u on u.id = s.user_id)',
      'a.given_name, c.name',
    ),
    contacts: await selectRows('athlete_contacts', 'a.given_name, c.name, c.relation, c.title, c.email, c.phone'),
    notes: await selectRows("(select * from athlete_timeline where kind = 'note')", 'a.given_name, c.text'),
  })
  const listTagNames = async () =>
    (await owner.ask('GET', `/api/organizations/${organization}/tags`))
      .json()
      .tags.map(({ name }: { name: string }) => name)

  test('are recognized, checked, imported and undone', async () => {
    const ben = await addColleague('agent')
    await owner.ask('POST', `/api/organizations/${organization}/tags`, { name: 'NIL' })
    const uploaded = await upload(file(ben.email))
    expect(uploaded.mapping.targets).toEqual([
      'fullName',
      'tags',
      'lookedAfterBy',
      'contact1Name',
      'contact1Email',
      'contact1Phone',
      'contact1Relation',
      'note',
    ])
    expect(uploaded.columns[2]?.distinct).toMatchObject([{ meaning: 'Ben Ortiz' }, { meaning: 'Ben Ortiz' }])
    const { findings } = await check(uploaded.id)
    expect(findings).toMatchObject({ counts: { added: 2, failed: 0 }, newTags: ['Top 50'] })
    await importAll(uploaded.id)
    expect(await listRelated()).toEqual({
      tags: [
        ['Kaia', 'NIL'],
        ['Kaia', 'Top 50'],
        ['Theo', 'NIL'],
      ],
      colleagues: [
        ['Kaia', 'Ben Ortiz'],
        ['Theo', 'Ben Ortiz'],
      ],
      contacts: [['Kaia', 'Mari Nakamura', 'parent', 'Mother', 'mari@home.example', '555 0100']],
      notes: [['Kaia', 'Quick']],
    })
    // The same file again has no effect.
    const again = await upload(file(ben.email))
    await map(again, { duplicates: { ...again.mapping.duplicates, name: 'update-all' } })
    expect((await check(again.id)).findings?.counts).toMatchObject({ same: 2, updated: 0 })
    await act(uploaded.id, 'undo')
    await runJobs()
    expect(await listRoster()).toEqual([])
    expect(await listTagNames()).toEqual(['NIL'])
  })

  test('are added to existing athletes and removed on undo', async () => {
    const ben = await addColleague('agent')
    const first = await upload(csv('Name', 'Kaia Nakamura', 'Theo Lind'))
    await check(first.id)
    await importAll(first.id)
    const before = await listRelated()
    const second = await upload(file(ben.email))
    await map(second, { duplicates: { ...second.mapping.duplicates, name: 'fill-empty' } })
    expect((await check(second.id)).findings?.counts).toMatchObject({ updated: 2 })
    expect((await importAll(second.id)).counts).toMatchObject({ updated: 2 })
    expect((await listRelated()).contacts).toHaveLength(1)
    await act(second.id, 'undo')
    await runJobs()
    expect(await listRelated()).toEqual(before)
    expect(await listTagNames()).toEqual([])
    expect(await load(second.id)).toMatchObject({ restored: 2, kept: 0 })
  })

  test('use the importer’s default readers for notes, and do not reveal unreadable notes', async () => {
    const first = await upload(csv('Name', 'Kaia Nakamura', 'Theo Lind'))
    await check(first.id)
    await importAll(first.id)
    const [theo, kaia] = await listRoster()
    const ben = await addColleague('agent')
    const addNote = (athlete: { id: string }, text: string, readers: string) =>
      ben.ask('POST', `/api/organizations/${organization}/athletes/${athlete.id}/notes`, {
        kind: 'note',
        text,
        readers,
      })
    await addNote(kaia, 'Quick', 'me')
    await addNote(theo, 'Slow', 'deals')

    const second = await upload(csv('Name,Notes', 'Kaia Nakamura,Quick', 'Theo Lind,Slow'))
    await map(second, { duplicates: { ...second.mapping.duplicates, name: 'fill-empty' } })
    expect((await check(second.id)).findings?.counts).toMatchObject({ updated: 1, same: 1 })
    expect((await importAll(second.id)).counts).toMatchObject({ updated: 1, same: 1 })
    expect(
      await selectRows("(select * from athlete_timeline where kind = 'note')", 'a.given_name, c.text, c.readers'),
    ).toEqual([
      ['Kaia', 'Quick', 'deals'],
      ['Kaia', 'Quick', 'me'],
      ['Theo', 'Slow', 'deals'],
    ])
    // A restricted note does not change the record.
    expect((await listRoster())[1]).toEqual(kaia)
    await act(second.id, 'undo')
    await runJobs()
    expect((await listRoster())[1]).toEqual(kaia)
  })

  test('leave out an unknown colleague, and name a contact by the relationship', async () => {
    const { id } = await upload(
      csv('Name,Agent,Guardian,Guardian email', 'Kaia Nakamura,Nobody Here,,', 'Theo Lind,,,mari@home.example'),
    )
    const { findings } = await check(id)
    expect(findings).toMatchObject({
      counts: { added: 2, failed: 0 },
      notUnderstood: [
        { message: '“Nobody Here” is not the name or email address of a colleague here. Invite them first' },
      ],
    })
    await importAll(id)
    expect(await selectRows('athlete_contacts', 'a.given_name, c.name, c.relation, c.email')).toEqual([
      ['Theo', 'Guardian', 'guardian', 'mari@home.example'],
    ])
  })

  test('of several contacts keep the order of the columns', async () => {
    const { id, mapping } = await upload(
      csv(
        'Name,Mother,Mother cell,Dad first name,Dad last name,Dad email',
        'Kaia Nakamura,Mari Nakamura,541-555-0100,Ken,Nakamura,ken@home.example',
      ),
    )
    expect(mapping.targets.slice(1)).toEqual([
      'contact1Name',
      'contact1Phone',
      'contact2Name',
      'contact2Name',
      'contact2Email',
    ])
    await check(id)
    await importAll(id)
    const [athlete] = await listRoster()
    const { contacts } = (await owner.ask('GET', `/api/organizations/${organization}/athletes/${athlete?.id}`)).json()
    expect(contacts).toMatchObject([
      { name: 'Mari Nakamura', relation: 'parent' },
      { name: 'Ken Nakamura', relation: 'parent' },
    ])
    await act(id, 'undo')
    await runJobs()
    expect(await selectRows('athlete_contacts', 'c.name, c.email')).toEqual([])
  })

  test('of contacts need the permission for sensitive data', async () => {
    const helper = await addColleague('support-staff')
    const uploaded = await upload(file(helper.email), helper)
    expect(uploaded.mapping.targets.slice(3, 7)).toEqual([null, null, null, null])
    const targets = uploaded.mapping.targets.with(3, 'contact1Name')
    const refused = await helper.ask('PUT', at(`/${uploaded.id}/mapping`), { ...uploaded.mapping, targets })
    expect(refused.json().errors[0].field).toBe('targets.3')
  })
})

test('programs are matched by name, unknown ones are asked about, and undo takes the athletes out again', async () => {
  const addProgram = async (name: string) =>
    (await owner.ask('POST', `/api/organizations/${organization}/programs`, { name, sport: null, gender: null })).json()
  const [rowing, diving] = [await addProgram('Women’s rowing'), await addProgram('Diving')]
  const known = await owner.ask('POST', `/api/organizations/${organization}/athletes`, {
    givenName: 'Theo',
    familyName: 'Lind',
    level: 'college',
    stage: 'prospect',
    email: 'theo@mail.example',
  })
  const file = csv(
    'First,Last,Email,Program',
    'Kaia,Nakamura,kaia@mail.example,womens rowing; DIVING',
    'Theo,Lind,theo@mail.example,Diving',
    'Mina,Vale,mina@mail.example,Crew',
  )
  const uploaded = await upload(file)
  expect(uploaded.mapping.targets).toEqual(['givenName', 'familyName', 'email', 'programs'])
  expect((await check(uploaded.id)).findings).toMatchObject({
    counts: { added: 2, updated: 1, failed: 0 },
    notUnderstood: [{ column: 3, value: 'Crew', rows: 1, message: expect.stringContaining('no program “Crew”') }],
  })
  const updated = await owner.ask('GET', at(`/${uploaded.id}/rows?outcome=updated`))
  expect(updated.json().rows[0].changes).toEqual([{ field: 'programs', before: null, after: 'Diving' }])
  await map(uploaded, { values: { 3: { crew: rowing.id } } })
  expect((await check(uploaded.id)).findings?.counts).toMatchObject({ added: 2, updated: 1, failed: 0 })
  await importAll(uploaded.id)
  const namesIn = async ({ id }: { id: string }) =>
    (await owner.ask('GET', `/api/organizations/${organization}/athletes?sort=name&program=${id}`))
      .json()
      .rows.map((row: { familyName: string }) => row.familyName)
  expect([await namesIn(rowing), await namesIn(diving)]).toEqual([
    ['Nakamura', 'Vale'],
    ['Lind', 'Nakamura'],
  ])
  const coach = await addColleague('coach')
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    owner.ask(method, `/api/organizations/${organization}/${path}`, body)
  await ask('PUT', 'permissions', { role: 'coach', permission: 'athletes.all', allowed: false })
  await ask('POST', 'program-members', { programId: diving.id, userId: coach.id, startsOn: '2025-01-01', endsOn: null })
  const about = { kind: 'athlete', id: known.json().id }
  const task = (await ask('POST', 'tasks', { title: 'Call', about, assigneeId: coach.id })).json()
  expect(task.assignee.id).toBe(coach.id)
  await act(uploaded.id, 'undo')
  await runJobs()
  expect([await namesIn(rowing), await namesIn(diving)]).toEqual([[], []])
  // The coach no longer sees the athlete. Any run of the queue does the enqueued release.
  await runJob(world.app, world.database, 'forget-expired-invitations')
  expect((await ask('GET', `tasks/${task.id}`)).json().assignee.id).toBe(owner.id)
  expect((await owner.ask('GET', `/api/organizations/${organization}/athletes/${known.json().id}`)).statusCode).toBe(
    200,
  )
})

test('without programs, a column “Program” is the sport', async () => {
  const { mapping } = await upload(csv('First,Last,Program', 'Kaia,Nakamura,Football'))
  expect(mapping.targets).toEqual(['givenName', 'familyName', 'sport'])
})
