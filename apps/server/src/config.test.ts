import { expect, test } from 'vitest'
import { BadSetting, readConfig } from './config.ts'

test('without settings the server listens on localhost:3000 and believes no proxy', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: 'localhost', trustedProxies: undefined, serveSite: true })
})

test('an empty setting counts as none', () => {
  expect(readConfig({ PORT: '' }).port).toBe(3000)
})

test.each(['abc', '70000', '-1', '3.5'])('PORT=%s is refused in one sentence that names it', (PORT) => {
  expect(() => readConfig({ PORT })).toThrow(
    new BadSetting(`PORT must be a port number from 0 to 65535, not "${PORT}".`),
  )
})

test.each([
  ['TRUST_PROXY', 'nonsense'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['MAIL_FROM', 'nobody'],
  ['CORS_ORIGINS', 'example.com'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} must be`)
})

test('trusted proxies are a list', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, loopback' }).trustedProxies).toEqual(['10.0.0.1', 'loopback'])
})
