import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { E2E_DATA } from './servers'
import { expect, expectAccessible, open, skipLoadingScreen, stopTime, test } from './site'

const SUCCESS = "✓ Demo scheduled successfully! We'll contact you soon."

// Reduced motion, because the page around the form is animated.
test.use({ timezoneId: 'America/New_York', contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-15T09:10:00-05:00') })
})

const form = (page: Page) => page.getByRole('form', { name: 'Schedule Demo' })
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name })
const button = (page: Page) => form(page).getByRole('button')

async function openForm(page: Page) {
  await open(page, '/')
  await skipLoadingScreen(page)
}

async function chooseTime(page: Page, day = 'Monday, November 16, 2026', time = '10:30 AM', isUnusual = false) {
  await field(page, 'Preferred date and time').click()
  const picker = page.getByRole('dialog', { name: 'Preferred date and time' })
  await picker.getByRole('button', { name: day }).click()
  if (isUnusual) await picker.getByRole('button', { name: 'All times' }).click()
  await picker.getByText(time, { exact: true }).click()
  await picker.getByRole('button', { name: 'Use this time' }).click()
}

async function fillIn(page: Page) {
  await field(page, 'Full name').fill('  Amara Cole ')
  await field(page, 'Email address').fill('amara@agency.example')
  await field(page, 'Phone').fill('+1 302 555 0142')
  await field(page, 'Company').fill('Ridgeline')
  await chooseTime(page)
  await field(page, 'Additional information').fill('Two rosters')
}

/** Mocks the API and records requests. */
async function mockApi(page: Page, ...answers: (number | 'no answer')[]) {
  const asked: Request[] = []
  await page.route('**/api/demo/schedule', async (route) => {
    asked.push(route.request())
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? 201
    if (answer === 'no answer') await route.abort()
    else await route.fulfill({ status: answer, json: {} })
  })
  return asked
}

test('shows errors at each field and in the banner until they are fixed', async ({ page }) => {
  const asked = await mockApi(page)
  await openForm(page)
  await test.step('required fields are marked', async () => {
    for (const [label, name, required] of [
      ['Full name', 'name', true],
      ['Email address', 'email', true],
      ['Phone', 'phone', false],
      ['Company', 'company', false],
      ['Preferred date and time', 'preferredDate', true],
      ['Additional information', 'message', false],
    ] as const) {
      await expect(field(page, label)).toHaveAttribute('name', name)
      expect(await field(page, label).evaluate((input) => input.hasAttribute('required'))).toBe(required)
    }
    await expect(button(page)).toHaveText('Schedule Demo')
  })

  await test.step('an empty form shows errors at fields and in the banner, and sends nothing', async () => {
    await button(page).click()
    await expect(form(page).getByRole('status')).toHaveText(
      'Please fix the following errors: Full name is required, Email address is required, Please select a preferred date and time',
    )
    await expect(field(page, 'Full name')).toBeFocused()
    for (const [label, message] of [
      ['Full name', 'Full name is required'],
      ['Email address', 'Email address is required'],
      ['Preferred date and time', 'Please select a preferred date and time'],
    ] as const) {
      await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page, label)).toHaveAccessibleDescription(message)
    }
    expect(asked).toEqual([])
    await expectAccessible(page)
  })

  await test.step('rejects a blank name and an email without a dot; fixing a field clears its error', async () => {
    await field(page, 'Full name').fill('   ')
    await field(page, 'Email address').fill('amara@agency')
    await chooseTime(page)
    await button(page).click()
    await expect(form(page).getByRole('status')).toHaveText(
      'Please fix the following errors: Full name is required, Please enter a valid email address',
    )
    await field(page, 'Full name').fill('Amara')
    await expect(form(page).getByRole('status')).toHaveText(
      'Please fix the following errors: Please enter a valid email address',
    )
    await expect(field(page, 'Full name')).not.toHaveAttribute('aria-invalid')
    await field(page, 'Email address').fill('amara@agency.example')
    await expect(form(page).getByRole('status')).toHaveText('')
  })
})

test('the error banner is visible with the first invalid field and covers none', async ({ page }) => {
  await openForm(page)
  await button(page).click()
  const banner = form(page).getByRole('status').locator('p')
  await expect(banner).toBeInViewport({ ratio: 1 })
  await expect(field(page, 'Full name')).toBeInViewport({ ratio: 1 })
  for (const y of [0, -300]) {
    await page.mouse.wheel(0, y)
    await expect.poll(() => overlaps(page)).toEqual([])
  }
})

