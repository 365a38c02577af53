import { expect, test } from 'vitest'
import { parseSession } from './session-storage.ts'

const user = { id: '1', name: 'Amara', email: 'amara@agency.example', staff: false, secondFactor: false }

test('a kept session is taken up again', () => {
  expect(parseSession(JSON.stringify({ token: 'secret', user }))).toEqual({ token: 'secret', user })
})

test.each([null, undefined, '', 'null', '{"token":', '{"token":"secret"}', '{"user":{"id":"1"}}', '[]', '7'])(
  'what is not a session counts as none: %j',
  (stored) => {
    expect(parseSession(stored)).toBeUndefined()
  },
)
