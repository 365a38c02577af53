import { expect, test } from 'vitest'
import { demoErrorBanner, demoErrors, demoRequest } from './demo-request.ts'

const complete = {
  full_name: 'Amara Cole',
  email: 'amara@agency.example',
  phone: '',
  company: '',
  preferred_date_time: '2026-11-16T10:30:00-05:00',
  additional_info: '',
}

const now = new Date('2026-11-15T14:00:00Z')

const errorsOf = (changes: Partial<typeof complete>) => Object.fromEntries(demoErrors({ ...complete, ...changes }, now))

test('accepts a complete request with empty optional fields', () => {
  expect(errorsOf({})).toEqual({})
})

test('an empty form has errors for name, email and date, in that order', () => {
  const errors = demoErrors({ ...complete, full_name: '  ', email: '', preferred_date_time: '' }, now)
  expect([...errors.values()]).toEqual([
    'Full name is required',
    'Email address is required',
    'Please select a preferred date and time',
  ])
  expect(demoErrorBanner(errors.values())).toBe(
    'Please fix the following errors: Full name is required, Email address is required, Please select a preferred date and time',
  )
})

test.each(['amara', 'amara@', 'amara@agency', '@agency.example', 'a b@agency.example', 'a@b@c.example'])(
  'rejects the email %s',
  (email) => {
    expect(errorsOf({ email })).toEqual({ email: 'Please enter a valid email address' })
  },
)

test.each(['a@b.c', 'amara+demo@agency.example', 'ämara@agentur.example'])('accepts the email %s', (email) => {
  expect(errorsOf({ email })).toEqual({})
})

test.each(['tomorrow', '2026-11-16', '2026-11-16T10:30:00', '2026-13-16T10:30:00Z', '0000-01-01T00:00:00Z'])(
  'rejects the date %s',
  (preferred_date_time) => {
    expect(errorsOf({ preferred_date_time })).toEqual({
      preferred_date_time: 'Please select a preferred date and time',
    })
  },
)

test('rejects times in the past or more than a year ahead', () => {
  expect(errorsOf({ preferred_date_time: '2026-11-15T13:54:00Z' })).toHaveProperty('preferred_date_time')
  expect(errorsOf({ preferred_date_time: '2027-11-18T14:00:00Z' })).toHaveProperty('preferred_date_time')
})

test('rejects an overlong text before matching patterns', () => {
  const email = `a@${'.'.repeat(60_000)} b`
  expect(errorsOf({ email })).toEqual({ email: 'Please use at most 254 characters' })
})

test('trims and normalizes names', () => {
  expect(demoRequest.parse({ ...complete, full_name: '  Zoe\u0308  ' }).full_name).toBe('Zo\u00eb')
})

test('single-line fields lose invisible characters; the message keeps its lines', () => {
  const typed = '\u202eOne\n\u200bTwo'
  const changes = { full_name: typed, phone: typed, company: typed, additional_info: 'One\nTwo' }
  expect(demoRequest.parse({ ...complete, ...changes })).toMatchObject({
    full_name: 'One Two',
    phone: 'One Two',
    company: 'One Two',
    additional_info: 'One\nTwo',
  })
})

test('rejects unknown fields', () => {
  expect(demoRequest.safeParse({ ...complete, admin: true }).success).toBe(false)
})
