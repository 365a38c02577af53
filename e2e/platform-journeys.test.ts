import { readFile } from 'node:fs/promises'
import { readPdf } from '../apps/server/test/pdf-text'
import { totp } from '../apps/server/test/totp'
import {
  askAs,
  assumeSecondFactor,
  becomeStaff,
  endTrial,
  enter,
  heading,
  linkTo,
  logIn,
  logOut,
  mailTo,
  makeAccount,
  makeOrganization,
  newAddress,
  PLATFORM,
  password,
  setUpSecondFactor,
  test,
} from './platform'
import { expect, expectAccessible, open, skipLoadingScreen } from './site'

/** The browser logs 4xx responses to wrong passwords and used links. */
test.use({ expectedErrors: /responded with a status of 4\d\d/ })

test('registers from the landing page, creates an organization with a colleague and a plan, and logs out', async ({
  page,
  context,
  openBeside,
}) => {
  const email = newAddress()
  const colleague = newAddress('jo')

  await open(page, '/')
  await skipLoadingScreen(page)
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Register' }).first().click()
  const platform = await opening

  await platform.getByLabel('Work email').fill(email)
  await platform.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(platform, 'Check your inbox')).toBeFocused()

  await platform.goto(await linkTo(email, /finish creating your sherpa account/i))
  await expect(platform.getByLabel('Email')).toHaveValue(email)
  await platform.getByLabel('Your name').fill('Amara Cole')
  await platform.getByLabel('Password', { exact: true }).fill(password)
  await platform.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(platform, /Welcome, Amara/)).toBeVisible()

  await platform.getByLabel('Name').fill('Ridgeline Sports')
  await platform.getByText('Agency', { exact: true }).click()
  await platform.getByRole('button', { name: 'Create organization' }).click()
  await expect(heading(platform, 'Ridgeline Sports')).toBeVisible()

  await platform.getByRole('link', { name: /Invite people/ }).click()
  await platform.getByRole('textbox', { name: 'Email' }).fill(colleague)
  await platform.getByRole('combobox', { name: 'Role' }).selectOption('coach')
  await platform.getByRole('button', { name: 'Send invitation', exact: true }).click()
  await platform.getByRole('link', { name: /^Open invitations/ }).click()
  await expect(platform.getByRole('cell', { name: colleague, exact: true })).toBeVisible()

  await test.step('the colleague joins with one mail and one form', async () => {
    const theirs = await openBeside()
    await theirs.goto(await linkTo(colleague, /join ridgeline sports/i))
    await expect(theirs.getByText('Ridgeline Sports').first()).toBeVisible()
    await expect(theirs.getByLabel('Email')).toHaveValue(colleague)
    await theirs.getByLabel('Your name').fill('Jo Park')
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await expectAccessible(theirs)
    await theirs.getByRole('button', { name: 'Join Ridgeline Sports' }).click()
    await expect(heading(theirs, 'Ridgeline Sports')).toBeVisible()
    await expect(theirs.getByRole('link', { name: /plan and billing/i })).toHaveCount(0)
  })

  await platform
    .getByRole('link', { name: /plan and billing/i })
    .first()
    .click()
  await platform.getByRole('button', { name: 'Choose Agency Professional' }).click()
  await platform.getByLabel('Seats').fill('5')
  await platform.getByRole('button', { name: 'Choose plan' }).click()
  await expect(platform.getByText(/2 of 5/)).toBeVisible()
  await expect(platform.getByText('Trial', { exact: true }).first()).toBeVisible()

  await logOut(platform)
  await expect(heading(platform, 'Log in')).toBeVisible()
  await platform.goto(`${PLATFORM}/account`)
  await expect(heading(platform, 'Log in')).toBeVisible()
  expect(await platform.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('token')
})

