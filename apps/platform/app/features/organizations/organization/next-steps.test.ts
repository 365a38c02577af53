import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { nextStepsFor } from './next-steps.ts'

const none = { count: 0, exact: true }
const one = { count: 1, exact: true }
const alone = { members: one, invitations: none }
const start = {
  user: { secondFactor: false },
  organization: { id: 'o1', sample: false },
  people: alone,
  hasAthletes: false,
  subscription: null,
  trialAvailable: true,
}
const open = (known: Parameters<typeof nextStepsFor>[0]) =>
  nextStepsFor(known)
    .filter(({ done }) => !done)
    .map(({ title }) => title)

test('a new owner has completed only the first step', () => {
  expect(open(start)).toEqual(['Add athletes', 'Invite people', 'Choose a plan', 'Turn on two-factor authentication'])
})

test('an athlete, an invitation, a plan and a second factor complete the list', () => {
  const known = {
    ...start,
    user: { secondFactor: true },
    people: { ...alone, invitations: one },
    hasAthletes: true,
    subscription: { status: 'trialing' } as Subscription,
  }
  expect(open(known)).toEqual([])
  expect(open({ ...known, subscription: { status: 'canceled' } as Subscription })).toEqual(['Choose a plan'])
})

test('steps do not credit the reader with another owner’s work', () => {
  const words = nextStepsFor({ ...start, people: { ...alone, members: { count: 2, exact: true } } })
    .filter(({ done }) => done)
    .map(({ title }) => title)
  expect(words).toEqual(['Create the organization', 'Invite people'])
})

test('offers no second trial', () => {
  const abouts = (trialAvailable: boolean) => nextStepsFor({ ...start, trialAvailable }).map(({ about }) => about)
  expect(abouts(true).join()).toContain('Free for 14 days')
  expect(abouts(false).join()).not.toContain('Free')
})
