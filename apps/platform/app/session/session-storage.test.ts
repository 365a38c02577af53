import { expect, test } from 'vitest'
import { parseSession } from './session-storage.ts'

const user = { id: '1', name: 'Amara', email: 'amara@agency.example', staff: false, secondFactor: false }

test('restores a stored session', () => {
  const session = { token: 'secret', user, stay: false }
  expect(parseSession(JSON.stringify(session))).toEqual(session)
})

test('a session stored by an older release stays logged in', () => {
  expect(parseSession(JSON.stringify({ token: 'secret', user }))).toEqual({ token: 'secret', user, stay: true })
})

test.each([null, undefined, '', 'null', '{"token":', '{"token":"secret"}', '{"user":{"id":"1"}}', '[]', '7'])(
  'ignores an invalid session: %j',
  (stored) => {
    expect(parseSession(stored)).toBeUndefined()
  },
)
