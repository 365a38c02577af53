import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { BrokenSeal, type SealedFor, sealing } from './sealed-bytes.ts'

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

const sealed = (bytes: Buffer) => all(sealing(secret).seal(inChunks(bytes), file))
const opened = (bytes: Buffer, whose = file, by = secret) => all(sealing(by).open(inChunks(bytes, 777), whose))

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])('%i bytes come back as they were', async (size) => {
  const bytes = randomBytes(size)
  expect((await opened(await sealed(bytes))).equals(bytes)).toBe(true)
})

test('what is sealed does not contain its text, and never looks the same twice', async () => {
  const text = Buffer.from('The guarantee is 40,000 dollars. '.repeat(5000))
  const [one, two] = [await sealed(text), await sealed(text)]
  expect(one.includes('guarantee')).toBe(false)
  expect(one.equals(two)).toBe(false)
})

test.each([0, 40, 65_600, -1])('a byte that was changed, at %i, is noticed', async (at) => {
  const bytes = await sealed(randomBytes(100_000))
  const place = at < 0 ? bytes.length + at : at
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  await expect(opened(bytes)).rejects.toThrow(BrokenSeal)
})

test('nothing of a part that was changed is handed out', async () => {
  const bytes = await sealed(Buffer.alloc(70_000, 'a'))
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  let handedOut = 0
  const reading = (async () => {
    for await (const chunk of sealing(secret).open(inChunks(bytes), file)) handedOut += chunk.length
  })()
  await expect(reading).rejects.toThrow(BrokenSeal)
  expect(handedOut).toBe(65_536)
})

test('a file that was cut off is refused, at the end of a part too', async () => {
  const bytes = await sealed(randomBytes(200_000))
  for (const length of [0, 20, 32, 1000, 32 + 65_552, bytes.length - 1]) {
    await expect(opened(bytes.subarray(0, length))).rejects.toThrow(BrokenSeal)
  }
})

test('parts cannot change places', async () => {
  const bytes = await sealed(randomBytes(200_000))
  const part = (number: number) => bytes.subarray(32 + number * 65_552, 32 + (number + 1) * 65_552)
  const mixed = Buffer.concat([bytes.subarray(0, 32), part(1), part(0), part(2), bytes.subarray(32 + 3 * 65_552)])
  await expect(opened(mixed)).rejects.toThrow(BrokenSeal)
})

test('another organization, another place in the store or another secret does not open it', async () => {
  const bytes = await sealed(randomBytes(100))
  await expect(opened(bytes, { ...file, organization: 'b' })).rejects.toThrow(BrokenSeal)
  await expect(opened(bytes, { ...file, key: 'abd' })).rejects.toThrow(BrokenSeal)
  await expect(opened(bytes, file, 'another secret')).rejects.toThrow(BrokenSeal)
})
