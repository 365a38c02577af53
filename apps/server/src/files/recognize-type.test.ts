import { allFileTypes, fileName } from '@sherpa/contracts/file'
import { describe, expect, test } from 'vitest'
import { contentTypesOf, pdf, png, zipOf } from '../../test/sample-files.ts'
import { typeNamed, typeWatch, withEnding } from './recognize-type.ts'

function typeOf(bytes: Buffer | string, chunk = 5) {
  const watch = typeWatch()
  const all = Buffer.from(bytes)
  for (let at = 0; at < all.length; at += chunk) watch.add(all.subarray(at, at + chunk))
  return watch.end()
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const office = 'application/vnd.openxmlformats-officedocument'
const types = (...named: string[]) => ({
  name: '[Content_Types].xml',
  content: contentTypesOf(...named),
  deflated: true,
})
const word = `${office}.wordprocessingml.document.main+xml`

const samples: [string, Buffer][] = [
  ['application/pdf', pdf],
  ['image/png', png],
  ['image/jpeg', latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01')],
  ['image/gif', latin1('GIF89a\x01\0\x01\0\0\0\0;')],
  ['image/webp', latin1('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0')],
  ['video/mp4', latin1('\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41')],
  [`${office}.wordprocessingml.document`, zipOf(types(word), '_rels/.rels', 'word/document.xml')],
  [`${office}.spreadsheetml.sheet`, zipOf('xl/workbook.xml', types(`${office}.spreadsheetml.sheet.main+xml`))],
  [
    `${office}.presentationml.presentation`,
    zipOf(types(`${office}.presentationml.presentation.main+xml`), 'ppt/presentation.xml'),
  ],
  ['text/plain', Buffer.from('Grüße aus Köln 🏔️\n\tund Umgebung\r\n')],
]

test.each(samples)('recognizes %s from its bytes in any chunking', (type, bytes) => {
  for (const chunk of [1, 5, 1000]) expect(typeOf(bytes, chunk)).toBe(type)
})

test('covers every type except tables, which are text', () => {
  expect(new Set(samples.map(([type]) => type)).size).toBe(allFileTypes.length - 1)
})

describe('rejects', () => {
  test.each([
    ['a Windows executable', latin1('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0')],
    ['a Linux executable', latin1('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0')],
    ['a plain ZIP file', zipOf('notes.txt', types('text/plain'))],
    ['a ZIP file with the part names of an office file', zipOf('[Content_Types].xml', 'word/document.xml')],
    ['an office file with two content-type lists', zipOf(types(word), types(word))],
    [
      'an office file with a DTD in its content types',
      zipOf({ name: '[Content_Types].xml', content: `<!DOCTYPE t>${contentTypesOf(word)}` }),
    ],
    ['an office file with oversized content types', zipOf(types(word, ' '.repeat(3_000_000)))],
    ['an office file without content types', zipOf('word/document.xml')],
    ['a truncated ZIP file', zipOf(types(word)).subarray(0, -10)],
    ['a HEIC image', latin1('\0\0\0\x20ftypheic\0\0\0\0mif1heic')],
    ['text that is not UTF-8', latin1('Gr\xfc\xdfe aus K\xf6ln')],
    ['text that ends within a character', Buffer.from('Köln').subarray(0, 2)],
    ['text with control characters', latin1('abc\0def')],
    ['text that turns binary later', latin1(`${'text '.repeat(1000)}\x01`)],
  ])('%s', (_, bytes) => {
    expect(() => typeOf(bytes)).toThrow('file-type-not-allowed')
  })

  const macros = 'application/vnd.ms-office.vbaProject'
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  test.each([
    ['under the usual name', zipOf(types(word, macros), 'word/vbaProject.bin')],
    ['under another name', zipOf(types(word, macros), 'word/picture.bin')],
    ['in a macro-enabled document', zipOf(types('application/vnd.ms-word.document.macroEnabled.main+xml'))],
    [
      'as macro sheets',
      zipOf(types(`${office}.spreadsheetml.sheet.main+xml`, 'application/vnd.ms-excel.macrosheet+xml')),
    ],
    ['hidden by character references', zipOf(types(word, 'application/vnd.ms-office.&#118;&#x62;aProject'))],
    ['in another encoding', zipOf({ name: '[Content_Types].xml', content: utf16(contentTypesOf(word, macros)) })],
    ['listed at the end', zipOf('word/document.xml', types(word, macros))],
    [
      'behind a fake content-type list',
      zipOf({ name: 'word/media', content: zipOf(types(word)).subarray(0, 400) }, types(word, macros)),
    ],
  ])('an office file with macros %s', (_, bytes) => {
    for (const chunk of [1, 7, 100_000]) expect(() => typeOf(bytes, chunk)).toThrow('file-has-macros')
  })

  test.each([
    ['application/pdf', 'Contract.txt'],
    ['text/plain', 'page.html'],
    ['text/plain', 'drawing.svg'],
    ['image/png', 'Photo.jpg'],
    ['image/png', 'Photo'],
  ] as const)('%s as %s', (type, name) => {
    expect(() => typeNamed(type, name)).toThrow('file-misnamed')
  })
})

test('a part with the name of macros but another content type is fine', () => {
  expect(typeOf(zipOf(types(word), 'word/vbaProject.bin'))).toContain('wordprocessingml')
})

test('finds the content types at the start or end of a large office file', () => {
  const picture = { name: 'ppt/media/1.png', content: Buffer.alloc(3_000_000) }
  const main = types(`${office}.presentationml.presentation.main+xml`)
  for (const large of [zipOf(main, picture), zipOf(picture, main)]) {
    expect(typeOf(large, 65_536)).toContain('presentation')
  }
})

test('text with the extension csv is a table', () => {
  expect(typeNamed('text/plain', 'Times.CSV')).toBe('text/csv')
  expect(typeNamed('text/plain', 'Times.txt')).toBe('text/plain')
})

test('adds the extension only if it is missing', () => {
  expect(withEnding('Contract', 'application/pdf')).toBe('Contract.pdf')
  expect(withEnding('Photo.JPEG', 'image/jpeg')).toBe('Photo.JPEG')
  expect(withEnding('v1.2', 'image/png')).toBe('v1.2.png')
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\Photo.png', 'Photo.png'],
  ['a\0b\r\nc\u202e.pdf', 'a b c.pdf'],
  ['..hidden.pdf. ', 'hidden.pdf'],
  ['What? "this".pdf', 'What this.pdf'],
])('the name %j is kept as %j', (given, kept) => {
  expect(fileName.parse(given)).toBe(kept)
})

test.each(['', '/', '...', 'x'.repeat(151)])('%j is no name', (given) => {
  expect(fileName.safeParse(given).success).toBe(false)
})
