import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import {
  askAs,
  becomeStaff,
  chooseFor,
  expectForEveryone,
  heading,
  linkTo,
  logIn,
  logOut,
  makeAccount,
  makeOrganization,
  newAddress,
  PLATFORM,
  sendInvitation,
} from './platform'
import { expect, expectAccessible, test } from './site'

/** The specification of the platform: what its first load may cost. */
const FIRST_LOAD_KB = 170

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

const longName = 'The Extraordinarily-Long-Named Agency of the Greater Lakeside Region, Incorporated 1987'

async function expectGood(page: Page, name: string | RegExp) {
  await expect(heading(page, name)).toBeVisible()
  await expect(page).toHaveTitle(/Sherpa$/)
  await expect(page.locator('h1')).toHaveCount(1)
  await expectForEveryone(page)
}

for (const [path, name] of [
  ['/login', 'Log in'],
  ['/register', 'Create your account'],
  ['/forgot-password', /password/i],
  ['/reset-password?token=x', 'Choose a new password'],
  ['/finish-registration?token=x', 'This link has expired or was already used'],
  ['/finish-registration', 'This link has expired or was already used'],
  ['/confirm-email?token=x', 'Confirm your new email address'],
  ['/confirm-email', 'This link has expired or was already used'],
  ['/invitation?token=x', /no longer valid/i],
  ['/nothing-here', 'Page not found'],
] as const) {
  test(`the screen at ${path} is for everyone`, async ({ page }) => {
    await page.goto(PLATFORM + path)
    await expectGood(page, name)
  })
}

test('an owner’s screens are for everyone, with long names too', async ({ page, request }) => {
  test.setTimeout(240_000)
  const owner = await makeAccount(request, 'Maximiliana-Alexandra Featherstonehaugh-Cholmondeley')
  const organization = await makeOrganization(request, owner, longName)
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: newAddress('a-colleague-with-a-rather-long-address'),
    role: 'support-staff',
  })
  await logIn(page, owner)
  await expectGood(page, longName)
  for (const [path, name] of [
    [`/organizations/${organization}/people`, 'People'],
    [`/organizations/${organization}/permissions`, 'Permissions'],
    [`/organizations/${organization}/billing`, 'Plan and billing'],
    [`/organizations/${organization}/activity`, 'Activity'],
    [`/organizations/${organization}/settings`, 'Settings'],
    ['/organizations/new', 'Create an organization'],
    ['/account', 'Profile'],
    ['/account/security', 'Security'],
    ['/account/activity', 'Activity'],
    ['/account/activity?kind=failed-log-ins', 'Activity'],
    [`/organizations/${organization}/nothing-here`, 'Page not found'],
  ] as const) {
    await page.goto(PLATFORM + path)
    await expectGood(page, name)
  }

  await askAs(request, owner, 'post', 'subscriptions/purchase', { organization, planId: 'agency-starter', seats: 2 })
  await page.goto(`${PLATFORM}/organizations/${organization}/billing`)
  await expect(page.getByText('Agency Starter').first()).toBeVisible()
  await expectGood(page, 'Plan and billing')
})

test('the first-run home and an invitation are for everyone', async ({ page, request }) => {
  test.setTimeout(120_000)
  const owner = await makeAccount(request)
  const organization = await makeOrganization(request, owner)
  const invited = await makeAccount(request, 'Jo Park')
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: invited.email,
    role: 'athlete',
  })
  await logIn(page, invited)
  await expectGood(page, /Welcome, Jo Park/)
  await page.goto(await linkTo(invited.email, /^Join /))
  await expectGood(page, /Ridgeline/)
  await page.getByRole('button', { name: /^Accept/ }).click()
  await expectGood(page, 'Ridgeline Sports')
  await page.goto(`${PLATFORM}/organizations/${organization}/people`)
  await expectGood(page, 'You don’t have access')
})

