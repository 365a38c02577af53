import { permissionsOf, type Role } from '@sherpa/contracts/organisation'
import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { nextStepsFor } from './next-steps.ts'

const as = (role: Role) => ({ id: 'o1', role, permissions: permissionsOf(role, []) })
const member = { id: 'm1', name: 'Amara', email: 'amara@agency.example', role: 'owner', joinedAt: '' } as const
const alone = { members: [member], invitations: [] }
const titles = (known: Parameters<typeof nextStepsFor>[0]) => nextStepsFor(known).map(({ title }) => title)
const open = (known: Parameters<typeof nextStepsFor>[0]) => nextStepsFor(known).filter(({ done }) => !done).length

test('a new owner has everything but the first step ahead', () => {
  const known = {
    user: { secondFactor: false },
    trialAvailable: true,
    organisation: as('owner'),
    people: alone,
    subscription: null,
  }
  expect(nextStepsFor(known).map(({ done }) => done)).toEqual([true, false, false, false])
})

test('an invitation, a plan and a second factor complete the list', () => {
  const invitation = { id: 'i1', email: 'ben@agency.example', role: 'agent', sentAt: '', expiresAt: '' } as const
  const people = { ...alone, invitations: [invitation] }
  const subscription = { status: 'trialing' } as Subscription
  expect(
    open({ user: { secondFactor: true }, trialAvailable: true, organisation: as('owner'), people, subscription }),
  ).toBe(0)
  const ended = { status: 'cancelled' } as Subscription
  expect(
    open({
      user: { secondFactor: true },
      trialAvailable: true,
      organisation: as('owner'),
      people,
      subscription: ended,
    }),
  ).toBe(1)
})

test('nobody is asked to do what their role does not allow', () => {
  const known = { user: { secondFactor: false }, trialAvailable: true, people: alone, subscription: undefined }
  expect(titles({ ...known, organisation: as('agent') })).toContain('Invite your first colleague')
  expect(titles({ ...known, organisation: as('agent') })).not.toContain('Choose a plan')
  expect(titles({ ...known, organisation: as('coach') })).toEqual(['Join your organization', 'Protect your account'])
})

test('whoever has used their trial is not promised another', () => {
  const known = { user: { secondFactor: true }, organisation: as('owner'), people: alone, subscription: null }
  const abouts = (trialAvailable: boolean) => nextStepsFor({ ...known, trialAvailable }).map(({ about }) => about)
  expect(abouts(true).join()).toContain('Free for the first 14 days')
  expect(abouts(false).join()).not.toContain('Free')
})
