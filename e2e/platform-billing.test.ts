import type { APIRequestContext, Page } from '@playwright/test'
import type { Subscription } from '../packages/contracts/src/subscription'
import { askAs, enter, type Member, makeAccount, makeOrganization, makeStaff, test } from './platform'
import { expect, expectAccessible } from './site'

test.use({ expectedErrors: /responded with a status of 4\d\d/ })

/** Laptop and small phone. */
const viewports = [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
]

async function makeCustomer(request: APIRequestContext) {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  return { owner, organization }
}

const buy = (request: APIRequestContext, owner: Member, organization: string) =>
  askAs<Subscription>(request, owner, 'post', 'subscriptions/purchase', {
    organization,
    planId: 'agency-professional',
    seats: 3,
  })

async function openBilling(page: Page, someone: Member, organization: string) {
  await enter(page, someone, `/organizations/${organization}/billing`)
  await expect(page.getByRole('region', { name: 'Invoices' })).toBeVisible()
}

/** All buttons of the dialog are in the viewport. */
async function expectActionsInView(page: Page) {
  // A closing dialog stays visible for a moment.
  const dialog = page.locator('dialog[open]')
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    // Wait for the slide-in animation.
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const frame = await dialog.boundingBox()
    if (!frame) throw new Error('There is no dialog.')
    expect(frame.x).toBeGreaterThanOrEqual(0)
    expect(frame.y).toBeGreaterThanOrEqual(0)
    expect(frame.x + frame.width).toBeLessThanOrEqual(viewport.width)
    expect(frame.y + frame.height).toBeLessThanOrEqual(viewport.height)
    for (const button of await dialog.getByRole('button').all()) {
      const box = await button.boundingBox()
      if (!box) throw new Error('A button is not shown.')
      expect(box.x).toBeGreaterThanOrEqual(frame.x)
      expect(box.y).toBeGreaterThanOrEqual(frame.y)
      expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
      expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height)
    }
  }
}

test('dialog buttons stay in view on laptop and phone, even with a long form', async ({ page, request }) => {
  const { owner, organization } = await makeCustomer(request)
  await openBilling(page, owner, organization)
  await page.getByRole('button', { name: 'Choose Agency Professional' }).click()
  await expectActionsInView(page)
  await page.getByRole('button', { name: 'Choose plan' }).click()
  await page.getByRole('button', { name: 'Change plan or seats' }).click()
  await expectActionsInView(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Add billing details' }).click()
  await expectActionsInView(page)
})

test('compares plans in a responsive table and chooses one', async ({ page, request }) => {
  const { owner, organization } = await makeCustomer(request)
  await openBilling(page, owner, organization)
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    const table = page.getByRole('table')
    await expect(table.getByRole('columnheader')).toHaveText([
      'Agency Starter',
      'Agency Professional',
      'Agency Enterprise',
    ])
    await expect(table.getByRole('row').nth(1).getByRole('button')).toHaveText(['Choose', 'Choose', 'Choose'])
    // Without prices there is no row of them.
    await expect(table.getByRole('row', { name: /^Price/ })).toHaveCount(0)
    await expect(page.getByText('we send you a price')).toBeVisible()
    await expect(table.getByRole('row', { name: /^Seats/ })).toContainText('Up to 15')
    await expect(table.getByRole('row', { name: /^Athletes/ })).toContainText('Unlimited')
    await expect(table.getByRole('row', { name: /^Dedicated success team/ }).getByRole('cell')).toHaveText([
      /Not included/,
      /Not included/,
      /^Included/,
    ])
    // Cells are aligned below their plan and not clipped.
    for (const name of ['Agency Starter', 'Agency Professional', 'Agency Enterprise']) {
      const head = await table.getByRole('columnheader', { name }).boundingBox()
      const button = await table.getByRole('button', { name: `Choose ${name}` }).boundingBox()
      if (!head || !button) throw new Error('The table is not shown.')
      expect(button.x).toBeGreaterThanOrEqual(head.x)
      expect(button.x + button.width).toBeLessThanOrEqual(head.x + head.width)
      expect(head.x + head.width).toBeLessThanOrEqual(viewport.width)
    }
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Choose Agency Starter' }).click()
  await page.getByRole('button', { name: 'Choose plan' }).click()
  await expect(page.getByRole('heading', { name: 'Agency Starter', level: 2 })).toBeFocused()
  await expect(page.getByRole('row', { name: /^Actions/ })).toContainText('Current')
})

test('a member who may only view billing sees a pending price', async ({ page, request }) => {
  const { owner, organization } = await makeCustomer(request)
  const { id } = await buy(request, owner, organization)
  const viewer = await makeAccount('Vi Ewer')
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: viewer.email,
    role: 'compliance',
  })
  const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, viewer, 'get', 'account')
  await askAs(request, viewer, 'post', `invitations/${invitations[0]?.id}/acceptance`)
  const staff = await makeStaff()
  await askAs(request, staff, 'put', `staff/subscriptions/${id}/offer`, { priceCents: 8900 })

  await openBilling(page, viewer, organization)
  const offer = page.getByRole('region', { name: 'Your price for Agency Professional' })
  await expect(offer).toContainText('$89 per seat / month')
  await expect(offer).toContainText('Someone who manages billing can accept it.')
  await expect(page.getByRole('button', { name: 'Accept price' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Choose/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('saves billing details, with an error beside each missing field', async ({ page, request }) => {
  const { owner, organization } = await makeCustomer(request)
  await buy(request, owner, organization)
  await openBilling(page, owner, organization)
  await page.getByRole('button', { name: 'Add billing details' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Billing email')).toHaveValue(owner.email)
  await dialog.getByLabel('Country').selectOption('United States')
  await dialog.getByLabel('Address', { exact: true }).fill('12 Lakeside Avenue')
  await dialog.getByLabel('City').fill('Chicago')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('State or province')).toHaveAccessibleDescription('Enter the state or province')
  await expect(dialog.getByLabel('State or province')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('State or province').fill('IL')
  await dialog.getByLabel('ZIP or postal code').fill('60601')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Billing details' })).toContainText('Chicago, IL 60601')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Billing details' })).toContainText('Chicago, IL 60601')
})
