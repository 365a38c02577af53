import { once } from 'node:events'
import PDFDocument from 'pdfkit'
/** Small files of each type, as far as what recognizes them looks. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

/** A zip file with empty entries of these names. */
export function zipOf(...names: string[]) {
  const entry = (signature: string, length: number, lengthAt: number, name: string) => {
    const header = Buffer.alloc(length)
    header.write(signature, 'latin1')
    header.writeUInt16LE(name.length, lengthAt)
    return Buffer.concat([header, Buffer.from(name)])
  }
  const files = Buffer.concat(names.map((name) => entry('PK\x03\x04', 30, 26, name)))
  const list = Buffer.concat(names.map((name) => entry('PK\x01\x02', 46, 28, name)))
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(files.length, 16)
  return Buffer.concat([files, list, end])
}

/** Two pages, and a script that a viewer which runs any would run at once. */
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
