import { Readable } from 'node:stream'
import { type ImportTarget, importTargetNames } from '@sherpa/contracts/athlete-import'
import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../../test/processor-time.ts'
import { sheetOf, workbook } from '../../../../test/write-workbook.ts'
import { decodeText } from '../../../tables/decode-text.ts'
import { createHeaderFinder } from '../../../tables/find-header.ts'
import { readFile } from '../../../tables/read-file.ts'
import { separatorOf } from '../../../tables/read-table.ts'
import { readDay } from '../../../tables/read-text.ts'
import { withFile } from '../../../tables/spool.ts'
import { readPositions } from './read-positions.ts'
import { createRowReader } from './read-row.ts'
import {
  isEmptyValue,
  readClassYear,
  readCountry,
  readFollowers,
  readHandle,
  readLevel,
  readSport,
  readStage,
  readState,
} from './read-value.ts'
import { headings, recognizeColumns } from './recognize-columns.ts'
import { defaultMapping } from './recognize-table.ts'
import { splitName } from './split-name.ts'

const splitIntoChunks = (file: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(file.length / size) }, (_, n) => file.subarray(n * size, (n + 1) * size)),
  )
const decode = async (file: Buffer, size = 7) =>
  (await Readable.from(decodeText(splitIntoChunks(file, size))).toArray()).join('')

const parseFile = (file: AsyncIterable<Buffer>, { bytes, rows }: { bytes: number; rows?: number } = { bytes: 1e7 }) =>
  withFile(file, bytes, async (path) => {
    const { batches, ...table } = await readFile(createHeaderFinder(headings), path, rows)
    return { ...table, rows: (await Readable.from(batches).toArray()).flat().map(({ cells }) => cells) }
  })
const parseTable = (text: string, limits?: { bytes: number; rows: number }) =>
  parseFile(Readable.from([Buffer.from(text)]), limits)

describe('encodings', () => {
  const text = `First,Last\n${'Kaia,Nakamura\n'.repeat(100)}Zoë,Čapek 🏀\n`.repeat(2)
  const western = `First,Last\n${'Kaia,Nakamura\n'.repeat(200)}Zoë,Núñez “Z”\n`

  test.each([1, 3, 1024, 100_000])('are recognized in chunks of %i bytes', async (size) => {
    expect(await decode(Buffer.from(text), size)).toBe(text)
    expect(await decode(Buffer.from(`\ufeff${text}`, 'utf16le'), size)).toBe(text)
    expect(await decode(Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), size)).toBe(text)
    expect(await decode(Buffer.from(text, 'utf16le'), size)).toBe(text)
    const windows = Buffer.from(western.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1')
    expect(await decode(windows, size)).toBe(western)
  })

  test('stay UTF-8 despite one invalid byte', async () => {
    const broken = Buffer.concat([Buffer.from(`Zoë,${'x'.repeat(2000)}`), Buffer.of(0xff), Buffer.from('Zoë')])
    expect(await decode(broken, 64)).toBe(`Zoë,${'x'.repeat(2000)}\ufffdZoë`)
  })
})

