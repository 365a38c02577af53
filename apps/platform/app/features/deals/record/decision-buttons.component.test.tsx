import type { JudgedVerdict } from '@sherpa/contracts/compliance'
import type { Deal } from '@sherpa/contracts/deal'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, showScreen } from '../../../../test/show-screen.tsx'
import { DecisionButtons } from './decision-buttons.tsx'

const deal = {
  id: '018f0000-0000-7000-8000-0000000000dd',
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
  ['answered', deal, verdict('barred-category', { canAnswer: false })],
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
