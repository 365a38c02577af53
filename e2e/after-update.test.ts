import type { Page } from '@playwright/test'
import { enter, heading, makeTeam, PLATFORM, test } from './platform'
import { expect } from './site'

test.use({
  expectedErrors: /responded with a status of 404|Failed to fetch dynamically imported module|could not be shown/,
})

/** As after an update: the script is gone until the page is loaded again. */
async function removeScript(page: Page, name: string) {
  let isGone = true
  await page.route(`**/assets/${name}-*.js`, (route) => (isGone ? route.fulfill({ status: 404 }) : route.fallback()))
  page.on('framenavigated', () => {
    isGone = false
  })
}

test('a missing script reloads the page once and keeps the text of its fields', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await enter(page, owner, `/organizations/${organization}/settings`)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Ridgeline Sports and Media')
  await removeScript(page, 'notification-panel')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await reloaded
  await expect(name).toHaveValue('Ridgeline Sports and Media')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible()
})

test('a navigation whose script is missing reaches its screen', async ({ page }) => {
  await page.goto(`${PLATFORM}/login`)
  await removeScript(page, 'forgot-password-screen')
  await page.getByRole('link', { name: /Forgot/ }).click()
  await expect(heading(page, /password/i)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/forgot-password')
})
