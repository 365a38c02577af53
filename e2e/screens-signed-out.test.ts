import { heading, PLATFORM, test } from './platform'
import { expectScreen, type Screen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

const signedOutScreens: Screen[] = [
  ['/login', 'Log in'],
  ['/register', 'Create your account', { standsFor: 'signed-out form' }],
  ['/forgot-password', /password/i],
  ['/reset-password?token=x', 'Choose a new password'],
  ['/finish-registration?token=x', 'This link has expired or was already used'],
  ['/finish-registration', 'This link has expired or was already used'],
  ['/confirm-email?token=x', 'Confirm your new email address'],
  ['/confirm-email', 'This link has expired or was already used'],
  ['/reject-second-factor?token=x', 'Turn off two-factor authentication'],
  ['/reject-second-factor', 'This link has expired or was already used'],
  ['/invitation?token=x', /no longer valid/i],
  ['/guardian?token=x', 'This link is no longer valid'],
  ['/agreement', 'This link is not valid'],
  ['/agreement#x', 'This link is not valid'],
  ['/nothing-here', 'Page not found'],
]

test('signed-out screens are accessible and responsive', async ({ page }) => {
  for (const [path, name, options] of signedOutScreens) {
    await test.step(path, async () => {
      await page.goto(PLATFORM + path)
      await expectScreen(page, name, options)
    })
  }
})

test('the platform follows the dark color scheme, and the public site stays light', async ({ page }) => {
  const backgroundColor = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${PLATFORM}/login`)
  await expect(heading(page, 'Log in')).toBeVisible()
  expect(await backgroundColor()).toBe('rgb(17, 27, 46)')
  await expect(heading(page, 'Log in')).toHaveCSS('color', 'rgb(237, 242, 250)')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await backgroundColor()).toBe('rgb(247, 249, 252)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await backgroundColor()).toBe('rgb(255, 255, 255)')
})
