import { hashPassword as hashOfBetterAuth } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

const password = 'quiet-ropes-carry-winter-camps'

test.each([
  ['with the usual cost', () => hashPassword(password)],
  ['with another cost', () => hashPassword(password, 1024)],
  ['by better-auth, before hashes carried their cost', () => hashOfBetterAuth(password)],
])('a password that was hashed %s is verified, and others are not', async (_how, hashed) => {
  const hash = await hashed()
  expect(await verifyPassword({ hash, password })).toBe(true)
  expect(await verifyPassword({ hash, password: `${password}!` })).toBe(false)
})

test('passwords are hashed with the memory and time that OWASP asks for', async () => {
  expect(await hashPassword(password)).toMatch(/^[\da-f]{32}:[\da-f]{128}:16384$/)
})
