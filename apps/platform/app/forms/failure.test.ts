import { expect, test } from 'vitest'
import { failureOf, withFieldErrors } from './failure.ts'

const problem = { type: 'about:blank', title: 'Some fields are not valid', status: 422, code: 'invalid-fields' }

test('shows the message and field errors of a problem document', () => {
  const errors = [{ field: 'email', message: 'Please enter a valid email address' }]
  const failure = failureOf({ status: 422, data: { ...problem, errors } })
  expect(failure.code).toBe('invalid-fields')
  expect(failure.text).toBe('Some fields are not valid.')
  expect(failure.fields.get('email')).toBe('Please enter a valid email address')
  expect(withFieldErrors(failure)).toBe('Please enter a valid email address.')
})

test('shows the detail of a problem, if any', () => {
  const data = { ...problem, detail: 'This is not possible: this demo is canceled' }
  expect(failureOf({ status: 409, data }).text).toBe('This is not possible: this demo is canceled.')
})

test.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [90, '2 minutes'],
  [840, '14 minutes'],
  [7200, '2 hours'],
])('a rate limit shows when to retry: after %i s', (retryAfterSeconds, words) => {
  const data = { ...problem, status: 429, code: 'rate-limited', retryAfterSeconds }
  expect(failureOf({ status: 429, data }).text).toContain(`in ${words}.`)
})

test('a network error names the connection', () => {
  expect(failureOf({ status: 'FETCH_ERROR', error: 'Failed to fetch' }).text).toMatch(/connection/)
})

test('does not show HTML of a proxy', () => {
  expect(failureOf({ status: 'PARSING_ERROR', originalStatus: 502, data: '<html>' }).text).toMatch(/not available/)
})

test('other errors are reported as ours', () => {
  expect(failureOf(new TypeError('x is undefined')).text).toMatch(/our side/)
  expect(failureOf(undefined).text).toMatch(/our side/)
})
