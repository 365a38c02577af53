import type { Page } from '@playwright/test'
import { enter, heading, makeAccount, makeOrganization, PLATFORM, password, test } from './platform'
import { PLATFORM_PORT } from './servers'
import { expect, waitForHydration } from './site'

/** Delays all scripts until the returned function is called. */
async function holdScripts(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

const signedOutScreens = [
  ['/login', 'Log in'],
  ['/register', 'Create your account'],
  ['/forgot-password', 'Reset your password'],
  ['/reset-password', 'Choose a new password'],
  ['/confirm-email', 'Confirm your new email address'],
  ['/reject-second-factor', 'Turn off two-factor authentication'],
] as const

test('signed-out screens render without JavaScript and say that Sherpa needs it', async ({ openBeside }) => {
  const page = await openBeside({ javaScriptEnabled: false })
  for (const [path, title] of signedOutScreens) {
    await page.goto(PLATFORM + path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Sherpa`)
    await expect(page.locator('.without-scripts')).toBeVisible()
  }
  await page.goto(`${PLATFORM}/login`)
  await page.getByLabel('Email').fill('amara@agency.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(`${PLATFORM}/login`)
  await expect(page.getByLabel('Email')).toHaveValue('amara@agency.example')
})

test('a log-in before hydration is replayed', async ({ page }) => {
  const someone = await makeAccount()
  const release = await holdScripts(page)
  await page.goto(`${PLATFORM}/login`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('name', 'email')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(someone.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${PLATFORM}/login`)
  await expect(page.getByLabel('Email')).toHaveValue(someone.email)
  release()
  await expect(heading(page, /Welcome/)).toBeVisible()
})

test('keeps input before hydration and values from the URL', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto(`${PLATFORM}/login?email=amara%40agency.example&next=%2Faccount`)
  await page.getByLabel('Password', { exact: true }).fill('half a pass')
  await page.getByLabel('Keep me logged in').check()
  release()
  await expect(page.getByLabel('Email')).toHaveValue('amara@agency.example')
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', /next=%2Faccount/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half a pass')
  await expect(page.getByLabel('Keep me logged in')).toBeChecked()

  await page.unrouteAll()
  const again = await holdScripts(page)
  await page.goto(`${PLATFORM}/login?email=amara%40agency.example`)
  await page.getByLabel('Email').fill('jo@agency.example')
  again()
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', /email=/)
  await expect(page.getByLabel('Email')).toHaveValue('jo@agency.example')
})

test('a logged-in user sees the frame at once, without a flash of the log-in', async ({ page, request }) => {
  const owner = await makeAccount()
  await makeOrganization(request, owner)
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()

  const release = await holdScripts(page)
  await page.goto(`${PLATFORM}/account/security`)
  await expect(page.locator('.shell-skeleton')).toBeVisible()
  await expect(page.locator('.shell-skeleton svg').first()).toBeVisible()
  release()
  await expect(heading(page, 'Security')).toBeVisible()

  await page.unrouteAll()
  const again = await holdScripts(page)
  await page.goto(`${PLATFORM}/login`)
  await expect(page.getByRole('link', { name: /Sherpa/ }).first()).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  again()
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
})

test('a logged-out visitor sees no flash of the frame', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto(`${PLATFORM}/account/security`)
  await expect(page.locator('.shell-skeleton')).toBeHidden()
  release()
  await expect(heading(page, 'Log in')).toBeVisible()
  await expect(page).toHaveURL(`${PLATFORM}/login?next=%2Faccount%2Fsecurity`)
})

test('landing page: a click before hydration is replayed', async ({ page }) => {
  const release = await holdScripts(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const pause = page.getByRole('button', { name: 'Pause animation' })
  await pause.dispatchEvent('click')
  await page.getByLabel('Full name').fill('Amara Cole')
  await page.getByRole('button', { name: 'Schedule Demo' }).dispatchEvent('click')
  await expect(page).toHaveURL('/')
  release()
  await expect(pause).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Email address').last()).toHaveAccessibleDescription(/email/i)
  await expect(page.getByLabel('Full name')).toHaveValue('Amara Cole')
  await expect(page).toHaveURL('/')
})

test('landing page: the menu opens after hydration in browsers without invoker commands', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() => {
    for (const name of ['command', 'commandForElement']) Reflect.deleteProperty(HTMLButtonElement.prototype, name)
    // Simulates missing invoker commands.
    addEventListener('command', (event) => event.preventDefault(), true)
  })
  const release = await holdScripts(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).dispatchEvent('click')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeHidden()
  release()
  await expect(menu).toBeVisible()
})

test.describe('a script or a font that fails to load', () => {
  test.use({ expectedErrors: /ERR_FAILED|net::|Failed to load resource/ })
  const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'Reload it, or update your browser' })

  /** Answers requests for the files with 503, this many times each. Preloads become plain fetches, which do not count. */
  async function failRequests(page: Page, files: string, times: number) {
    const asked = new Map<string, number>()
    await page.route(/:\d+(\/|\/login)$/, async (route) => {
      // Outside the browser the platform has its real port.
      const url = route.request().url().replace(':3001/', `:${PLATFORM_PORT}/`)
      const answer = await route.fetch({ url })
      const body = (await answer.text()).replaceAll('data-later="modulepreload"', 'data-later="prefetch"')
      await route.fulfill({ response: answer, body })
    })
    await page.route(files, async (route) => {
      const url = route.request().url()
      if (route.request().resourceType() === 'fetch') return route.continue()
      asked.set(url, (asked.get(url) ?? 0) + 1)
      if ((asked.get(url) ?? 0) <= times) await route.fulfill({ status: 503 })
      else await route.continue()
    })
    return asked
  }

  for (const address of ['/', `${PLATFORM}/login`]) {
    test(`is retried: ${address}`, async ({ page }) => {
      await failRequests(page, '**/assets/{react-*.js,*.woff2}', 1)
      await page.goto(address)
      await waitForHydration(page)
      await expect(note(page)).toBeHidden()
    })

    test(`shows a notice if the retry fails, and the page stays readable: ${address}`, async ({ page }) => {
      await failRequests(page, '**/assets/react-*.js', 9)
      await page.goto(address)
      await expect(note(page)).toBeInViewport()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  }

  test('falls back silently if only the font fails', async ({ page }) => {
    const asked = await failRequests(page, '**/*.woff2', 9)
    await page.goto('/')
    await waitForHydration(page)
    await expect.poll(() => [...asked.values()]).toEqual([2])
    await expect(note(page)).toBeHidden()
  })
})

test('an unsupported browser gets the pages without scripts and a notice', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
  for (const [address, title] of [
    ['/', /./],
    [`${PLATFORM}/login`, 'Log in'],
    [`${PLATFORM}/account`, undefined],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('alert').filter({ hasText: 'update your browser' })).toBeVisible()
    if (title) await expect(heading(page, title)).toBeVisible()
  }
  expect(scripts).toEqual([])
})
