import { expect, expectAccessible, test } from './site'

/** What one area cannot show. */
const rulesOfTheWholePage = ['duplicate-id-aria', 'heading-order', 'landmark-unique', 'page-has-heading-one', 'region']

test('an operation is found with the filter, opened and copied', async ({ page, context }) => {
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

test('the contents and a shared address lead to an operation and open it', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('navigation').locator('a[href="#operation-logIn"]').click()
  const logIn = page.locator('#operation-logIn')
  await expect(logIn).toHaveAttribute('open')
  await expect(logIn).toBeInViewport()

  await page.goto('about:blank')
  await page.goto('/api/docs#operation-invite')
  await expect(page.locator('#operation-invite').getByRole('heading', { name: 'Who can call it' })).toBeInViewport()
})

test('an answer that stands at another operation leads there, past the filter', async ({ page }) => {
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

  test('nothing scrolls sideways, whatever is open, and the contents are folded', async ({ page }) => {
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

test('everybody can use it, in light and in dark colors', async ({ page }) => {
  await page.goto('/api/docs')
  // Their properties have neither headings nor landmarks nor ids, and are nine tenths of the page.
  await page.locator('.properties').evaluateAll((properties) => {
    for (const list of properties) list.remove()
  })
  await expectAccessible(page, rulesOfTheWholePage)

  // Every area is made of the same parts: one of them shows what all of them are like.
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

  test('it is complete, and does not show what would not work', async ({ page }) => {
    await page.goto('/api/docs')
    await expect(page.getByRole('searchbox')).toBeHidden()
    await page.locator('#operation-logIn > summary').click()
    await expect(page.locator('#operation-logIn').getByText('--request POST')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0)
  })
})
