import { once } from 'node:events'
import { deflateRawSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
/** Minimal files that pass type detection. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const pdf = pdfOf(
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
)

/** PDF of these objects with a cross-reference table. The first object is the catalog. */
export function pdfOf(...objects: string[]) {
  let body = '%PDF-1.7\n'
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const [index, object] of objects.entries()) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n`
  return Buffer.from(`${body}${table}${trailer}startxref\n${body.length}\n%%EOF\n`, 'latin1')
}

type ZipEntry = { name: string; content?: string | Buffer; deflated?: boolean }

/** ZIP file with these entries; strings are empty entries. */
export function zipOf(...entries: (string | ZipEntry)[]) {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { name, content = '', deflated = false } = typeof entry === 'string' ? { name: entry } : entry
    const data = deflated ? deflateRawSync(content) : Buffer.from(content)
    const header = (signature: string, length: number, [method, packed, named]: [number, number, number]) => {
      const bytes = Buffer.alloc(length)
      bytes.write(signature, 'latin1')
      bytes.writeUInt16LE(deflated ? 8 : 0, method)
      bytes.writeUInt32LE(data.length, packed)
      bytes.writeUInt16LE(name.length, named)
      return bytes
    }
    const local = Buffer.concat([header('PK\x03\x04', 30, [8, 18, 26]), Buffer.from(name), data])
    const central = header('PK\x01\x02', 46, [10, 20, 28])
    central.writeUInt32LE(offset, 42)
    files.push(local)
    list.push(central, Buffer.from(name))
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...list, end])
}

/** Content types of an office file. */
export const contentTypesOf = (...types: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="xml" ContentType="application/xml"/>${types.map((type, index) => `<Override PartName="/p/${index}.xml" ContentType="${type}"/>`).join('')}</Types>`
/** Two pages and a script that runs on open. */
export async function pdfWithScript() {
  const document = new PDFDocument({ size: 'LETTER' })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  document.fontSize(24).text('Sponsorship agreement')
  document.fontSize(12).text('Between Jonah Okoye and Halden Sportswear. '.repeat(40))
  document.addPage().fontSize(24).text('Signatures')
  document.addNamedJavaScript('run', "app.alert('This must not run')")
  const ended = once(document, 'end')
  document.end()
  await ended
  return Buffer.concat(parts)
}
