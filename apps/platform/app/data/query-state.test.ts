import { expect, test } from 'vitest'
import { stateOf } from './query-state.ts'

const query = { isError: false, isUninitialized: false, refetch: () => undefined }

test.each([
  ['what has not arrived is loading', query, 'loading'],
  ['what has arrived is ready', { ...query, currentData: [] }, 'ready'],
  ['what could not be loaded has failed', { ...query, isError: true }, 'failed'],
  ['what could not be refreshed is still ready', { ...query, isError: true, currentData: [] }, 'ready'],
  ['what was skipped is ready', { ...query, isUninitialized: true }, 'ready'],
  ['what belongs to another argument does not count', { ...query, data: [] }, 'loading'],
])('%s', (_, query, state) => {
  expect(stateOf(query)).toBe(state)
})