/** Fields covered by the banner, including labels and messages. */
function overlaps(page: Page) {
  return form(page).evaluate((element) => {
    const banner = element.querySelector('[role=status] p')?.getBoundingClientRect()
    const controls = [...element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    return controls
      .filter((control) => {
        const box = control.labels?.[0]?.parentElement?.getBoundingClientRect()
        return !banner || !box || (box.top < banner.bottom && box.bottom > banner.top)
      })
      .map(({ name }) => name)
  })
}

test('a complete form sends six fields with idempotency key and time zone, and shows success for 3 seconds', async ({
  page,
}) => {
  const asked = await mockApi(page, 201)
  await openForm(page)
  await fillIn(page)
  await expect(form(page).getByText('Selected: Monday, November 16, 2026 at 10:30 AM')).toBeVisible()
  await stopTime(page)
  await button(page).click()
  const status = form(page).getByRole('status')
  await expect(status).toHaveText(SUCCESS)

  expect(asked).toHaveLength(1)
  expect(asked[0]?.postDataJSON()).toEqual({
    full_name: 'Amara Cole',
    email: 'amara@agency.example',
    phone: '+1 302 555 0142',
    company: 'Ridgeline',
    preferred_date_time: '2026-11-16T10:30:00-05:00',
    additional_info: 'Two rosters',
  })
  const headers = asked[0]?.headers() ?? {}
  expect(headers['content-type']).toBe('application/json')
  expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(headers['time-zone']).toBe('America/New_York')
  expect(headers).not.toHaveProperty('authorization')
  expect(headers).not.toHaveProperty('cookie')

  for (const label of [
    'Full name',
    'Email address',
    'Phone',
    'Company',
    'Preferred date and time',
    'Additional information',
  ]) {
    await expect(field(page, label)).toHaveValue('')
  }
  await expect(form(page).getByText(/^Selected:/)).toHaveCount(0)
  await page.clock.runFor(2990)
  await expect(status).toHaveText(SUCCESS)
  await page.clock.runFor(20)
  await expect(status).toHaveText('')
})

test('the button shows that it is sending and is disabled', async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/demo/schedule', async (route) => {
    asked++
    await answered
    await route.fulfill({ status: 201, json: {} })
  })
  await openForm(page)
  await fillIn(page)
  await button(page).dblclick()
  await expect(button(page)).toHaveText('Scheduling...')
  await expect(button(page)).toBeDisabled()
  await field(page, 'Company').press('Enter')
  answer()
  await expect(form(page).getByRole('status')).toHaveText(SUCCESS)
  await expect(button(page)).toHaveText('Schedule Demo')
  await expect(button(page)).toBeEnabled()
  expect(asked).toBe(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
  const message = (page: Page) => form(page).getByRole('status').locator('p')

  test('success is visible, and the button is focused again', async ({ page }) => {
    await mockApi(page, 201)
    await openForm(page)
    await fillIn(page)
    await stopTime(page)
    await button(page).tap()
    await expect(message(page)).toHaveText(SUCCESS)
    await expect(message(page)).toBeInViewport({ ratio: 1 })
    await expect(button(page)).toBeInViewport({ ratio: 1 })
    await expect(button(page)).toBeFocused()
  })

  test('success is visible after submitting with the Enter key', async ({ page }) => {
    await mockApi(page, 201)
    await openForm(page)
    await fillIn(page)
    await stopTime(page)
    await field(page, 'Full name').press('Enter')
    await expect(message(page)).toHaveText(SUCCESS)
    await expect(message(page)).toBeInViewport({ ratio: 1 })
    await expect(button(page)).toBeFocused()
  })

  test('errors are visible from every field and never cover the focused one', async ({ page }) => {
    await openForm(page)
    await button(page).tap()
    await expect(message(page)).toContainText('Please fix the following errors')
    for (const label of [
      'Full name',
      'Email address',
      'Phone',
      'Company',
      'Preferred date and time',
      'Additional information',
    ]) {
      await expect(field(page, label)).toBeFocused()
      await expect(message(page)).toBeInViewport({ ratio: 1 })
      await expect
        .poll(async () => {
          const banner = await message(page).boundingBox()
          const control = await field(page, label).boundingBox()
          return (banner?.y ?? 0) - (control?.y ?? 0) - (control?.height ?? 0)
        })
        .toBeGreaterThan(0)
      await page.keyboard.press('Tab')
    }
    await expect(button(page)).toBeFocused()
    await expect(button(page)).toBeInViewport({ ratio: 1 })
  })
})

