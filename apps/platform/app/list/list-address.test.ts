import { membersQuery } from '@sherpa/contracts/organization'
import { expect, test } from 'vitest'
import { inOrder, listStateIn } from './list-address.ts'

const stateIn = (address: string) => listStateIn(new URLSearchParams(address), membersQuery)

test('search, sort and filters are taken from the address as they are', () => {
  expect(stateIn('search=ada&sort=-joined&role=agent,coach')).toEqual({
    search: 'ada',
    sort: '-joined',
    role: 'agent,coach',
  })
})

test('what the list does not know, or nobody could have chosen, is left out', () => {
  expect(stateIn('columns=email&utm_source=mail&sort=salary&role=boss&search=')).toEqual({})
})

test('which rows are asked for is not for the address to say', () => {
  expect(stateIn('role=coach&after=abc&ids=1,2&limit=5')).toEqual({ role: 'coach' })
})

test('the order of the parameters makes no difference', () => {
  const [one, other] = ['sort=-joined&role=coach,agent', 'role=coach%2Cagent&sort=-joined']
  expect(inOrder(new URLSearchParams(one))).toBe(inOrder(new URLSearchParams(other)))
})