test('resets a forgotten password by the mailed link', async ({ page }) => {
  const someone = await makeAccount()
  await page.goto(`${PLATFORM}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The log-in screen, visible until this one loads, has a field of the same name.
  await expect(heading(page, 'Reset your password')).toBeVisible()
  await page.getByLabel('Email').fill(someone.email)
  await page.getByRole('button', { name: /send/i }).click()
  await expect(heading(page, 'Check your inbox')).toBeVisible()

  const link = await linkTo(someone.email, /reset your password/i)
  await page.goto(link)
  const chosen = 'eleven-other-quiet-mountains'
  await page.getByLabel('New password', { exact: true }).fill('password1234')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText(/easy to guess/)).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(heading(page, 'Log in')).toBeVisible()

  const changed = page.getByText('Your password has been changed')
  await expect(changed).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(someone.email)

  await logIn(page, someone)
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
  await expect(changed).not.toBeAttached()
  await logIn(page, someone, chosen)
  await expect(heading(page, /Welcome/)).toBeVisible()
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('twelve-other-quiet-mountains')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(heading(page, 'This link has expired or was already used')).toBeVisible()
})

test('sets up a second factor, asks for it at log-in, and accepts a recovery code instead', async ({ page }) => {
  const someone = await makeAccount()
  await enter(page, someone, '/account/security')
  await page.getByRole('button', { name: /set up/i }).click()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /continue/i }).click()
  const shown = page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/)
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await expect(page.getByRole('img', { name: /QR code/i })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('6-digit code from the app').fill(totp(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const list = page.getByRole('listitem').filter({ hasText: /^\w{5}-\w{5}$/ })
  await expect(list).toHaveCount(10)
  const [code = ''] = await list.allTextContents()
  await expectAccessible(page)

  await page.getByRole('button', { name: /saved my codes/ }).click()
  await logOut(page)
  await logIn(page, someone)
  await expect(heading(page, 'Two-factor authentication')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('6-digit code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/code is incorrect/i)).toBeVisible()
  // The setup used the current code: enter the next one.
  await page.getByLabel('6-digit code').fill(totp(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, /Welcome/)).toBeVisible()

  await logOut(page)
  await logIn(page, someone)
  await page.getByRole('button', { name: /recovery code/i }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, /Welcome/)).toBeVisible()
})

test('renews recovery codes and deletes the account with a second-factor code', async ({ page }) => {
  const someone = await makeAccount()
  await enter(page, someone, '/account/security')
  const secret = await setUpSecondFactor(page)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const renewing = page.getByRole('dialog', { name: 'Get new recovery codes' })
  await renewing.getByLabel('Your password', { exact: true }).fill(password)
  await expectAccessible(page)
  await renewing.getByRole('button', { name: 'Get new codes' }).click()
  await expect(renewing.getByText('Enter the 6-digit code from your app')).toBeVisible()
  // Next code, with a space as authenticator apps show it.
  const code = totp(secret, Date.now() + 30_000)
  await renewing.getByLabel('6-digit code or recovery code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await renewing.getByRole('button', { name: 'Get new codes' }).click()
  const list = page.getByRole('listitem').filter({ hasText: /^\w{5}-\w{5}$/ })
  await expect(list).toHaveCount(10)
  const [renewed = ''] = await list.allTextContents()
  await mailTo(someone.email, /Your recovery codes were replaced/)

  await page.goto(`${PLATFORM}/account`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(deleting.getByLabel('Your password')).toBeHidden()
  await deleting.getByLabel('6-digit code or recovery code').fill(renewed)
  await expectAccessible(page)
  await deleting.getByRole('button', { name: 'Delete account' }).click()
  await expect(heading(page, 'Log in')).toBeVisible()
})

test('staff set a price, the customer accepts it, the trial ends, and the invoice is sent and paid', async ({
  page,
  openBeside,
  request,
}) => {
  const owner = await makeAccount()
  const name = `Lakeside ${owner.email.split('@')[0]}`
  const organization = await makeOrganization(request, owner, name)
  await askAs(request, owner, 'post', 'subscriptions/purchase', { organization, planId: 'agency-starter', seats: 2 })

  const rosa = { email: newAddress('rosa') }
  await becomeStaff(page, rosa)
  await expect(heading(page, 'Prices')).toBeVisible()
  await page.getByLabel('Search organizations').fill(name)
  const customer = page.getByRole('row', { name: new RegExp(name) }).first()
  const dialog = page.getByRole('dialog')
  for (const [button, price] of [
    ['Set price', '490'],
    ['Edit offer', '49'],
  ] as const) {
    await customer.getByRole('button', { name: `${button} for ${name}` }).click()
    await dialog.getByLabel('Price per seat / month').fill(price)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(customer).toContainText('$49.00')
  await expect(customer).toContainText('Offered on')
  await test.step('the customer’s name fits on phone and tablet', async () => {
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect((await customer.locator('[data-place="name"]').boundingBox())?.width).toBeGreaterThan(110)
    }
  })

  const theirs = await openBeside()
  await test.step('the owner follows the mail and accepts', async () => {
    const mail = await mailTo(owner.email, /^Your price for Agency Starter/, /\$49 per seat/)
    await enter(theirs, owner)
    await expect(heading(theirs, name)).toBeVisible()
    await theirs.goto(/http\S+/.exec(mail.text ?? '')?.[0] ?? '')
    const offer = theirs.getByRole('region', { name: 'Your price for Agency Starter' })
    await expect(offer).toContainText('$49 per seat / month')
    await expect(offer).toContainText('$98.00')
    await expectAccessible(theirs)
    await offer.getByRole('button', { name: 'Accept price' }).click()
    await expect(theirs.getByText('Price accepted.')).toBeVisible()
    await expect(offer).toHaveCount(0)
    await expect(theirs.getByText(/Your first invoice is issued that day/)).toBeVisible()
  })

  await endTrial(organization)
  const mail = await mailTo(owner.email, /^Invoice SH-/)
  const [file] = mail.attachments
  expect(file?.mimeType).toBe('application/pdf')
  const mailed = Buffer.from(file?.content as ArrayBuffer)
  expect(readPdf(mailed).lines).toContain('Total\t$98.00')

  await page.reload()
  await expect(customer).toContainText('Accepted on')
  await page.getByRole('link', { name: 'Invoices' }).click()
  await page.getByLabel('Search invoices').fill(name)
  const invoice = page.getByRole('row', { name: new RegExp(`SH-.*${name}`) })
  await expect(invoice).toContainText('$98.00')
  await invoice.getByRole('button', { name: /paid/i }).click()
  await dialog.getByRole('textbox').fill('Transfer 4711')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /paid/i }).click()
  await expect(invoice).toContainText('Transfer 4711')
  await mailTo(owner.email, /^Payment received/)

  await test.step('the owner sees and downloads the same invoice', async () => {
    await theirs.reload()
    await expect(theirs.getByText(/Renews monthly on the/)).toBeVisible()
    const row = theirs.getByRole('row', { name: /SH-\d{4}-/ })
    await expect(row).toContainText('Paid')
    const saving = theirs.waitForEvent('download')
    await row.getByRole('button').click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^SH-\d{4}-\d{5}\.pdf$/)
    expect((await readFile(await saved.path())).equals(mailed)).toBe(true)
  })
})

test('a session is shared by all tabs, ends everywhere on log-out, and ends with the browser', async ({
  page,
  context,
  openBeside,
}) => {
  const someone = await makeAccount()
  await logIn(page, someone)
  await expect(heading(page, /Welcome/)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${PLATFORM}/account`)
  await expect(heading(other, 'Profile')).toBeVisible()

  await test.step('a restarted browser', async () => {
    const { cookies, origins } = await context.storageState()
    // Closing the browser drops session cookies.
    const fresh = await openBeside({
      storageState: { origins, cookies: cookies.filter(({ expires }) => expires !== -1) },
    })
    await fresh.goto(`${PLATFORM}/account`)
    await expect(heading(fresh, 'Log in')).toBeVisible()
    await fresh.getByLabel('Email').fill(someone.email)
    await fresh.getByLabel('Password', { exact: true }).fill(password)
    await fresh.getByText('Keep me logged in').click()
    await fresh.getByRole('button', { name: 'Log in' }).click()
    await expect(heading(fresh, 'Profile')).toBeVisible()
    const kept = await fresh.context().storageState()
    const later = await openBeside({ storageState: { ...kept, cookies: [] } })
    await later.goto(`${PLATFORM}/account`)
    await expect(heading(later, 'Profile')).toBeVisible()
  })

  await test.step('a screen with late data stays at the top', async () => {
    await other.goto(`${PLATFORM}/account/security`)
    await expect(other.getByRole('button', { name: 'Log out all other devices' })).toBeVisible()
    expect(await other.evaluate(() => [window.scrollY, document.activeElement === document.body])).toEqual([0, true])
  })

  await logOut(other)
  await expect(heading(page, 'Log in')).toBeVisible()
})

