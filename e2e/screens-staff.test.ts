import { enter, logOut, makeAccount, makeStaff, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

test('staff screens, and their address for others, are accessible and responsive', async ({ page }) => {
  const someone = await makeAccount()
  await enter(page, someone, '/staff')
  await expect(page.getByRole('main').getByRole('link', { name: 'Go home' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await logOut(page)
  await enter(page, await makeStaff(), '/staff')
  await expectScreen(page, 'Prices')
  await visit(page, `${PLATFORM}/staff/invoices`)
  await expectScreen(page, 'Invoices')
  await visit(page, `${PLATFORM}/staff/jobs`)
  await expectScreen(page, 'Jobs')
})