test('dialogs, failures and messages are for everyone', async ({ page, request }) => {
  test.setTimeout(180_000)
  const owner = await makeAccount(request)
  const organization = await makeOrganization(request, owner)
  const colleague = await makeAccount(request, 'Jo Park')
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: colleague.email,
    role: 'agent',
  })
  const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, colleague, 'get', 'account')
  await askAs(request, colleague, 'post', `invitations/${invitations[0]?.id}/acceptance`)
  await logIn(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}/people`)
  await chooseFor(page, 'Jo Park', 'Change role')
  await expectForEveryone(page)
  await page.getByRole('radio', { name: 'Owner' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Make Jo Park an owner?' })).toBeVisible()
  await expectForEveryone(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Transfer ownership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(page.getByRole('dialog').getByText('Choose a member').last()).toBeVisible()
  await expectForEveryone(page)
  await page.keyboard.press('Escape')
  await sendInvitation(page, newAddress('max'))
  await expect(page.getByText(/^Invitation sent to/)).toBeVisible()
  await sendInvitation(page, '')
  await expect(page.getByText('Enter an email address')).toBeVisible()
  await expectForEveryone(page)

  await page.goto(`${PLATFORM}/organizations/${organization}/permissions`)
  await page.getByLabel('Agent: View activity').check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectForEveryone(page)
})

test('the staff’s screen, and what others see at its address, are for everyone', async ({ page, request }) => {
  test.setTimeout(120_000)
  const someone = await makeAccount(request)
  await logIn(page, someone)
  await expect(heading(page, /Welcome/)).toBeVisible()
  await page.goto(`${PLATFORM}/staff`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to home' })).toBeVisible()
  await expectForEveryone(page)
  await logOut(page)
  await becomeStaff(page, { email: newAddress('rosa') })
  await expectGood(page, 'Prices')
  await page.goto(`${PLATFORM}/staff/invoices`)
  await expectGood(page, 'Invoices')
  await page.goto(`${PLATFORM}/staff/jobs`)
  await expectGood(page, 'Jobs')
})

test('the platform is dark for those who prefer it, and the public site is light for everyone', async ({ page }) => {
  const groundOf = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${PLATFORM}/login`)
  await expect(heading(page, 'Log in')).toBeVisible()
  expect(await groundOf()).toBe('rgb(13, 21, 37)')
  await expect(heading(page, 'Log in')).toHaveCSS('color', 'rgb(237, 242, 250)')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await groundOf()).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await groundOf()).toBe('rgb(255, 255, 255)')
})

test('everyone sees where they are, on a phone too, and an unknown address keeps the navigation', async ({
  page,
  request,
}) => {
  const owner = await makeAccount(request)
  const organization = await makeOrganization(request, owner)
  await logIn(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  const place = page.getByRole('navigation', { name: 'Breadcrumb' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${PLATFORM}/organizations/${organization}/people`)
    await expect(place.getByText('People')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('navigation', { name: 'Settings' }).getByText('People')).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.goto(`${PLATFORM}/account/security`)
    await expect(place.getByText('Security')).toHaveAttribute('aria-current', 'page')
    // On a phone there is room for the last part only; what it belongs to is in the tabs below.
    if (width === 360) await expect(place).toHaveText(/Security$/)
    else await expect(place.getByRole('link', { name: 'Your account' })).toBeVisible()
  }
  await page.goto(`${PLATFORM}/organizations/${organization}/billing`)
  await expect(place).toHaveText(/Settings.*Plan and billing/)
  await place.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'People')).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}`)
  await expect(place).toHaveText('Home')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.goto(`${PLATFORM}/nothing-here`)
  await expect(heading(page, 'Page not found')).toBeVisible()
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'People')).toBeVisible()
})

test('the platform’s first load is light, and screens come when they are needed', async ({ page, request }) => {
  const loads: Promise<{ url: string; bytes: number }>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    loads.push(response.body().then((body) => ({ url: response.url(), bytes: brotliCompressSync(body).length })))
  })
  const loaded = async () => (await Promise.all(loads)).map(({ url }) => url).join(' ')
  await page.goto(`${PLATFORM}/login`)
  await expect(heading(page, 'Log in')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(loads)).reduce((sum, load) => sum + load.bytes, 0)
  test.info().annotations.push({ type: 'first load', description: `${(bytes / 1000).toFixed(1)} kB brotli` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_KB * 1000)
  expect(await loaded()).not.toMatch(/people|billing|security|staff/)

  const owner = await makeAccount(request)
  await makeOrganization(request, owner)
  await logIn(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  expect(await loaded()).not.toContain('people-screen')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'People')).toBeVisible()
  expect(await loaded()).toContain('people-screen')
})

test('a form that was sent empty says what is missing, beside each field, and goes to the first', async ({ page }) => {
  const email = newAddress()
  await page.goto(`${PLATFORM}/register`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Work email')).toBeFocused()
  await expect(page.getByLabel('Work email')).toHaveAccessibleDescription(/Enter an email address/)
  await expectAccessible(page)
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Check your inbox')).toBeVisible()

  await page.goto(await linkTo(email, /finish creating/i))
  await expectGood(page, 'Welcome to Sherpa')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Your name')).toBeFocused()
  for (const [label, message] of [
    ['Your name', 'Enter your name'],
    ['Password', 'Choose a password'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message))
  }
  await expectAccessible(page)
})

test('password managers know every field', async ({ page }) => {
  const completes = async (path: string) => {
    await page.goto(PLATFORM + path)
    await expect(page.locator('form')).toBeVisible()
    return page
      .locator('input[autocomplete]')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  }
  expect(await completes('/login')).toEqual(['username', 'current-password'])
  expect(await completes('/register')).toEqual(['email'])
  expect(await completes('/reset-password?token=x')).toContain('new-password')
})

test('without a connection a form says so, keeps what was typed, and works at the next try', async ({
  page,
  request,
}) => {
  const someone = await makeAccount(request)
  await page.route('**/api/account/login', (route) => route.abort())
  await logIn(page, someone)
  await expect(page.getByText('We can’t reach Sherpa')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(someone.email)
  await page.unroute('**/api/account/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(page, /Welcome/)).toBeVisible()
})