test('changes an email address by links to both mailboxes', async ({ page }) => {
  const someone = await makeAccount()
  const email = newAddress('new')
  await enter(page, someone, '/account')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('button', { name: 'Send links' }).click()
  await expect(page.getByLabel('Your password', { exact: true })).toBeFocused()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByLabel('New email address').fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send links' }).click()
  await expect(page.getByText(`Check both inboxes`)).toBeVisible()

  await page.goto(await linkTo(email, /confirm your new email/i))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(page, 'Confirmed. One mailbox to go')).toBeVisible()
  await page.goto(await linkTo(someone.email, /approve your new email/i))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(page, 'Your email address has changed')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByRole('region', { name: 'Email address' })).toContainText(email)
})

test('a session that is revoked elsewhere ends here, and the next log-in returns to the same screen', async ({
  page,
  request,
}) => {
  const someone = await makeAccount()
  const organization = await makeOrganization(request, someone)
  await assumeSecondFactor(someone, false)
  await logIn(page, someone)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}/people`)
  await expect(page.getByRole('row', { name: /Amara Cole/ })).toBeVisible()
  // Live update.
  await askAs(request, someone, 'post', 'account/sessions/revocation')
  await expect(heading(page, 'Log in')).toBeVisible()
  await expect(page.getByText('You were logged out.')).toBeVisible()
  await page.getByLabel('Email').fill(someone.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(page, 'People')).toBeVisible()
})
