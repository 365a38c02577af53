import { expect, test } from 'vitest'
import { patternsOf } from './route-patterns.ts'
import { routes } from './routes.ts'

test('flattens nested routes and omits the catch-all', () => {
  expect(
    patternsOf([
      { path: '/login' },
      { children: [{ index: true }, { path: '/teams/:team', children: [{ index: true }, { path: 'people' }] }] },
      { path: '*' },
    ]),
  ).toEqual(['/login', '/', '/teams/:team', '/teams/:team/people'])
})

test('every path is unique', () => {
  const patterns = patternsOf(routes)
  expect(patterns).toContain('/organizations/:organization/people')
  expect(new Set(patterns).size).toBe(patterns.length)
})
