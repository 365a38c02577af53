import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sheetOf, workbook, zip } from '../../test/write-workbook.ts'
import { openWorkbook } from './read-workbook.ts'
import { withFile } from './spool.ts'

const read = (file: Buffer, options: { preferred?: string; mostUnpacked?: number } = {}) =>
  withFile(Readable.from([file]), 1e9, async (path) => {
    const rate = (rows: unknown[]) => rows.length
    const opened = await openWorkbook(path, { columns: 200, rate, ...options })
    try {
      return { ...opened, rows: await Readable.from(opened.rows()).toArray() }
    } finally {
      await opened.close()
    }
  })
const readError = (file: Buffer, mostUnpacked?: number) =>
  read(file, mostUnpacked ? { mostUnpacked } : {}).then(
    () => 'was read',
    (error) => error.errors?.[0]?.message ?? error.code,
  )

test('reads texts, dates, formulas and several sheets', async () => {
  const file = workbook(
    {
      Notes: sheetOf('<row r="1"><c r="A1" t="inlineStr"><is><t>Hi &amp; bye</t></is></c></row>'),
      Roster: sheetOf(
        '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" s="1"><v>38420</v></c></row><row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="e"><v>#REF!</v></c><c r="D3" t="b"><v>1</v></c></row>',
      ),
    },
    {
      'xl/sharedStrings.xml': '<sst><si><r><t>Zo</t></r><r><t>ë</t></r><rPh><t>guide</t></rPh></si></sst>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    },
  )
  expect(await read(file)).toMatchObject({
    sheets: [
      { name: 'Notes', rows: 1 },
      { name: 'Roster', rows: 2 },
    ],
    sheet: 'Roster',
    rows: [
      { number: 2, cells: ['Zoë', '', '2005-03-09'] },
      { number: 3, cells: ['2', '', '', 'TRUE'] },
    ],
  })
  expect((await read(file, { preferred: 'Notes' })).rows).toEqual([{ number: 1, cells: ['Hi & bye'] }])
})

const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>'
test.each([
  [
    'a zip bomb',
    () => workbook({ A: sheetOf(cell) }, { 'xl/sharedStrings.xml': Buffer.alloc(20 * 1024 * 1024, ' ') }),
    /too large when unpacked|too long/,
  ],
  [
    'a cell in many pieces',
    () =>
      workbook({
        A: sheetOf(
          `<row r="1"><c r="A1" t="str"><v>${'x'.repeat(1000)}<y/>`.replace('<y/>', `${'<y/>x'.repeat(40_000)}`),
        ),
      }),
    /A cell is too long/,
  ],
  [
    'too many styles',
    () => workbook({ A: sheetOf(cell) }, { 'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(70_000)}` }),
    /too many styles/,
  ],
  [
    'too much text',
    () =>
      workbook(
        { A: sheetOf(cell) },
        { 'xl/sharedStrings.xml': `<sst>${`<si><t>${'x'.repeat(30_000)}</t></si>`.repeat(1000)}</sst>` },
      ),
    /too much text/,
  ],
  ['an entity bomb', () => workbook({ A: `<!DOCTYPE a [<!ENTITY b "bbb">]>${sheetOf(cell)}` }), /document type/],
  [
    '100,000 columns',
    () => workbook({ A: sheetOf('<row r="1"><c r="EQXD1" t="inlineStr"><is><t>x</t></is></c></row>') }),
    'The table has more than 200 columns',
  ],
  [
    'a cell without end',
    () => workbook({ A: sheetOf(`<row r="1"><c r="A1"><v>${'1'.repeat(2_000_000)}`) }),
    /too long/,
  ],
  ['half a file', () => workbook({ A: sheetOf(cell) }).subarray(0, 300), /no directory/],
  ['another archive', () => zip({ 'a.txt': 'hello' }), 'not-a-table'],
  ['no rows', () => workbook({ A: sheetOf('') }), 'empty-table'],
])('rejects %s with a sentence, and leaves no file behind', async (_, make, message) => {
  expect(await readError(make())).toMatch(message)
  expect((await readdir(tmpdir())).filter((name) => name.startsWith(`sherpa-table-${process.pid}-`))).toEqual([])
})

test('limits what all sheets unpack to', async () => {
  const bomb = sheetOf(`${' '.repeat(100_000)}<x/>`.repeat(10))
  const file = workbook({ A: bomb, B: bomb, C: bomb, D: sheetOf(cell) })
  expect(await readError(file, 2_000_000)).toMatch(/too large when unpacked/)
  expect(await readError(file, 4_000_000)).toBe('was read')
})
