import { expect, test } from 'vitest'
import { nextStepsFor, pathInWords } from './next-steps.ts'

const none = { count: 0, exact: true }
const one = { count: 1, exact: true }
const alone = { members: one, invitations: none }
const start = {
  user: { secondFactor: false },
  organization: { id: 'o1', sample: false },
  people: alone,
  hasAthletes: false,
  progress: { hasDeal: false, hasSignedDeal: false, hasPayment: false, openDeal: null },
}
const open = (known: Parameters<typeof nextStepsFor>[0]) =>
  nextStepsFor(known)
    .filter(({ done }) => !done)
    .map(({ title }) => title)

test('a new owner has completed only the first step, and the path ends in money', () => {
  expect(open(start)).toEqual([
    'Add your athletes',
    'Make your first deal',
    'Get it signed',
    'Record the first payment',
    'Invite people',
    'Turn on two-factor authentication',
  ])
})

test('what exists completes its step', () => {
  expect(open({ ...start, hasAthletes: true })).not.toContain('Add your athletes')
  const signed = { ...start.progress, hasDeal: true, hasSignedDeal: true }
  expect(open({ ...start, hasAthletes: true, progress: signed })[0]).toBe('Record the first payment')
  const known = {
    ...start,
    user: { secondFactor: true },
    people: { ...alone, invitations: one },
    hasAthletes: true,
    progress: { ...signed, hasPayment: true },
  }
  expect(open(known)).toEqual([])
})

test('a deal on its way is opened directly', () => {
  const progress = { ...start.progress, hasDeal: true, openDeal: 'd1' }
  const step = nextStepsFor({ ...start, progress }).find(({ title }) => title === 'Get it signed')
  expect(step?.to).toBe('/organizations/o1/deals/d1')
})

test('steps do not credit the reader with another owner’s work', () => {
  const words = nextStepsFor({ ...start, people: { ...alone, members: { count: 2, exact: true } } })
    .filter(({ done }) => done)
    .map(({ title }) => title)
  expect(words).toEqual(['Create your organization', 'Invite people'])
})

test('the path says how much is done and how long the rest takes', () => {
  expect(pathInWords(nextStepsFor(start))).toBe('1 of 5 done. About 7 minutes to your first payment.')
  const signed = { ...start.progress, hasDeal: true, hasSignedDeal: true }
  expect(pathInWords(nextStepsFor({ ...start, hasAthletes: true, progress: signed }))).toBe(
    '4 of 5 done. About 1 minute to your first payment.',
  )
})
