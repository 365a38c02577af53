import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzip } from '../../test/unzip.ts'
import { type ZipFile, zip } from './zip.ts'

async function* texts(...parts: (string | Buffer)[]) {
  yield* parts
}
async function* all(files: ZipFile[]) {
  yield* files
}

test('writes names, contents and checksums that unzip reads', async () => {
  const picture = Buffer.alloc(200_000, 7)
  const files = [
    { path: 'README.txt', bytes: texts('Hello ', 'there') },
    { path: 'files/Žižek, Kaia/Contract.pdf', bytes: texts(picture), compressed: false },
    { path: 'empty.csv', bytes: texts() },
  ]
  const read = unzip(await buffer(zip(all(files), new Date('2026-11-15T10:20:30Z'))))
  expect([...read.keys()]).toEqual(['README.txt', 'files/Žižek, Kaia/Contract.pdf', 'empty.csv'])
  expect(read.get('README.txt')?.toString()).toBe('Hello there')
  expect(read.get('files/Žižek, Kaia/Contract.pdf')?.equals(picture)).toBe(true)
  expect(read.get('empty.csv')).toHaveLength(0)
})

test('propagates an error of a file', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('a')
    throw new Error('The store is gone.')
  }
  await expect(buffer(zip(all([{ path: 'a', bytes: broken() }]), new Date()))).rejects.toThrow('The store is gone.')
})
