import { allFileTypes, fileName } from '@sherpa/contracts/file'
import { describe, expect, test } from 'vitest'
import { pdf, png, zipOf } from '../../test/sample-files.ts'
import { typeNamed, typeWatch, withEnding } from './recognize-type.ts'

function typeOf(bytes: Buffer | string, chunk = 5) {
  const watch = typeWatch()
  const all = Buffer.from(bytes)
  for (let at = 0; at < all.length; at += chunk) watch.add(all.subarray(at, at + chunk))
  return watch.end()
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const office = 'application/vnd.openxmlformats-officedocument'

const samples: [string, Buffer][] = [
  ['application/pdf', pdf],
  ['image/png', png],
  ['image/jpeg', latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01')],
  ['image/gif', latin1('GIF89a\x01\0\x01\0\0\0\0;')],
  ['image/webp', latin1('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0')],
  ['video/mp4', latin1('\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41')],
  [`${office}.wordprocessingml.document`, zipOf('[Content_Types].xml', '_rels/.rels', 'word/document.xml')],
  [`${office}.spreadsheetml.sheet`, zipOf('xl/workbook.xml', '[Content_Types].xml')],
  [`${office}.presentationml.presentation`, zipOf('[Content_Types].xml', 'ppt/presentation.xml')],
  ['text/plain', Buffer.from('Grüße aus Köln 🏔️\n\tund Umgebung\r\n')],
]

test.each(samples)('%s is recognized from its bytes, however they arrive', (type, bytes) => {
  for (const chunk of [1, 5, 1000]) expect(typeOf(bytes, chunk)).toBe(type)
})

test('there is a sample of every type but tables, which are text', () => {
  expect(new Set(samples.map(([type]) => type)).size).toBe(allFileTypes.length - 1)
})

describe('refused is', () => {
  test.each([
    ['a program', latin1('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0')],
    ['a program of another system', latin1('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0')],
    ['any zip file', zipOf('notes.txt', '[Content_Types].xml')],
    ['an office file without its list of types', zipOf('word/document.xml')],
    ['a zip file that was cut off', zipOf('[Content_Types].xml', 'word/document.xml').subarray(0, -10)],
    ['a picture of a phone', latin1('\0\0\0\x20ftypheic\0\0\0\0mif1heic')],
    ['text that is not UTF-8', latin1('Gr\xfc\xdfe aus K\xf6ln')],
    ['text that ends within a character', Buffer.from('Köln').subarray(0, 2)],
    ['text with control characters', latin1('abc\0def')],
    ['what becomes other than text later on', latin1(`${'text '.repeat(1000)}\x01`)],
  ])('%s', (_, bytes) => {
    expect(() => typeOf(bytes)).toThrow('file-type-not-allowed')
  })

  test('an office file with macros', () => {
    const withMacros = zipOf('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin')
    expect(() => typeOf(withMacros)).toThrow('file-has-macros')
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

test('the list of a large office file is found at its end', () => {
  const list = zipOf('[Content_Types].xml', 'ppt/presentation.xml')
  expect(typeOf(Buffer.concat([list.subarray(0, 40), Buffer.alloc(3_000_000), list]), 65_536)).toContain('presentation')
})

test('text is a table if it is named like one', () => {
  expect(typeNamed('text/plain', 'Times.CSV')).toBe('text/csv')
  expect(typeNamed('text/plain', 'Times.txt')).toBe('text/plain')
})

test('a name keeps its ending', () => {
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
