import { labels } from '@sherpa/contracts/labels'
import { expect, test } from 'vitest'
import { athleteFilters } from './athlete-filters.ts'

const known: Parameters<typeof athleteFilters>[0] = {
  stages: labels.team.stages,
  state: {},
  sports: ['soccer', 'football'],
  colleagues: [
    ['u1', 'Amara Cole (you)'],
    ['u2', 'Jo Park'],
  ],
  me: 'u1',
  rows: [{ lookedAfterBy: [{ id: 'u3', name: 'Someone who left' }] }],
  programs: [],
  tags: [],
  fields: [],
  thisYear: 2026,
  seesSensitive: true,
}
const filter = (label: string, more: Partial<typeof known> = {}) =>
  athleteFilters({ ...known, ...more }).find((one) => one.label === label)

test('lists the organization’s sports first', () => {
  expect(Object.keys(filter('Sport')?.choices ?? {}).slice(0, 3)).toEqual(['soccer', 'football', 'basketball'])
})

test('offers positions of the selected sports, or of the organization’s only sport', () => {
  expect(filter('Position')).toBeUndefined()
  expect(filter('Position', { state: { sport: 'soccer' } })?.choices).toMatchObject({ 'soccer.winger': 'Winger' })
  const ofBoth = filter('Position', { state: { sport: 'football,soccer' } })
  expect(ofBoth?.choices).toMatchObject({ 'soccer.winger': 'Winger (Soccer)', 'football.safety': 'Safety (Football)' })
  expect(filter('Position', { sports: ['golf'] })).toBeUndefined()
  expect(filter('Position', { sports: ['hockey'] })?.choices).toMatchObject({ 'hockey.goaltender': 'Goaltender' })
})

test('lists the reader once, as “Me”', () => {
  expect(filter('Managed by')?.choices).toEqual({
    me: 'Me',
    none: 'Unassigned',
    u2: 'Jo Park',
    u3: 'Someone who left',
  })
})

test('allows at most three custom field filters', () => {
  const fields = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, kind: 'choice' as const, choices: ['x'] }))
  const offered = (custom: string) =>
    athleteFilters({ ...known, fields, state: custom ? { custom } : {} }).filter(({ name }) => name === 'custom').length
  expect(offered('')).toBe(4)
  expect(offered('a:x,b:x,c:x')).toBe(3)
})

test('offers guardians and eligibility only to people who see sensitive data', () => {
  expect(filter('Guardian')).toBeDefined()
  expect(filter('Guardian', { seesSensitive: false })).toBeUndefined()
  expect(filter('Eligibility', { seesSensitive: false })).toBeUndefined()
  expect(filter('Minor', { seesSensitive: false })).toBeDefined()
})

test('offers programs only if there are any', () => {
  const rowing = { id: 'p1', name: 'Rowing', sport: null, gender: null, archived: false, athletes: 0, members: 0 }
  expect(filter('Program')).toBeUndefined()
  expect(filter('Program', { programs: [rowing] })?.choices).toEqual({ p1: 'Rowing' })
})
