// Server: domains/subscriptions/{subscriptions,billing-details,price-offers}.test.ts
import type { Account } from '@sherpa/contracts/account'
import type { KnownBillingDetails } from '@sherpa/contracts/billing-details'
import { permissionsOf } from '@sherpa/contracts/organization'
import type { Plan } from '@sherpa/contracts/plan'
import { Refusal } from '@sherpa/contracts/problem'
import type { Subscription } from '@sherpa/contracts/subscription'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { draftKey, fakeServer, organization, owner, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { Component as BillingScreen } from './billing-screen.tsx'

const plan = (id: string, name: string, limits: Plan['limits'], features: string[]): Plan => ({
  id,
  name,
  audience: 'agency',
  description: '',
  features,
  limits,
  priceCents: null,
})
const plans = [
  plan('agency-starter', 'Agency Starter', { seats: 3, athletes: 25 }, ['Deals']),
  plan('agency-professional', 'Agency Professional', { seats: 15, athletes: 100 }, ['Deals']),
  plan('agency-enterprise', 'Agency Enterprise', { seats: null, athletes: null }, ['Deals', 'Dedicated success team']),
]
const noPlan = { subscription: null, trialAvailable: true, trialEndsAt: '2026-12-01T10:00:00Z', seatsTaken: 1 }
const starter: Subscription = {
  id: '018f0000-0000-7000-8000-0000000000c1',
  organization: organization.id,
  planId: 'agency-starter',
  planName: 'Agency Starter',
  seats: 2,
  seatsTaken: 1,
  priceCents: null,
  status: 'trialing',
  trialEndsAt: '2026-12-01T10:00:00Z',
  period: null,
  cancelAtPeriodEnd: false,
  next: null,
  offer: null,
  billingEmail: owner.email,
}
const noDetails: KnownBillingDetails = {
  billingEmail: owner.email,
  legalName: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  taxId: null,
  tax: null,
}
const account: Account = { user: owner, phone: null, draftKey, organizations: [organization], invitations: [] }

/** Keeps what it is sent. */
function billingServer(subscription: Subscription | null = null) {
  const kept = { subscription, details: noDetails }
  const change = (changes: Partial<Subscription>) => () => {
    kept.subscription = { ...starter, ...kept.subscription, ...changes }
    return kept.subscription
  }
  return fakeServer({
    'GET api/account': account,
    'GET api/plans': { plans },
    'GET api/subscriptions/current': () => ({ ...noPlan, subscription: kept.subscription }),
    'GET api/invoices': pageOf(),
    'GET athletes': pageOf(),
    'GET billing-details': () => kept.details,
    'PUT billing-details': ({ body }) => {
      kept.details = { ...noDetails, ...(body as KnownBillingDetails) }
      return {}
    },
    'POST api/subscriptions/purchase': change({}),
    'PATCH api/subscriptions/current': ({ body }) => {
      const { planId, seats } = body as Subscription
      if (planId === 'agency-starter')
        return new Refusal('invalid-fields', {
          errors: [{ field: 'seats', message: 'Agency Starter includes up to 3 seats' }],
        })
      return change({ planId, planName: 'Agency Professional', seats })()
    },
    'POST api/subscriptions/cancellation': change({ cancelAtPeriodEnd: true }),
    'POST api/subscriptions/resumption': change({ cancelAtPeriodEnd: false }),
  })
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const boxOf = (element: Element) => element.getBoundingClientRect()
const viewports = [
  [1280, 800],
  [360, 640],
] as const

/** All buttons of the dialog are in the viewport. */
async function expectActionsInView() {
  await expect.element(dialog).toBeVisible()
  for (const [width, height] of viewports) {
    await page.viewport(width, height)
    const shown = dialog.element()
    for (const animation of shown.getAnimations()) animation.finish()
    const frame = boxOf(shown)
    expect(frame.left).toBeGreaterThanOrEqual(0)
    expect(frame.top).toBeGreaterThanOrEqual(0)
    expect(frame.right).toBeLessThanOrEqual(width)
    expect(frame.bottom).toBeLessThanOrEqual(height)
    for (const box of dialog.getByRole('button').elements().map(boxOf)) {
      expect(box.left).toBeGreaterThanOrEqual(frame.left)
      expect(box.top).toBeGreaterThanOrEqual(frame.top)
      expect(box.right).toBeLessThanOrEqual(frame.right)
      expect(box.bottom).toBeLessThanOrEqual(frame.bottom)
    }
  }
}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

test('dialog buttons stay in view on laptop and phone, even with a long form', async () => {
  billingServer()
  await showScreen(<BillingScreen />)
  await button('Choose Agency Professional').click()
  await expectActionsInView()
  await button('Choose plan').click()
  await button('Change plan or seats').click()
  await expectActionsInView()
  await button('Cancel').click()
  await button('Add billing details').click()
  await expectActionsInView()
})

test('compares plans in a responsive table and chooses one', async () => {
  const server = billingServer()
  await showScreen(<BillingScreen />)
  const table = page.getByRole('table')
  const cells = (row: string) =>
    table
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent)
  for (const [width, height] of viewports) {
    await page.viewport(width, height)
    await expect.element(page.getByText(/We send you a price/)).toBeVisible()
    // Without prices there is no row of them.
    expect(cells('Price')).toEqual([])
    expect(cells('Actions')).toEqual(['Choose', 'Choose', 'Choose'])
    expect(cells('Seats')).toEqual(['Up to 3', 'Up to 15', 'Unlimited'])
    expect(cells('Athletes')).toEqual(['Up to 25', 'Up to 100', 'Unlimited'])
    expect(cells('Dedicated success team')).toEqual(['Not included–', 'Not included–', 'Included'])
    // Cells are aligned below their plan and not clipped.
    for (const { name } of plans) {
      const head = boxOf(table.getByRole('columnheader', { name }).element())
      const choose = boxOf(button(`Choose ${name}`).element())
      expect(choose.left).toBeGreaterThanOrEqual(head.left)
      expect(choose.right).toBeLessThanOrEqual(head.right)
      expect(head.right).toBeLessThanOrEqual(width)
    }
    await expectAccessible()
  }
  await button('Choose Agency Starter').click()
  await button('Choose plan').click()
  await expect.element(page.getByRole('heading', { name: 'Agency Starter', level: 2 })).toHaveFocus()
  await expect.poll(() => cells('Actions')[0]).toBe('Current')
  expect(server.bodyOf('POST api/subscriptions/purchase')).toEqual({
    organization: organization.id,
    planId: 'agency-starter',
    seats: 3,
    billingEmail: owner.email,
  })
})

test('a member who may only view billing sees a pending price', async () => {
  const offer = { id: starter.id, planName: 'Agency Professional', seats: 3, priceCents: 8900, startsAt: null }
  billingServer({ ...starter, offer })
  await showScreen(<BillingScreen />, {
    as: { ...organization, role: 'compliance', permissions: permissionsOf('compliance', []) },
  })
  const shown = page.getByRole('region', { name: 'Your price for Agency Professional' })
  await expect.element(shown).toMatchTextContent(/\$89 per seat \/ month/)
  await expect.element(shown).toMatchTextContent(/Someone who manages billing can accept it\./)
  await expect.element(button('Accept price')).not.toBeInTheDocument()
  await expect.element(button(/^Choose/)).not.toBeInTheDocument()
  await expectAccessible()
})

test('saves billing details, with an error beside each missing field', async () => {
  billingServer(starter)
  await showScreen(<BillingScreen />)
  await button('Add billing details').click()
  await expect.element(dialog.getByLabelText('Billing email')).toHaveValue(owner.email)
  await dialog.getByLabelText('Country').selectOptions('United States')
  await dialog.getByLabelText('Address', { exact: true }).fill('12 Lakeside Avenue')
  await dialog.getByLabelText('City').fill('Chicago')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const state = dialog.getByLabelText('State or province')
  await expect.element(state).toHaveAccessibleDescription('Enter the state or province')
  await expect.element(state).toHaveFocus()
  await expectAccessible()
  await state.fill('IL')
  await dialog.getByLabelText('ZIP or postal code').fill('60601')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const saved = page.getByRole('region', { name: 'Billing details' })
  await expect.element(saved).toMatchTextContent(/Chicago, IL 60601/)
})

test('changes, cancels and resumes a plan', async () => {
  billingServer(starter)
  await showScreen(<BillingScreen />)
  await button('Change plan or seats').click()
  await dialog.getByLabelText('Seats').fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByLabelText('Seats')).toHaveAccessibleDescription(/up to 3 seats/)
  await dialog.getByLabelText('Plan').selectOptions('Agency Professional')
  await expect.element(dialog.getByText(/Changes apply immediately/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('1 of 4 used')).toBeVisible()

  await button('Cancel subscription').click()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect.element(page.getByText(/^Canceled\. You can use Sherpa until/)).toBeVisible()
  await button('Resume subscription').click()
  await expect.element(button('Cancel subscription')).toBeVisible()
})
