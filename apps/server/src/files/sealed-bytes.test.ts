import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Secrets } from '../secrets.ts'
import { BrokenSeal, createFileCipher, type SealedFor } from './sealed-bytes.ts'

const secret = 'a secret of the server, which is long enough'
const file: SealedFor = { organization: '0b0e9a5c-6a44-4d0e-9f0a-2f9d0f3c7c11', key: 'abc' }

async function* inChunks(bytes: Buffer, size = 10_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all(chunks: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

const seal = (bytes: Buffer) => all(createFileCipher([secret]).seal(inChunks(bytes), file))
const open = (bytes: Buffer, whose = file, by: Secrets = [secret]) =>
  all(createFileCipher(by).open(inChunks(bytes, 777), whose))

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])('round-trips %i bytes', async (size) => {
  const bytes = randomBytes(size)
  expect((await open(await seal(bytes))).equals(bytes)).toBe(true)
})

test('ciphertext hides the plaintext and differs each time', async () => {
  const text = Buffer.from('The guarantee is 40,000 dollars. '.repeat(5000))
  const [one, two] = [await seal(text), await seal(text)]
  expect(one.includes('guarantee')).toBe(false)
  expect(one.equals(two)).toBe(false)
})

test.each([0, 40, 65_600, -1])('detects a changed byte at %i', async (at) => {
  const bytes = await seal(randomBytes(100_000))
  const place = at < 0 ? bytes.length + at : at
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  await expect(open(bytes)).rejects.toThrow(BrokenSeal)
})

test('emits nothing of a tampered part', async () => {
  const bytes = await seal(Buffer.alloc(70_000, 'a'))
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  let emitted = 0
  const reading = (async () => {
    for await (const chunk of createFileCipher([secret]).open(inChunks(bytes), file)) emitted += chunk.length
  })()
  await expect(reading).rejects.toThrow(BrokenSeal)
  expect(emitted).toBe(65_536)
})

test('rejects a truncated file, also at a part boundary', async () => {
  const bytes = await seal(randomBytes(200_000))
  for (const length of [0, 20, 32, 1000, 32 + 65_552, bytes.length - 1]) {
    await expect(open(bytes.subarray(0, length))).rejects.toThrow(BrokenSeal)
  }
})

test('rejects reordered parts', async () => {
  const bytes = await seal(randomBytes(200_000))
  const part = (number: number) => bytes.subarray(32 + number * 65_552, 32 + (number + 1) * 65_552)
  const mixed = Buffer.concat([bytes.subarray(0, 32), part(1), part(0), part(2), bytes.subarray(32 + 3 * 65_552)])
  await expect(open(mixed)).rejects.toThrow(BrokenSeal)
})

test('opens with any secret of a rotation', async () => {
  const bytes = randomBytes(200_000)
  expect(await open(await seal(bytes), file, ['the next secret', secret])).toEqual(bytes)
})

test('rejects another organization, storage key or secret', async () => {
  const bytes = await seal(randomBytes(100))
  await expect(open(bytes, { ...file, organization: 'b' })).rejects.toThrow(BrokenSeal)
  await expect(open(bytes, { ...file, key: 'abd' })).rejects.toThrow(BrokenSeal)
  await expect(open(bytes, file, ['another secret'])).rejects.toThrow(BrokenSeal)
})
