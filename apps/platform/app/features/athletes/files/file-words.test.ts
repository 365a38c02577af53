import type { KeptFile } from '@sherpa/contracts/file'
import { expect, test } from 'vitest'
import { reasonNotToSend, sizeInWords } from './file-words.ts'

test.each([
  [1, '1 byte'],
  [820, '820 bytes'],
  [1536, '1.5 kB'],
  [12_345, '12 kB'],
  [1_500_000, '1.4 MB'],
  [26_214_400, '25 MB'],
])('%i is %j', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})

const contract: KeptFile = { id: '1', name: 'Contract.pdf', type: 'application/pdf', private: false, versions: [] }

test.each([
  ['Photo.JPG', 10, undefined, undefined],
  ['Tool.exe', 10, undefined, /^This file type/],
  ['Film.mp4', 30_000_000, undefined, /is 29 MB/],
  ['Empty.txt', 0, undefined, /empty/],
  ['Photo.png', 10, contract, 'A new version of Contract.pdf must also be a PDF.'],
  ['Other.pdf', 10, contract, undefined],
] as const)('%s of %i bytes', (name, size, versionOf, reason) => {
  const told = reasonNotToSend({ name, size }, versionOf)
  if (reason === undefined) expect(told).toBeUndefined()
  else expect(told).toMatch(reason)
})
