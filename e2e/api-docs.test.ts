import { expect, expectAccessible, test } from './site'

/** Rules that need the whole page. */
const rulesOfTheWholePage = ['duplicate-id-aria', 'heading-order', 'landmark-unique', 'page-has-heading-one', 'region']

test('filters, opens and copies an operation', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/api/docs')
  const operations = page.locator('.operation')
  const all = await operations.count()
  await page.getByRole('searchbox', { name: 'Filter operations' }).fill('subscriptions purchase')
  await expect(operations.filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText(`1 of ${all} operations`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Staff' })).toBeHidden()
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    'Subscriptions',
    /^POST Choose a plan/,
    'Errors',
  ])

  const purchase = page.locator('#operation-purchaseSubscription')
  await expect(purchase.getByRole('heading', { name: 'Answers' })).toBeHidden()
  await purchase.getByText('/api/subscriptions/').first().click()
  await expect(purchase.getByRole('heading', { name: 'Answers' })).toBeVisible()
  await purchase.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied to the clipboard')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain("curl --request POST 'http://localhost:3001/api/subscriptions/purchase'")
  expect(copied).toContain('"planId": "agency-professional"')
})

test('contents and deep links open an operation', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('navigation').locator('a[href="#operation-logIn"]').click()
  const logIn = page.locator('#operation-logIn')
  await expect(logIn).toHaveAttribute('open')
  await expect(logIn).toBeInViewport()

  await page.goto('about:blank')
  await page.goto('/api/docs#operation-invite')
  await expect(page.locator('#operation-invite').getByRole('heading', { name: 'Who can call it' })).toBeInViewport()
})

test('a repeated response schema links to its first operation, despite the filter', async ({ page }) => {
  await page.goto('/api/docs#operation-changeCompany')
  await page.getByRole('searchbox', { name: 'Filter operations' }).fill('changeCompany')
  const changing = page.locator('#operation-changeCompany')
  await changing.locator('.answers > li > details > summary').click()
  const link = changing.getByRole('link', { name: /^(GET|POST) \/api\/.*companies/ })
  const first = page.locator(`${await link.getAttribute('href')}`)
  await expect(first).toBeHidden()
  await link.click()
  await expect(first).toBeInViewport()
  await expect(first.getByRole('heading', { name: 'Answers' })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Filter operations' })).toHaveValue('')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  test('does not scroll sideways with everything open, and the contents are collapsed', async ({ page }) => {
    await page.goto('/api/docs')
    await expect(page.getByRole('navigation')).toBeHidden()
    await page.getByText('Contents').click()
    await page.getByRole('navigation').getByRole('link', { name: 'Errors' }).click()
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Errors' })).toBeInViewport()
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test('is accessible in light and dark themes', async ({ page }) => {
  await page.goto('/api/docs')
  // Removed for speed: properties are 90 % of the page and have no headings, landmarks or ids.
  await page.locator('.properties').evaluateAll((properties) => {
    for (const list of properties) list.remove()
  })
  await expectAccessible(page, rulesOfTheWholePage)

  // All areas have the same structure, so one is enough.
  await page.goto('about:blank')
  await page.goto('/api/docs#operation-purchaseSubscription')
  await page.locator('#operation-purchaseSubscription .answers > li > details > summary').click()
  await page.getByRole('searchbox', { name: 'Filter operations' }).fill('subscriptions')
  await page.locator('.operation').evaluateAll((operations) => {
    for (const operation of operations) if (!operation.checkVisibility()) operation.remove()
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('is complete and hides controls that need scripts', async ({ page }) => {
    await page.goto('/api/docs')
    await expect(page.getByRole('searchbox')).toBeHidden()
    await page.locator('#operation-logIn > summary').click()
    await expect(page.locator('#operation-logIn').getByText('--request POST')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0)
  })
})
