import { expect, test } from 'vitest'
import type { HostedFile, Variant } from './hosted-site.ts'
import { alreadyHas, chooseRange, chooseVariant } from './negotiate.ts'

const variant = (name: string): Variant => ({ body: Buffer.from(name), etag: `"${name}"`, headers: {} })
const file: HostedFile = { plain: variant('plain'), br: variant('br'), gzip: variant('gzip'), ranges: false }

test.each([
  [undefined, 'plain'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['gzip', 'gzip'],
  ['broccoli', 'plain'],
  ['identity', 'plain'],
])('Accept-Encoding %s gets the %s variant', (header, expected) => {
  expect(chooseVariant(file, header).body.toString()).toBe(expected)
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('If-None-Match %s matches: %s', (header, expected) => {
  expect(alreadyHas(header, '"a"')).toBe(expected)
})

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=50-500', { start: 50, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-9', undefined],
  [undefined, undefined],
])('Range %s of 100 bytes is %o', (header, expected) => {
  expect(chooseRange(header, 100)).toEqual(expected)
})
