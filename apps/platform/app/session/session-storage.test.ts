import { expect, test } from 'vitest'
import { parseSession } from './session-storage.ts'

const user = { id: '1', name: 'Amara', email: 'amara@agency.example', staff: false, secondFactor: false }

test('a stored session is taken up again', () => {
  const session = { token: 'secret', user, stay: false }
  expect(parseSession(JSON.stringify(session))).toEqual(session)
})

test('a session of an older release was stored because its owner wanted to stay logged in', () => {
  expect(parseSession(JSON.stringify({ token: 'secret', user }))).toEqual({ token: 'secret', user, stay: true })
})

test.each([null, undefined, '', 'null', '{"token":', '{"token":"secret"}', '{"user":{"id":"1"}}', '[]', '7'])(
  'what is not a session counts as none: %j',
  (stored) => {
    expect(parseSession(stored)).toBeUndefined()
  },
)