test('focus stays on another field chosen while sending', async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/demo/schedule', async (route) => {
    await answered
    await route.fulfill({ status: 201, json: {} })
  })
  await openForm(page)
  await fillIn(page)
  await button(page).click()
  await expect(button(page)).toHaveText('Scheduling...')
  await field(page, 'Company').focus()
  answer()
  await expect(form(page).getByRole('status')).toHaveText(SUCCESS)
  await expect(field(page, 'Company')).toBeFocused()
})

test.describe('when it fails', () => {
  test.use({ expectedErrors: /demo request was not sent|Failed to load resource/ })

  test('shows nothing and keeps the input after two retries with the same key', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    const asked = await mockApi(page, 'no answer', 503, 502)
    await openForm(page)
    await fillIn(page)
    await stopTime(page)
    await button(page).click()
    await expect.poll(() => asked.length).toBe(1)
    await expect(button(page)).toHaveText('Scheduling...')
    for (const tries of [2, 3]) {
      // Retries 400 and 1200 ms after the previous failure.
      await expect(async () => {
        await page.clock.runFor(400)
        expect(asked).toHaveLength(tries)
      }).toPass()
    }
    await expect(button(page)).toBeEnabled()

    expect(new Set(asked.map((request) => request.headers()['idempotency-key'])).size).toBe(1)
    await expect(form(page).getByRole('status')).toHaveText('')
    await expect(page.getByRole('status', { name: 'Notifications' })).toHaveText('')
    await expect(field(page, 'Full name')).toHaveValue('  Amara Cole ')
    await expect(button(page)).toBeFocused()
    await expect(form(page).getByText(/^Selected:/)).toBeVisible()
    expect(logged.some((line) => line.includes('The demo request was not sent'))).toBe(true)

    // Submitting again keeps the key.
    await button(page).click()
    await expect.poll(() => asked.length).toBe(4)
    expect(asked[3]?.headers()['idempotency-key']).toBe(asked[0]?.headers()['idempotency-key'])
  })

  test('succeeds on a retry', async ({ page }) => {
    const asked = await mockApi(page, 503, 201)
    await openForm(page)
    await fillIn(page)
    await button(page).click()
    await expect(form(page).getByRole('status')).toHaveText(SUCCESS)
    expect(asked).toHaveLength(2)
  })

  test('does not retry a 4xx response', async ({ page }) => {
    const asked = await mockApi(page, 422)
    await openForm(page)
    await fillIn(page)
    await button(page).click()
    await expect(button(page)).toBeEnabled()
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.runFor(5000)
    expect(asked).toHaveLength(1)
    await expect(form(page).getByRole('status')).toHaveText('')
  })
})

