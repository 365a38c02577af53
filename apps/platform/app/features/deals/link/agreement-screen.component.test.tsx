import type { LinkedDeal } from '@sherpa/contracts/deal-link'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, showScreen } from '../../../../test/show-screen.tsx'
import { Component as AgreementScreen } from './agreement-screen.tsx'

const hash = 'a'.repeat(64)
const contract = { id: '018f0000-0000-7000-8000-0000000000cc', name: 'NIL agreement.pdf' }
const open: LinkedDeal = {
  state: 'open',
  organization: 'Ridgeline Sports',
  lockedUntil: null,
  details: {
    recipient: { name: 'Sofia Brandt', title: 'VP Marketing', maskedEmail: 's•••@halden.example' },
    lead: { name: 'Amara Cole', email: 'amara@ridgeline.example' },
    expiresAt: '2026-11-30T15:00:00.000Z',
    paused: false,
    shared: {
      deal: '018f0000-0000-7000-8000-0000000000dd',
      number: 3,
      kind: 'nil',
      title: 'Jonah Okoye × Halden Sportswear',
      organization: 'Ridgeline Sports',
      athlete: 'Jonah Okoye',
      company: 'Halden Sportswear',
      startsOn: '2026-08-03',
      endsOn: '2027-08-31',
      category: 'Apparel',
      exclusivity: 'Apparel',
      territory: 'United States',
      usageRights: null,
      currency: 'USD',
      payments: [{ due: 'December 1, 2026', title: 'Retainer', amountMinor: 4_800_000 }],
      deliverables: [{ title: 'Story', count: 2, platform: 'Instagram', disclosureTag: '#ad', dueOn: '2026-12-01' }],
      contract: null,
    },
    hash,
    contract: null,
    signed: [],
    missing: ['athlete', 'company'],
    page: null,
    reassignment: null,
  },
}
const closed = (state: LinkedDeal['state'], lockedUntil: string | null = null): LinkedDeal => ({
  state,
  organization: 'Ridgeline Sports',
  lockedUntil,
  details: null,
})
const details = open.details as NonNullable<LinkedDeal['details']>

const payment = {
  title: 'Retainer',
  dueOn: '2026-12-01',
  amountMinor: 4_800_000,
  openMinor: 4_800_000,
  condition: null,
  inKind: false,
}

const LOOKUP = 'POST api/deal-links/lookup'
const CODE = 'POST api/deal-links/codes'
const opened = { 'POST api/deal-links/openings': new Response(null, { status: 204 }) }
const show = () => showScreen(<AgreementScreen />, { address: '/agreement#the-token' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(360, 740)
})

test.each<[LinkedDeal['state'], string]>([
  ['replaced', 'This link was replaced'],
  ['withdrawn', 'This link was withdrawn'],
  ['expired', 'This link has expired'],
  ['codes', 'This link is locked'],
  ['changes', 'You asked for changes'],
  ['declined', 'You declined this deal'],
  ['reassigned', 'Someone else signs this deal'],
  ['version-withdrawn', 'The version that you signed was withdrawn'],
  ['page-expired', 'This page has closed'],
])('a link that is %s says so, records no opening and offers nothing', async (state, title) => {
  const { asked } = fakeServer({ [LOOKUP]: closed(state) })
  await show()
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  expect(asked.map(({ call }) => call)).toEqual([LOOKUP])
})

test('a link that is locked for an hour says when to try again', async () => {
  fakeServer({ [LOOKUP]: closed('codes', '2126-11-30T15:00:00.000Z') })
  await show()
  await expect.element(page.getByText(/You can try again in an hour/)).toBeVisible()
})

