import { expect, test } from 'vitest'
import { refusalsOfApproval } from './compliance.ts'
import { guardianStepInWords, nextGuardianStep } from './guardian-step.ts'

const guardian = (more: object = {}) => ({
  id: 'g',
  contact: 'c',
  name: 'Mari Okoye',
  state: 'confirmed' as const,
  reach: 'full' as const,
  isMember: false,
  verifying: 'open' as const,
  ...more,
})
const contact = { id: 'k', name: 'Ben Okoye' }
const step = (guardians: ReturnType<typeof guardian>[], contacts = [contact]) => nextGuardianStep(guardians, contacts)

test('names the person and the nearest step, and asks nobody new while someone is to be verified', () => {
  expect(step([guardian({ state: 'verified' })])).toBeNull()
  expect(step([guardian({ state: 'invited' }), guardian()])).toMatchObject({
    step: 'verify',
    id: 'g',
    name: 'Mari Okoye',
  })
  expect(step([guardian({ verifying: 'by-colleague' })])).toMatchObject({ step: 'verify', byColleague: true })
  expect(step([guardian({ state: 'verified', reach: 'limited' })])).toMatchObject({ step: 'reach', name: 'Mari Okoye' })
  expect(step([guardian({ state: 'invited' })])).toMatchObject({ step: 'wait', id: 'c', name: 'Mari Okoye' })
  expect(step([guardian({ state: 'verified', isMember: true })])).toMatchObject({
    step: 'ask',
    id: 'k',
    name: 'Ben Okoye',
  })
  expect(step([], [])).toMatchObject({ step: 'add', name: null })
  expect(guardianStepInWords({ step: 'verify', id: 'g', name: 'Mari Okoye', byColleague: false })).toEqual({
    sentence: 'Mari Okoye confirmed they are the guardian, and is not verified yet.',
    button: 'Verify Mari Okoye',
  })
})

test('an approval is refused by rules without an answer and by a missing guardian, which no answer replaces', () => {
  const rule = (rule: string, answer: object | null = null) => ({ rule, state: 'blocked' as const, answer })
  const rules = [rule('barred-category'), rule('exclusivity-clash'), rule('guardian-signs')]
  const named = (isEntered: boolean, of = rules) => {
    const { toAnswer, needsGuardian } = refusalsOfApproval(of, { isEntered })
    return [toAnswer.map((one) => one.rule), needsGuardian]
  }
  expect(named(false)).toEqual([['barred-category', 'exclusivity-clash'], true])
  expect(named(true)).toEqual([['barred-category'], false])
  expect(
    named(false, [rule('barred-category', {}), { ...rule('exclusivity-clash'), state: 'attention' as never }]),
  ).toEqual([[], false])
})
