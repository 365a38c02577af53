import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openWorkbook } from './read-workbook.ts'

/** A ZIP archive of texts or buffers. */
function zip(files: Record<string, string | Buffer>) {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
function workbook(sheets: Record<string, string>, more: Record<string, string | Buffer> = {}) {
  const names = Object.keys(sheets)
  return zip({
    'xl/workbook.xml': `<x:workbook><x:sheets>${names.map((name, at) => `<x:sheet name="${name}" r:id="r${at}"/>`).join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(Object.values(sheets).map((xml, at) => [`xl/worksheets/s${at}.xml`, xml])),
    ...more,
  })
}

async function read(file: Buffer, preferred?: string) {
  const opened = await openWorkbook(Readable.from([file]), { columns: 200, preferred, rate: (rows) => rows.length })
  try {
    return { ...opened, rows: await Readable.from(opened.rows()).toArray() }
  } finally {
    await opened.close()
  }
}
const readError = (file: Buffer) =>
  read(file).then(
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
  expect((await read(file, 'Notes')).rows).toEqual([{ number: 1, cells: ['Hi & bye'] }])
})

const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>'
test.each([
  [
    'a zip bomb',
    () => workbook({ A: sheetOf(cell) }, { 'xl/sharedStrings.xml': Buffer.alloc(20 * 1024 * 1024, ' ') }),
    /too large when unpacked|too long/,
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
  expect((await readdir(tmpdir())).filter((name) => name.startsWith(`sherpa-workbook-${process.pid}-`))).toEqual([])
})
