import {
  askAs,
  assumeSecondFactor,
  enter,
  heading,
  inDatabase,
  linkTo,
  logIn,
  logOut,
  makeAccount,
  makeOrganization,
  newAddress,
  PLATFORM,
  password,
  test,
} from './platform'
import { expectScreen } from './screen-checks'
import { expect, expectAccessible } from './site'

test.use({ expectedErrors: /responded with a status of (401|404|410)|net::ERR_FAILED/ })

test('an empty form shows an error beside each field and focuses the first', async ({ page }) => {
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
  await expectScreen(page, 'Welcome to Sherpa')
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

test('every field has an autocomplete type for password managers', async ({ page }) => {
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

test('an offline form shows an error, keeps its input and can be resubmitted', async ({ page }) => {
  const someone = await makeAccount()
  await page.route('**/api/account/login', (route) => route.abort())
  await logIn(page, someone)
  await expect(page.getByText('We can’t reach Sherpa')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(someone.email)
  await page.unroute('**/api/account/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(page, /Welcome/)).toBeVisible()
})

test('what was typed when the session ended is back after log-in, and gone after log-out', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  await assumeSecondFactor(owner, false)
  const athletes = `organizations/${organization}/athletes`
  const kaia = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'recruiting' }
  const { id } = await askAs<{ id: string }>(request, owner, 'post', athletes, kaia)
  await enter(page, owner, `/${athletes}/${id}`)
  const note = page.getByLabel('Write a note')
  const stored = () => page.evaluate(() => JSON.stringify(localStorage))
  await note.fill('Coach asks for film')
  await expect.poll(stored).toContain('sherpa.draft.')

  await page.route('**/api/organizations/**', async (route) => {
    if (route.request().postData()?.includes('film')) {
      const of = '(select id from users where email = $1)'
      await inDatabase((client) => client.query(`delete from sessions where user_id = ${of}`, [owner.email]))
    }
    await route.fallback()
  })
  await page.locator('form', { has: note }).getByRole('button', { name: 'Save' }).click()
  await expect(heading(page, 'Log in')).toBeVisible()
  expect(await stored()).not.toContain('film')
  await page.unrouteAll()

  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  const offer = page.getByRole('region', { name: 'Text you have not sent' })
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Go on' }).click()
  await expect(note).toHaveValue('Coach asks for film')
  await expect(offer).toBeHidden()

  await expect.poll(stored).toContain('sherpa.draft.')
  await logOut(page)
  expect(await stored()).not.toContain('sherpa.draft.')
})