test('an unknown link says that it is not valid', async () => {
  fakeServer({ [LOOKUP]: 'link-expired' })
  await show()
  await expect.element(page.getByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible()
})

test('an open link shows the terms at 360 px and signs with name, title, consent and code', async () => {
  let answer = open
  const server = fakeServer({
    ...opened,
    [LOOKUP]: () => answer,
    [CODE]: { maskedEmail: 's•••@halden.example' },
    'POST api/deal-links/signatures': () => {
      answer = { ...open, state: 'signed', details: { ...details, missing: ['athlete'] } }
      return { device: 'the-device' }
    },
  })
  await show()
  await expect.element(page.getByText(/\$48,000/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await expect.poll(() => server.bodyOf('POST api/deal-links/openings')).toEqual({ token: 'the-token' })
  await button('Sign').click()
  await expect.element(page.getByText(/Sent to s•••@halden\.example/)).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect.element(page.getByText('Confirm that you may sign')).toBeVisible()
  await page.getByRole('checkbox').click()
  await page.getByLabelText('Code from your email').fill('040 713')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect.element(page.getByText('Waiting for the athlete to sign.', { exact: false })).toBeVisible()
  expect(server.bodyOf('POST api/deal-links/signatures')).toEqual({
    token: 'the-token',
    hash,
    name: 'Sofia Brandt',
    title: 'VP Marketing',
    agrees: true,
    code: '040713',
  })
  const lookups = server.asked.filter(({ call }) => call === LOOKUP)
  expect(lookups.at(-1)?.body).toEqual({ token: 'the-token', device: 'the-device' })
})

test('while signing is paused, the page says so and only other answers are possible', async () => {
  fakeServer({ ...opened, [LOOKUP]: { ...open, details: { ...details, paused: true } } })
  await show()
  await expect.element(page.getByText(/^Signing is paused right now\. Amara Cole was told\./)).toBeVisible()
  await expect.element(button('Sign')).toBeDisabled()
  await expect.element(button('Ask for changes')).toBeEnabled()
})

test('a wrong code is said beside the form, and the words stay', async () => {
  fakeServer({
    ...opened,
    [LOOKUP]: open,
    [CODE]: { maskedEmail: 's•••@halden.example' },
    'POST api/deal-links/change-requests': 'wrong-code',
  })
  await show()
  await button('Ask for changes').click()
  await page.getByLabelText('What would you change?').fill('Training shoes only.')
  await page.getByLabelText('Code from your email').fill('123456')
  await button('Send request').click()
  await expect.element(page.getByText(/^This code is incorrect or has expired/)).toBeVisible()
  await expect.element(page.getByLabelText('What would you change?')).toHaveValue('Training shoes only.')
})

// Vite transforms the large viewer on its first request.
test('the contract must be opened before signing', { timeout: 90_000 }, async () => {
  fakeServer({ ...opened, [LOOKUP]: { ...open, details: { ...details, contract } } })
  await show()
  await expect.element(button('Sign')).toBeDisabled()
  await expect.element(page.getByText('Open the contract before you sign.')).toBeVisible()
  await page.getByRole('button', { name: /^NIL agreement\.pdf/ }).click()
  await button('Close').click()
  await expect.element(button('Sign')).toBeEnabled()
})

test('a signed deal needs a code on a new device, then shows proof and due days', async () => {
  const locked = { ...open, state: 'page', details: { ...details, shared: null, hash: null } }
  const unlocked = {
    ...open,
    state: 'page',
    details: {
      ...details,
      page: {
        copies: [{ id: contract.id, name: 'Version 3, signed, company’s copy.pdf' }],
        payments: [payment],
        deliverables: [
          {
            title: 'Story',
            dueOn: '2026-12-01',
            acceptedAt: '2026-11-28T15:00:00.000Z',
            proofs: [{ link: 'https://social.example/p/1042', file: null }],
          },
        ],
        ended: null,
        until: '2027-11-29',
      },
    },
  }
  fakeServer({
    ...opened,
    [LOOKUP]: ({ body }) => ((body as { device?: string }).device === 'the-device' ? unlocked : locked),
    [CODE]: { maskedEmail: 's•••@halden.example' },
    'POST api/deal-links/devices': { device: 'the-device' },
  })
  await show()
  await button('Send code').click()
  await page.getByLabelText('Code from your email').fill('040713')
  await button('Continue').click()
  await expect.element(page.getByRole('link', { name: 'https://social.example/p/1042' })).toBeVisible()
  await expect.element(page.getByText('This page is open until Nov 29, 2027.', { exact: false })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

const shownPage = (more: object) => ({
  ...open,
  state: 'page',
  details: {
    ...details,
    page: { copies: [], payments: [payment], deliverables: [], ended: null, until: '2027-11-29', ...more },
  },
})

test('conditional and in-kind payments are no debts', async () => {
  const payments = [
    { ...payment, openMinor: 3_800_000 },
    { ...payment, title: 'Signing payment', openMinor: 0 },
    { ...payment, title: 'Bonus', amountMinor: 600_000, openMinor: 0, condition: 'Conference final' },
    { ...payment, title: 'Option year', openMinor: 0, condition: 'If the club option is exercised' },
    { ...payment, title: 'Six pairs of shoes', amountMinor: 90_000, openMinor: 0, inKind: true },
  ]
  fakeServer({ ...opened, [LOOKUP]: shownPage({ payments }) })
  await show()
  await expect.element(page.getByText('Still due: $38,000')).toBeVisible()
  await expect.element(page.getByText('$38,000 open, due Dec 1, 2026')).toBeVisible()
  await expect.element(page.getByText('Paid', { exact: true })).toBeVisible()
  await expect.element(page.getByText('If reached: Conference final')).toBeVisible()
  await expect.element(page.getByText('If the club option is exercised')).toBeVisible()
  await expect.element(page.getByText('In kind, due Dec 1, 2026')).toBeVisible()
  await expect.element(page.getByText('Worth $900')).toBeVisible()
})

test.each([
  [true, 'Terminated on Nov 18, 2026'],
  [false, 'Ended on Nov 18, 2026'],
])('an ended deal says so and what is still due (terminated: %s)', async (terminated, words) => {
  fakeServer({ ...opened, [LOOKUP]: shownPage({ payments: [], ended: { on: '2026-11-18', terminated } }) })
  await show()
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Terms as signed' })).toBeVisible()
  await expect.element(page.getByText('$48,000')).not.toBeInTheDocument()
})

test('a company that signed with nobody missing waits for the organization', async () => {
  fakeServer({ ...opened, [LOOKUP]: { ...open, state: 'signed', details: { ...details, missing: [] } } })
  await show()
  await expect.element(page.getByText(/^Waiting for Ridgeline Sports to complete the deal\./)).toBeVisible()
})

const REASSIGN = 'POST api/deal-links/reassignments'

test('the recipient names another signer with a code, who waits for the lead', async () => {
  let answer = open
  const server = fakeServer({
    ...opened,
    [LOOKUP]: () => answer,
    [CODE]: { maskedEmail: 's•••@halden.example' },
    [REASSIGN]: () => {
      answer = { ...open, details: { ...details, reassignment: { name: 'Lee Roth', refused: false } } }
      return { state: 'waiting' }
    },
  })
  await show()
  await button('Name another signer').click()
  await expect.element(page.getByText(/^An address at halden\.example gets a link at once/)).toBeVisible()
  await page.getByLabelText('Their name').fill('Lee Roth')
  await page.getByLabelText('Their email').fill('lee@roth-law.example')
  await page.getByLabelText('Code from your email').fill('040713')
  await button('Name signer').click()
  await expect.element(page.getByText(/^Waiting for Amara Cole to confirm Lee Roth\./)).toBeVisible()
  expect(server.bodyOf(REASSIGN)).toEqual({
    ...{ token: 'the-token', name: 'Lee Roth', title: null, email: 'lee@roth-law.example', code: '040713' },
  })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

test('an address that is not accepted uses the code up', async () => {
  fakeServer({
    ...opened,
    [LOOKUP]: open,
    [CODE]: { maskedEmail: 's•••@halden.example' },
    [REASSIGN]: 'address-not-accepted',
  })
  await show()
  await button('Name another signer').click()
  await expect.element(button('Send again')).toBeVisible()
  await page.getByLabelText('Their name').fill('Amara')
  await page.getByLabelText('Their email').fill('amara@ridgeline.example')
  await page.getByLabelText('Code from your email').fill('040713')
  await button('Name signer').click()
  await expect.element(page.getByText(/^We can’t send the deal to this address/)).toBeVisible()
  await expect.element(button('Send code')).toBeVisible()
})
