import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

/** Hashed by better-auth, without a cost suffix. */
const OLDER_HASH =
  '5fed664905b98b264a08cba1b4850646:b89bade35768759a22031815072936d6e42d45f650f21137d323b2c6755996a6c8c79d9663984ab28f3a9ce7bc9a63b26b69ffed48d64895fc4cb94d8d93d5f5'
const password = 'quiet-ropes-carry-winter-camps'

test.each([
  ['with the default cost', () => hashPassword(password)],
  ['with another cost', () => hashPassword(password, 1024)],
  ['without a cost suffix', () => OLDER_HASH],
])('verifies a password that was hashed %s, and rejects others', async (_how, hashed) => {
  const hash = await hashed()
  expect(await verifyPassword({ hash, password })).toBe(true)
  expect(await verifyPassword({ hash, password: `${password}!` })).toBe(false)
})

test('hashes with scrypt parameters above the OWASP minimum', async () => {
  expect(await hashPassword(password)).toMatch(/^[\da-f]{32}:[\da-f]{128}:16384$/)
})