test.describe('the picker', () => {
  test('opens on Monday at the weekend, offers no past times and works by keyboard', async ({ page }) => {
    await openForm(page)
    const picker = page.getByRole('dialog', { name: 'Preferred date and time' })
    await field(page, 'Preferred date and time').click()
    await test.step('opens on Monday at the weekend, and weekend days can be chosen', async () => {
      await expect(picker.getByRole('gridcell', { selected: true })).toHaveText('16')
      await expect(picker.getByRole('button', { name: 'Sunday, November 15, 2026' })).toBeEnabled()
    })

    await test.step('offers no past times and shows the time zone', async () => {
      await expect(picker).toContainText('America/New York')
      await expect(picker.getByRole('button', { name: /November 14, 2026/ })).toBeDisabled()
      await picker.getByRole('button', { name: /November 15, 2026/ }).click()
      await expect(picker.getByRole('radio').first()).toHaveAccessibleName('9:30 AM')
      await expect(picker.getByRole('button', { name: 'Use this time' })).toBeDisabled()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(picker).toBeHidden()
      await expect(field(page, 'Preferred date and time')).toBeFocused()
      await expect(form(page).getByText(/^Selected:/)).toHaveCount(0)
    })

    await test.step('works by keyboard', async () => {
      await field(page, 'Preferred date and time').focus()
      await page.keyboard.press('Enter')
      await expect(picker.getByRole('button', { name: /November 16, 2026/ })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Tab')
      await expect(picker.getByRole('button', { name: 'All times' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(form(page).getByText('Selected: Monday, November 23, 2026 at 8:30 AM')).toBeVisible()
    })

    await test.step('shows 8 AM to 6 PM, and the other times on request', async () => {
      await field(page, 'Preferred date and time').click()
      await expect(picker.getByRole('radio').first()).toHaveAccessibleName('8:00 AM')
      await expect(picker.getByRole('radio').last()).toHaveAccessibleName('6:00 PM')
      await picker.getByRole('button', { name: 'All times' }).click()
      await expect(picker.getByRole('radio')).toHaveCount(48)
      await expect(picker.getByText('8:30 AM', { exact: true })).toBeInViewport()
      await expect(picker.getByRole('button', { name: 'Only 8 AM to 6 PM' })).toBeFocused()
      await expectAccessible(page)
    })
  })

  test('handles the end of daylight saving time', async ({ page }) => {
    const asked = await mockApi(page, 201)
    await page.clock.setFixedTime(new Date('2027-11-01T12:00:00-04:00'))
    await openForm(page)
    await field(page, 'Full name').fill('Amara Cole')
    await field(page, 'Email address').fill('amara@agency.example')
    await chooseTime(page, 'Sunday, November 7, 2027', '1:30 AM EST', true)
    await button(page).click()
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]?.postDataJSON().preferred_date_time).toBe('2027-11-07T01:30:00-05:00')
  })
})

test('loads calendar, data layer and validation only when the form is used', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await openForm(page)
  await page.waitForLoadState('networkidle')
  const loaded = (name: string) => scripts.some((path) => path.includes(name))
  expect(loaded('send-demo-request')).toBe(false)
  expect(loaded('date-time-picker')).toBe(false)
  await field(page, 'Full name').focus()
  await expect.poll(() => loaded('send-demo-request')).toBe(true)
  expect(loaded('date-time-picker')).toBe(false)
  await field(page, 'Preferred date and time').click()
  await expect.poll(() => loaded('date-time-picker')).toBe(true)
})

test.describe('with the real API', () => {
  test('accepts a request once and confirms the chosen time by mail', { tag: '@quick' }, async ({ page }) => {
    // The real server needs the real time.
    await page.clock.setSystemTime(new Date())
    await openForm(page)
    const email = `amara-${process.pid}-${test.info().workerIndex}-${Math.round(performance.now())}@agency.example`
    await field(page, 'Full name').fill('Amara Cole')
    await field(page, 'Email address').fill(email)
    await field(page, 'Preferred date and time').click()
    const picker = page.getByRole('dialog', { name: 'Preferred date and time' })
    await picker.getByRole('button', { name: /next month/i }).click()
    await picker.getByRole('button', { name: / 15, / }).click()
    await picker.getByText('10:30 AM', { exact: true }).click()
    await picker.getByRole('button', { name: 'Use this time' }).click()
    const spoken = (
      await form(page)
        .getByText(/^Selected:/)
        .textContent()
    )?.replace('Selected: ', '')
    const answer = page.waitForResponse('**/api/demo/schedule')
    await button(page).click()
    await expect(form(page).getByRole('status')).toHaveText(SUCCESS)
    const { reference } = await (await answer).json()

    const mail = await confirmationTo(email)
    expect(mail).toContain(reference)
    expect(mail).toContain(`${spoken} (America/New_York, UTC-0`)
    expect(mail).toContain(SUCCESS.replace('✓ ', ''))
    expect(mail).toContain('text/calendar')
  })
})

/** Waits for the mail file and decodes quoted-printable line breaks. */
async function confirmationTo(email: string) {
  let found = ''
  await expect
    .poll(async () => {
      const files = await readdir(join(E2E_DATA, 'mail')).catch(() => [])
      const messages = await Promise.all(
        files.map((file) => readFile(join(E2E_DATA, 'mail', file), 'utf8').catch(() => '')),
      )
      found = messages.find((message) => message.includes(`\nTo: ${email}`)) ?? ''
      return found
    })
    .not.toBe('')
  return found.replaceAll('=\r\n', '')
}