describe('tables', () => {
  test.each([
    ['a,b;x,c', ','],
    ['a;b;c\n1,5;2;3', ';'],
    ['a\tb\n1,5\t2', '\t'],
    ['a|b|c\n"x|y"|2|3', '|'],
    ['"Last, First";Email\n"Lind, Theo";t@mail.example', ';'],
    ['Name\nTheo', ','],
  ])('have their separator detected: %j', (sample, separator) => {
    expect(separatorOf(sample)).toBe(separator)
  })

  test('support quoted cells with separators and line breaks, and rows of uneven length', async () => {
    const { columns, rows } = await parseTable(
      'Name,School,Name\r\n"Lind, ""T""","High\nSchool",x\r\n\r\nTheo\r\na,b,c,d\r\n,,\r\n',
    )
    expect(columns).toEqual(['Name', 'School', 'Name (2)'])
    expect(rows).toEqual([['Lind, "T"', 'High\nSchool', 'x'], ['Theo'], ['a', 'b', 'c', 'd']])
  })

  test('may have no header', async () => {
    expect(await parseTable('Theo,Lind,theo@mail.example\nAda,Okafor,')).toMatchObject({
      headerRow: null,
      columns: ['Column 1', 'Column 2', 'Column 3'],
      rows: [
        ['Theo', 'Lind', 'theo@mail.example'],
        ['Ada', 'Okafor', ''],
      ],
    })
    expect(await parseTable('Something,Else\nTheo,Lind')).toMatchObject({ headerRow: 1 })
  })

  test('are rejected if the client disconnects', async () => {
    async function* broken() {
      yield Buffer.from('First,Last\nTheo,Lind\n')
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    }
    await expect(parseFile(broken())).rejects.toMatchObject({ code: 'malformed-request' })
  })

  test('keep long column names whole', async () => {
    const name = `${'x'.repeat(998)}🏀`
    expect((await parseTable(`${name},Last\nTheo,Lind`)).columns[0]).toBe(name)
  })

  test.each([
    ['a long first line', 'a,'.repeat(400_000), 'A line is too long. Put each row on a line of its own'],
    ['a long line further down', `First,Last\n${'x'.repeat(800_000)}`, /^A line is too long/],
    ['too many columns', 'a,'.repeat(300), 'The table has more than 200 columns'],
    [
      'an open quotation mark',
      `First,Last\n"${'Theo,Lind\n'.repeat(40_000)}`,
      'A quotation mark in row 2 is not closed',
    ],
  ])('are rejected with a reason: %s', async (_, text, message) => {
    const refusal = await parseTable(text).catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'not-a-table',
      errors: [{ field: 'file', message: expect.stringMatching(message) }],
    })
  })

  test('are read in linear time, however long a cell is', async () => {
    const targets = importTargetNames.map(([target]) => target)
    const mapping = { ...defaultMapping, targets }
    const readRow = createRowReader({ mapping, columns: [], fields: [], colleagues: [], today: '2026-11-15' })
    for (const text of ['@', 'a', '. ', '(', '1 ']) {
      const cell = text.repeat(10_000 / text.length)
      const milliseconds = await processorTime(async () => {
        await parseTable(`Name,Email\n${cell},${cell}\n`)
        readRow(targets.map(() => cell.slice(0, 1000)))
      })
      // Quadratic time would be 20 seconds.
      expect(milliseconds).toBeLessThan(2000)
    }
  })

  test.each([
    ['a long row', 1, 27, /^Row 2 is too long/],
    ['too much text', 1040, 26, /^The table has too much text/],
  ])('of a workbook are rejected with a reason: %s', async (_, rows, columns, message) => {
    // Cells share one text.
    const cells = '<c t="s"><v>0</v></c>'.repeat(columns)
    const shared = `<sst><si><t>${'x'.repeat(10_000)}</t></si></sst>`
    const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
    const body = Array.from({ length: rows }, (_, at) => `<row r="${at + 2}">${cells}</row>`).join('')
    const file = workbook({ A: sheetOf(header + body) }, { 'xl/sharedStrings.xml': shared })
    const read = () =>
      withFile(Readable.from([file]), 1e7, async (path) => {
        const { batches } = await readFile(createHeaderFinder(headings), path)
        for await (const batch of batches) expect(batch.length).toBeLessThanOrEqual(30)
      })
    expect(await read().catch((error) => error)).toMatchObject({
      errors: [{ message: expect.stringMatching(message) }],
    })
  })

  test('are rejected if too large', async () => {
    const readErrorCode = (limits: { bytes: number; rows: number }) =>
      parseTable('First,Last\nTheo,Lind\nAda,Okafor\n', limits).then(
        () => undefined,
        (error) => error.code,
      )
    expect(await readErrorCode({ bytes: 1000, rows: 2 })).toBeUndefined()
    expect(await readErrorCode({ bytes: 1000, rows: 1 })).toBe('too-many-rows')
    expect(await readErrorCode({ bytes: 20, rows: 2 })).toBe('file-too-large')
  })
})

