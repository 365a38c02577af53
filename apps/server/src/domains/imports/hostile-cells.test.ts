import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { findQuadratic } from '../../../test/linear-time.ts'
import { sheetOf, workbook } from '../../../test/write-workbook.ts'
import { createHeaderFinder } from '../../tables/find-header.ts'
import { readFile } from '../../tables/read-file.ts'
import { withFile } from '../../tables/spool.ts'
import { familyKeyOf, isSameFamilyName } from '../athletes/import/given-names.ts'
import { createRowReader } from '../athletes/import/read-row.ts'
import { readClassYear, readNumber } from '../athletes/import/read-value.ts'
import { headings } from '../athletes/import/recognize-columns.ts'
import { splitName } from '../athletes/import/split-name.ts'
import { createRowReader as createDealReader } from '../deals/import/read-row.ts'
import { readBankFile } from '../finances/bank-file.ts'

const streamOf = (file: string | Buffer) => Readable.from([Buffer.from(file)])

const readAll = (file: string | Buffer) =>
  withFile(streamOf(file), 1e8, async (path) => {
    const table = await readFile(createHeaderFinder(headings), path)
    return { ...table, rows: (await Readable.from(table.batches).toArray()).flat() }
  })
const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'was read',
    (error) => error.errors?.[0]?.message ?? String(error),
  )
const spaces = `"${' '.repeat(60_000)}"`
const cellOf = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`

test.each<[string, string | Buffer, string]>([
  [
    'a cell',
    `First name,Last name,School\nMia,${spaces},Lakeside`,
    'Row 2, column B has 60,000 characters. Shorten it to 10,000',
  ],
  [
    'a heading',
    `First name,Last name,${'x'.repeat(1001)}\nMia,Rossi,1`,
    'Row 1, column C has 1,001 characters. Shorten it to 1,000',
  ],
  [
    'a cell of a workbook',
    workbook({
      A: sheetOf(
        `<row r="1">${cellOf('A1', 'Name')}</row><row r="4">${cellOf('A4', 'Mia Rossi')}${cellOf('AB4', 'x'.repeat(10_001))}</row>`,
      ),
    }),
    'Row 4, column AB has 10,001 characters. Shorten it to 10,000',
  ],
  [
    'a number format',
    workbook(
      { A: sheetOf(`<row r="1">${cellOf('A1', 'Name')}</row>`) },
      {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'[y'.repeat(170_000)}"/></numFmts></styleSheet>`,
      },
    ),
    'This workbook cannot be read. A tag is too long. Save it as CSV and upload that',
  ],
  [
    'a shorter number format',
    workbook(
      { A: sheetOf(`<row r="1">${cellOf('A1', 'Name')}</row>`) },
      {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'[y'.repeat(128)}"/></numFmts></styleSheet>`,
      },
    ),
    'This workbook cannot be read. A number format has more than 255 characters. Save it as CSV and upload that',
  ],
])('%s that is too long is refused, in words', async (_, file, message) => {
  expect(await refusalOf(readAll(file))).toBe(message)
})

test('a cell of a bank file that is too long is refused, in words', async () => {
  const file = `Date,Payer,Amount\n2026-11-03,Halden,10.00\n2026-11-04,${'x'.repeat(1001)},10.00\n`
  expect(await refusalOf(withFile(streamOf(file), 1e6, readBankFile))).toBe(
    'Row 3, column B has 1,001 characters. Shorten it to 1,000',
  )
})

test('a number with too many decimals for a number format is shown as it is', async () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.${'0'.repeat(150)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`
  const sheet = sheetOf(`<row r="1">${cellOf('A1', 'Name')}</row><row r="2"><c r="A2" s="0"><v>1.5</v></c></row>`)
  expect((await readAll(workbook({ A: sheet }, { 'xl/styles.xml': styles }))).rows[0]?.cells).toEqual(['1.5'])
})

test('a row says which cell is too long, and what is not is read whole', () => {
  const read = createRowReader({
    mapping: {
      targets: ['givenName', 'familyName', 'school', 'note'],
      values: {},
      defaults: { sport: null, level: 'college', stage: 'prospect' },
      identifier: null,
      duplicates: { identifier: 'fill-empty', email: 'fill-empty', birth: 'fill-empty', name: 'ask' },
      notUnderstood: 'leave-empty',
      dayFirst: false,
      lookAfter: false,
    },
    columns: ['First', 'Last', 'School', 'Notes'],
    fields: [],
    colleagues: [],
    today: '2026-11-19',
  })
  const note = 'n'.repeat(5000)
  const { reading, problems } = read(['Mia', 'R'.repeat(1001), 's'.repeat(1234), note])
  expect(problems).toEqual([
    { column: 1, value: 'R'.repeat(200), message: 'This has 1,001 characters. Shorten it to 1,000' },
  ])
  expect(reading.leftEmpty).toEqual([
    { column: 2, value: 's'.repeat(200), message: 'This has 1,234 characters. Shorten it to 1,000' },
  ])
  expect(reading.note).toBe(note)
})

test('a row of a deal says which cell is too long', () => {
  const targets = ['athlete', 'company', 'businessPurpose'] as const
  const read = createDealReader({
    mapping: {
      targets: [...targets],
      values: {},
      athletes: {},
      companies: {},
      defaults: { kind: 'sponsorship', currency: 'USD' },
      duplicates: 'skip',
      dayFirst: false,
      decimalComma: false,
    },
    columns: targets.map((name) => ({ name, filled: 1, distinct: null })),
    colleagues: [],
    today: '2026-11-19',
  })
  const { reading, problems } = read([' '.repeat(5000), 'Halden', 'p'.repeat(2000)])
  expect(problems).toEqual([
    { column: 0, value: ' '.repeat(200), message: 'This has 5,000 characters. Shorten it to 1,000' },
  ])
  expect(reading.deal.businessPurpose).toBe('p'.repeat(2000))
})

/** linear-readers.test.ts measures all. */
test.each<[string, (text: string) => unknown, string]>([
  ['splitName', splitName, ' '],
  ['familyKeyOf', familyKeyOf, ' '],
  ['isSameFamilyName', (text) => isSameFamilyName(text, text), ','],
  ['readClassYear', (text) => readClassYear(text, '2026-11-19'), '-'],
  ['readNumber', readNumber, ' '],
])('%s takes linear time', async (_, read, sign) => {
  expect(await findQuadratic(read, [(length) => `a${sign.repeat(length)}☃`])).toBeUndefined()
})
