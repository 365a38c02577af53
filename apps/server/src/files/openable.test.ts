import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdf, png } from '../../test/sample-files.ts'
import { isOpenable } from './openable.ts'

test('accepts a PDF whose page is in a compressed object stream', () => {
  const objects = deflateSync('3 0 << /Type /Page /Parent 2 0 R >>').toString('latin1')
  const body = `%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\r\n${objects}\nendstream\nendobj\n`
  const crossReference = '4 0 obj\n<< /Type /XRef >>\nstream\nendstream\nendobj\n'
  const bytes = Buffer.from(`${body}${crossReference}startxref\n${body.length}\n%%EOF\n`, 'latin1')
  expect(isOpenable('application/pdf', bytes)).toBe(true)
  expect(
    isOpenable('application/pdf', Buffer.from(bytes.toString('latin1').replace('ObjStm', 'Object'), 'latin1')),
  ).toBe(false)
})

test('accepts a PDF with trailing bytes or an incremental update', () => {
  expect(isOpenable('application/pdf', Buffer.concat([pdf, Buffer.from('\n%\n')]))).toBe(true)
  const amended = `${pdf.toString('latin1')}xref\n0 0\ntrailer\n<< >>\nstartxref\n${pdf.length}\n%%EOF`
  expect(isOpenable('application/pdf', Buffer.from(amended, 'latin1'))).toBe(true)
})

test.each([
  ['image/jpeg', 'ffd8ffe000104a46494600010100000100010000ffc0000b080010002001011100', true],
  ['image/jpeg', 'ffd8ffe000104a46494600010100000100010000ffd9', false],
  ['image/gif', '47494638396110002000f00000', true],
  ['image/gif', '47494638396100000000f00000', false],
  ['image/webp', `524946462a000000${Buffer.from('WEBPVP8X').toString('hex')}0a000000000000000f00001f0000`, true],
  ['image/webp', `524946462a000000${Buffer.from('WEBPVP8 ').toString('hex')}0a0000003001009d012a10002000`, true],
  ['image/webp', `524946462a000000${Buffer.from('WEBPVP8L').toString('hex')}0a0000002f0fc00700000000000000`, true],
  ['image/webp', `524946462a000000${Buffer.from('WEBPJUNK').toString('hex')}0a000000000000000f00001f0000`, false],
  ['image/png', png.toString('hex'), true],
  ['text/plain', '5369676e6564', false],
] as const)('%s %s opens: %s', (type, bytes, opens) => {
  expect(isOpenable(type, Buffer.from(bytes, 'hex'))).toBe(opens)
})

test('a large file with many object streams is checked quickly', () => {
  const bytes = Buffer.from(`%PDF-1.5\n${'/Type /ObjStm stream\n'.repeat(500_000)}startxref\n0\n%%EOF\n`)
  const before = process.threadCpuUsage()
  isOpenable('application/pdf', Buffer.concat([bytes, Buffer.from(`xref\nstartxref\n${bytes.length}\n%%EOF\n`)]))
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1000)
})
