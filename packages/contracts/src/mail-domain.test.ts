import { expect, test } from 'vitest'
import { isSameCompanyDomain } from './mail-domain.ts'

test.each([
  ['sofia@halden.example', 'ben@halden.example', true],
  ['sofia@halden.example', 'ben@tarn.example', false],
  ['sofia@halden.example', 'ben@mail.halden.example', false],
  ['sofia@halden.example', 'ben@nothalden.example', false],
  ['sofia@halden.example', '"ben@halden.example"@evil.example', false],
  ['sofia@gmail.com', 'ben@gmail.com', false],
  ['sofia@yahoo.co.uk', 'ben@yahoo.co.uk', false],
  ['sofia@icloud.com', 'ben@icloud.com', false],
])('%s and %s: %s', (one, other, isSame) => {
  expect(isSameCompanyDomain(one, other)).toBe(isSame)
})