describe('columns', () => {
  const recognize = (columns: Record<string, string[]>) =>
    recognizeColumns(
      Object.entries(columns).map(([name, values]) => ({ name, values })),
      [{ id: '1', name: 'Jersey #', kind: 'number', choices: [] }],
      () => true,
    )

  test.each(['toString', 'constructor', '__proto__', 'Mother constructor', 'X valueOf'])(
    'none is meant by %s',
    (name) => {
      expect(recognize({ [name]: ['1'], First: ['Ada'] }).at(-1)).toBe('givenName')
      expect(recognize({ [name]: ['toString'], First: ['Ada'] })[0]).toBeNull()
    },
  )

  test.each<[string, ImportTarget]>([
    ['First', 'givenName'],
    ['first_name', 'givenName'],
    ['Given name', 'givenName'],
    ['LAST NAME', 'familyName'],
    ['Player', 'fullName'],
    ['D.O.B.', 'birthDate'],
    ['Grad Year', 'classYear'],
    ['HT', 'measured:height'],
    ['Pos.', 'positions'],
    ['School', 'school'],
    ['E-mail', 'email'],
    ['40-yard dash', 'measured:forty-yard-dash'],
    ['jersey', 'custom:1'],
    ['IG Handle', 'social:instagram'],
    ['X / Twitter', 'social:x'],
    ['TikTok Followers', 'followers:tiktok'],
    ['What grade is your athlete in for 2026-27?', 'classYear'],
    ['守備位置', 'positions'],
  ])('are recognized by name: %s', (name, target) => {
    expect(recognize({ [name]: [] })).toEqual([target])
  })

  test('are recognized by content, each target once', () => {
    const columns = {
      A: ['3/9/2005', '2004-01-31', 'n/a'],
      B: ['6\'3"', '5-11', ''],
      C: ['OR', 'TX', 'CA'],
      D: ['a@mail.example', 'b@mail.example', '-'],
      E: ['(555) 010-0199', '555-010-0100', ''],
      F: ['c@mail.example', '', ''],
      G: ['whatever', '', ''],
    }
    expect(recognize(columns)).toEqual(['birthDate', 'measured:height', 'state', 'email', 'phone', null, null])
    expect(recognize({ Name: [], First: [], Last: [] })).toEqual([null, 'givenName', 'familyName'])
  })

  test('are told apart by the other columns', () => {
    expect(recognize({ 'Home Phone': [], Cell: [] })).toEqual([null, 'phone'])
    expect(recognize({ 'Home Phone': [] })).toEqual(['phone'])
    expect(recognize({ X: [], Instagram: [] })).toEqual(['social:x', 'social:instagram'])
    expect(recognize({ X: ['x', '', 'x'], Name: [] })).toEqual([null, 'fullName'])
    expect(recognize({ 'Do you play in high school?': ['Yes'], Name: [] })).toEqual([null, 'fullName'])
  })

  test('leave out the address of the parent who filled in the form', () => {
    const parents = ['mom@mail.example', 'dad@mail.example', '']
    const form = (own: string[]) => recognize({ 'Email Address': own, 'Parent Name': [], 'Parent Email': parents })
    expect(form(['mom@mail.example', 'Dad@mail.example', 'kid@mail.example'])[0]).toBeNull()
    expect(form(['a@mail.example', 'dad@mail.example', 'b@mail.example'])[0]).toBe('email')
    expect(form(['', '', ''])[0]).toBe('email')
  })
})

