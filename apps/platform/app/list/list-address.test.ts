import { membersQuery } from '@sherpa/contracts/organization'
import { expect, test } from 'vitest'
import { inOrder, listStateIn } from './list-address.ts'

const stateIn = (address: string) => listStateIn(new URLSearchParams(address), membersQuery)

test('reads search, sort and filters from the URL', () => {
  expect(stateIn('search=ada&sort=-joined&role=agent,coach')).toEqual({
    search: 'ada',
    sort: '-joined',
    role: 'agent,coach',
  })
})

test('ignores unknown and invalid parameters', () => {
  expect(stateIn('columns=email&utm_source=mail&sort=salary&role=boss&search=')).toEqual({})
})

test('ignores ids and cursors in the URL', () => {
  expect(stateIn('role=coach&after=abc&ids=1,2&limit=5')).toEqual({ role: 'coach' })
})

test('ignores the order of parameters', () => {
  const [one, other] = ['sort=-joined&role=coach,agent', 'role=coach%2Cagent&sort=-joined']
  expect(inOrder(new URLSearchParams(one))).toBe(inOrder(new URLSearchParams(other)))
})
