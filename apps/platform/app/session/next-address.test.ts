import { expect, test } from 'vitest'
import { nextAddress, withNext } from './next-address.ts'

const origin = 'https://app.sherpa.example'
const after = (next: string) => nextAddress(`?next=${encodeURIComponent(next)}`, origin)

test('accepts an own path with query and fragment', () => {
  expect(after('/organizations/1/people?role=agent#invite')).toBe('/organizations/1/people?role=agent#invite')
})

test.each([
  'https://evil.example/',
  '//evil.example/login',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'evil',
  '',
])('redirects %j to Home', (next) => {
  expect(after(next)).toBe('/')
})

test('defaults to Home', () => {
  expect(nextAddress('', origin)).toBe('/')
})

test('omits Home from the URL', () => {
  expect(withNext('/login', '/')).toBe('/login')
  expect(withNext('/login', '/invitation?token=a b')).toBe('/login?next=%2Finvitation%3Ftoken%3Da+b')
  expect(withNext('/register', '/', { email: 'amara@agency.example' })).toBe('/register?email=amara%40agency.example')
})
