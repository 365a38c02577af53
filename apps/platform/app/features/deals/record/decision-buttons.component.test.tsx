import type { JudgedVerdict } from '@sherpa/contracts/compliance'
import type { Deal } from '@sherpa/contracts/deal'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, showScreen } from '../../../../test/show-screen.tsx'
import { NextSteps } from './deal-actions.tsx'
import { DecisionButtons } from './decision-buttons.tsx'

const deal = {
  id: '018f0000-0000-7000-8000-0000000000dd',
  athlete: { id: 'a1', name: 'Jonah Okoye' },
  newestVersion: 1,
  versionInForce: null,
  versions: [{ number: 1, stage: 'in-review', title: 'Bet on Jonah', entered: null }],
  approvals: [],
  ageCorrection: null,
} as unknown as Deal
const enteredDeal = { ...deal, versions: [{ ...deal.versions[0], entered: {} }] } as unknown as Deal

const verdict = (rule: string, more: Partial<JudgedVerdict> = {}) => ({
  rule,
  title: 'Barred product category',
  sentence: 'College athletes may not endorse betting.',
  state: 'blocked',
  answer: null,
  canAnswer: true,
  ...more,
})
const serverWith = (...verdicts: object[]) =>
  fakeServer({
    [`GET deals/${deal.id}/verdicts`]: { number: 1, isPreview: false, verdicts, inputHash: null, records: {} },
    [`POST deals/${deal.id}/decisions`]: deal,
  })
const dialog = page.getByRole('dialog')
const approve = dialog.getByRole('button', { name: 'Approve' })

test('the dialog of an approval names the rule that blocks it and leads to the answer', async () => {
  serverWith(verdict('barred-category'))
  await showScreen(<DecisionButtons deal={deal} isPrimary />)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.element(dialog.getByText(/^A rule blocks approval\. Answer it with a reason first/)).toBeVisible()
  await expect.element(dialog.getByText(/College athletes may not endorse betting/)).toBeVisible()
  await expect.element(approve).not.toBeInTheDocument()
  await expect
    .element(dialog.getByRole('link', { name: 'Answer with a reason…' }))
    .toHaveAttribute('href', `/organizations/${organization.id}/deals/${deal.id}#term-rules`)
})

test('the dialog of a refusal lists who is told', async () => {
  fakeServer({
    [`GET deals/${deal.id}/verdicts`]: { number: 1, isPreview: false, verdicts: [], inputHash: null, records: {} },
    [`GET deals/${deal.id}/ending`]: {
      told: [
        { name: 'Amara Cole', as: 'colleague' },
        { name: null, as: 'guardian' },
      ],
    },
  })
  await showScreen(<DecisionButtons deal={deal} isPrimary />)
  await page.getByRole('button', { name: 'Decline' }).click()
  const told = 'Sherpa tells Amara Cole (colleague) and a guardian, without amounts. The company is not told.'
  await expect.element(dialog.getByText(told)).toBeVisible()
})

test.each<[string, Deal, object]>([
  ['answered', deal, verdict('barred-category', { canAnswer: false, answer: { reason: 'Fine', by: null, at: null } })],
  ['a warning', deal, verdict('barred-category', { state: 'attention', canAnswer: false })],
  ['a conflict of a contract that was signed elsewhere', enteredDeal, verdict('exclusivity-clash')],
])('a rule does not hold up an approval if it is %s', async (_, of, rule) => {
  const server = serverWith(rule)
  await showScreen(<DecisionButtons deal={of} isPrimary />)
  await expect.poll(() => server.asked.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Approve' }).click()
  await approve.click()
  expect(server.bodyOf(`POST deals/${deal.id}/decisions`)).toMatchObject({ decision: 'approved' })
})

const guardianRule = verdict('guardian-signs', {
  title: 'A parent or guardian signs for a minor',
  sentence: 'The athlete is under 18, and no guardian is verified who could sign.',
  canAnswer: false,
})
const minors = {
  ...deal,
  company: { id: 'c1', name: 'Halden' },
  guardianStep: { step: 'verify', id: 'g1', name: 'Mari Okoye', byColleague: false },
  money: true,
}
const athleteRecord = `/organizations/${organization.id}/athletes/a1`

test('the last approval of a minor’s deal names whom to verify instead of an answer that is refused', async () => {
  serverWith(guardianRule)
  await showScreen(<DecisionButtons deal={minors as unknown as Deal} isPrimary />)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect
    .element(dialog.getByText(/Mari Okoye confirmed they are the guardian, and is not verified yet/))
    .toBeVisible()
  await expect
    .element(dialog.getByRole('link', { name: 'Verify Mari Okoye' }))
    .toHaveAttribute('href', `${athleteRecord}#verify-g1`)
  await expect.element(approve).not.toBeInTheDocument()
})

const draft = {
  ...minors,
  stage: 'draft',
  actions: ['submit'],
  sides: ['athlete', 'guardian', 'company'],
  signatures: [],
  links: [],
  conflicts: [],
  kind: 'nil',
  versions: [
    {
      number: 1,
      stage: 'draft',
      title: 'Jonah × Halden',
      entered: null,
      contract: null,
      company: { name: 'Halden' },
      terms: {},
    },
  ],
  selfApproval: true,
  nobodyApproves: false,
}
const submitted = (more: object, ...verdicts: object[]) => {
  const server = fakeServer({
    [`GET deals/${deal.id}/verdicts`]: { number: 1, isPreview: true, verdicts, inputHash: null, records: {} },
    [`POST deals/${deal.id}/review`]: draft,
  })
  return { server, shown: showScreen(<NextSteps deal={{ ...draft, ...more } as unknown as Deal} />) }
}

test.each([
  [{}, [guardianRule], 'It cannot be approved until a guardian is verified.'],
  [
    { guardianStep: null },
    [verdict('barred-category')],
    'After you submit it, answer a rule with a reason. Then you can approve it.',
  ],
  [
    { guardianStep: null, selfApproval: false },
    [verdict('barred-category')],
    'An approver has to answer a rule with a reason before approving it.',
  ],
])('the dialog that submits promises no approval that is refused: %#', async (more, verdicts, sentence) => {
  const { server, shown } = submitted(more, ...verdicts)
  await shown
  await expect.poll(() => server.asked.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  expect(dialog.element().textContent).not.toContain('anyway')
  await expect.element(dialog.getByRole('button', { name: 'Submit and approve' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect.poll(() => server.bodyOf(`POST deals/${deal.id}/review`)).not.toHaveProperty('approval')
})

test('a draft that nobody could approve cannot be submitted, and says whom to invite', async () => {
  await submitted({ guardianStep: null, selfApproval: false, nobodyApproves: true }).shown
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect.element(dialog.getByText(/It cannot be submitted yet: nobody else here can approve deals/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Submit', exact: true })).not.toBeInTheDocument()
})
