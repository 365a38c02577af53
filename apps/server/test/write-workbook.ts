import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of texts or buffers. */
export function zip(files: Record<string, string | Buffer>) {
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

/** A sheet of rows as XML. */
export const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
/** An Excel workbook of sheets by name. */
export function workbook(sheets: Record<string, string>, more: Record<string, string | Buffer> = {}) {
  const names = Object.keys(sheets)
  return zip({
    'xl/workbook.xml': `<x:workbook><x:sheets>${names.map((name, at) => `<x:sheet name="${name}" r:id="r${at}"/>`).join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(Object.values(sheets).map((xml, at) => [`xl/worksheets/s${at}.xml`, xml])),
    ...more,
  })
}

const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** A sheet of texts. */
export const sheetOfTexts = (rows: readonly (readonly string[])[]) =>
  sheetOf(
    rows
      .map((cells, row) => {
        const written = cells.map(
          (text, at) =>
            `<c r="${columnName(at)}${row + 1}" t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`,
        )
        return `<row r="${row + 1}">${written.join('')}</row>`
      })
      .join(''),
  )
