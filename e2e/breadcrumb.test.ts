import { enter, heading, makeAccount, makeOrganization, PLATFORM, test } from './platform'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

test('shows the breadcrumb on desktop and phone, and keeps the navigation on an unknown address', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  const place = page.getByRole('navigation', { name: 'Breadcrumb' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${PLATFORM}/organizations/${organization}/people`)
    await expect(place.getByText('People')).toHaveAttribute('aria-current', 'page')
    const settings = page.getByRole('navigation', { name: 'Settings' })
    await expect(settings.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page')
    await page.goto(`${PLATFORM}/account/security`)
    await expect(place.getByText('Security')).toHaveAttribute('aria-current', 'page')
    // Phones show the last part only; the tabs show the rest.
    if (width === 360) await expect(place).toHaveText(/Security$/)
    else await expect(place.getByRole('link', { name: 'Your account' })).toBeVisible()
  }
  await page.goto(`${PLATFORM}/organizations/${organization}/billing`)
  await expect(place).toHaveText(/Settings.*Plan and billing/)
  await place.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'General')).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}`)
  await expect(place).toHaveText('Home')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.goto(`${PLATFORM}/nothing-here`)
  await expect(heading(page, 'Page not found')).toBeVisible()
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'General')).toBeVisible()
})