describe('parsing', () => {
  test.each(['', '-', 'NA', 'n/a', 'TBD', '—'])('treats %j as empty', (text) => expect(isEmptyValue(text)).toBe(true))

  test.each([
    ['2005-03-09', '2005-03-09'],
    ['3/9/2005', '2005-03-09'],
    ['03-09-05', '2005-03-09'],
    ['25/12/1999', '1999-12-25'],
    ['Mar 9, 2005', '2005-03-09'],
    ['9-Mar-05', '2005-03-09'],
    ['March 9th 2005', '2005-03-09'],
    ['2005-03-09T00:00:00', '2005-03-09'],
    ['20050309', '2005-03-09'],
    ['Wed, 9 Mar 2005', '2005-03-09'],
    ['9.3.2005', '2005-03-09'],
    ['9 de marzo de 2005', '2005-03-09'],
    ['9. März 2005', '2005-03-09'],
    ['2005年3月9日', '2005-03-09'],
    ['平成17年3月9日', '2005-03-09'],
    ['令和元年5月1日', '2019-05-01'],
    ['2/30/2005', undefined],
    ['soon', undefined],
  ])('parses the date %s', (text, day) => expect(readDay(text, false)).toBe(day))

  test('parses a day-first date if chosen', () => expect(readDay('3/9/2005', true)).toBe('2005-09-03'))

  test.each([
    ['2027', 2027],
    ["'28", 2028],
    ['Class of 2026', 2026],
    ['Sr', 2027],
    ['RS-Jr.', 2028],
    ['Freshman', 2030],
    ['11th', 2028],
    ['27', 2027],
    ['rJr', 2028],
    ['R-So', 2029],
    ['RS Fr.', 2030],
    ['Grade 11', 2028],
    ['2026-27', 2027],
    ['5th', 2027],
    ['GS', 2027],
    ['HS SR', 2027],
    ['4YR JR', 2028],
    ['someday', undefined],
  ])('parses the class year %s', (text, year) => expect(readClassYear(text, '2026-11-15')).toBe(year))

  test.each([
    ['Côte d’Ivoire', 'CI'],
    ['CIV', 'CI'],
    ['Française', 'FR'],
    ['deutsch', 'DE'],
    ['NED', 'NL'],
    ['Atlantis', undefined],
  ])('parses the country %s', (text, country) => expect(readCountry(text)).toBe(country))

  test.each([
    ['@kaia', '@kaia'],
    ['kaia.hoops', 'kaia.hoops'],
    ['IG: kaia', 'kaia'],
    ['https://www.instagram.com/kaia/?hl=en', 'kaia'],
    ['tiktok.com/@kaia', '@kaia'],
    ['https://m.youtube.com/c/kaia', 'kaia'],
    ['https://www.facebook.com/profile.php?id=100042', '100042'],
  ])('parses the account %s', (text, handle) => expect(readHandle(text)).toBe(handle))

  test.each([
    ['12,400', 12_400],
    ['12.400', 12_400],
    ['12.4K', 12_400],
    ['1.2M', 1_200_000],
    ['1,2M', 1_200_000],
    ['10k+', 10_000],
    ['many', Number.NaN],
  ])('parses %s followers', (text, followers) => expect(readFollowers(text)).toBe(followers))

  test('parses positions by sport', () => {
    expect(readPositions('QB', 'football')).toEqual(['quarterback'])
    expect(readPositions('F', 'basketball')).toEqual(['forward'])
    expect(readPositions('F', 'football')).toBeUndefined()
    expect(readPositions('G/F', 'basketball')).toEqual(['guard', 'forward'])
    expect(readPositions('Wide receiver and DB', 'football')).toEqual(['wide-receiver', 'defensive-back'])
    expect(readPositions('QB', null)).toBeUndefined()
    expect(readPositions('C-F', 'basketball')).toEqual(['center', 'forward'])
    expect(readPositions('PG, SG', 'basketball')).toEqual(['point-guard', 'shooting-guard'])
    expect(readPositions('G/T', 'football')).toEqual(['offensive-guard', 'offensive-tackle'])
    expect(['IOL', 'SAF', 'SDE', 'ATH'].map((one) => readPositions(one, 'football')?.[0])).toEqual([
      'offensive-line',
      'safety',
      'defensive-end',
      'athlete',
    ])
    expect(['CDM', 'CAM', 'Striker', 'Torwart'].map((one) => readPositions(one, 'soccer')?.[0])).toEqual([
      'midfielder',
      'midfielder',
      'forward',
      'goalkeeper',
    ])
  })

  test('parses common words for sports, levels, stages and states', () => {
    expect([readSport('WBB'), readSport("Men's Soccer"), readSport('Track & Field'), readSport('chess')]).toEqual([
      'basketball',
      'soccer',
      'track-and-field',
      undefined,
    ])
    expect([readLevel('HS'), readLevel('D1'), readLevel('NFL'), readLevel('x')]).toEqual([
      'high-school',
      'college',
      'pro',
      undefined,
    ])
    expect([readStage('Client'), readStage('Lead'), readStage('x')]).toEqual(['signed', 'prospect', undefined])
    // A commitment to a school is no contract.
    expect(readStage('Committed')).toBeUndefined()
    // Labels of every type of organization.
    for (const label of ['Signed', 'On roster', 'Enrolled', 'Member']) expect(readStage(label)).toBe('signed')
    expect(readStage('In talks')).toBe('recruiting')
    expect([readState('or'), readState('Texas'), readState('Calif.'), readState('ON')]).toEqual([
      'OR',
      'TX',
      'CA',
      undefined,
    ])
  })

  test.each([
    ['Theo Lind', 'Theo', 'Lind'],
    ['Lind, Theo', 'Theo', 'Lind'],
    ['Lind, Theo, Jr.', 'Theo', 'Lind Jr.'],
    ['Theo van der Berg', 'Theo', 'van der Berg'],
    ['Mary Ann Lind III', 'Mary Ann', 'Lind III'],
    ['Theo Lind, Jr.', 'Theo', 'Lind Jr.'],
  ])('splits the name %s', (whole, givenName, familyName) =>
    expect(splitName(whole)).toEqual({ givenName, familyName }),
  )

  test('splits names with marks, nicknames and in other scripts', () => {
    const join = (whole: string, lastFirst?: boolean) => {
      const { givenName, familyName, preferredName } = splitName(whole, lastFirst) ?? {}
      return [givenName, familyName, preferredName].filter((name) => name !== undefined).join('|')
    }
    expect(join('#12 John Smith (C)')).toBe('John|Smith')
    expect(join('12. John Smith *')).toBe('John|Smith')
    expect(join('LIND, Theo M.')).toBe('Theo M.|LIND')
    expect(join('Lind, Theo Jr.')).toBe('Theo|Lind Jr.')
    expect(join('Leighton Vander Esch')).toBe('Leighton|Vander Esch')
    expect(join('Ana de la Cruz')).toBe('Ana|de la Cruz')
    expect(join('Marcus "Tank" Ellison')).toBe('Marcus|Ellison|Tank')
    expect(join('William (Bill) Ode')).toBe('William|Ode|Bill')
    expect(join('Lind Theo', true)).toBe('Theo|Lind')
    expect(join('Nenê')).toBe('|Nenê')
    expect(join('王小明')).toBe('小明|王')
    expect(join('欧阳雪')).toBe('雪|欧阳')
    expect(join('山田 太郎')).toBe('太郎|山田')
    expect(join('김민준')).toBe('민준|김')
    expect(splitName('#12')).toBeUndefined()
  })
})
