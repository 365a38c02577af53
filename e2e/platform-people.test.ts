import type { APIRequestContext } from '@playwright/test'
import {
  askAs,
  heading,
  logIn,
  logOut,
  type Member,
  makeAccount,
  makeOrganisation,
  newAddress,
  PLATFORM,
  password,
} from './platform'
import { expect, test } from './site'

test.use({ expectedErrors: /responded with a status of 4\d\d/ })

/** An organisation with an owner and others, who have all accepted. */
async function makeTeam(request: APIRequestContext, ...others: { name: string; role: string }[]) {
  const owner = await makeAccount(request, 'Olive Owner')
  const organisation = await makeOrganisation(request, owner)
  const members: Member[] = []
  for (const { name, role } of others) {
    const member = await makeAccount(request, name)
    await askAs(request, owner, 'post', `organisations/${organisation}/invitations`, { email: member.email, role })
    const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, member, 'get', 'account')
    await askAs(request, member, 'post', `invitations/${invitations[0]?.id}/acceptance`)
    members.push(member)
  }
  return { owner, organisation, members }
}

test('an owner changes roles and permissions, removes and invites, and hands the organisation over', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000)
  const { owner, organisation, members } = await makeTeam(
    request,
    { name: 'Jo Park', role: 'coach' },
    { name: 'Sam Okafor', role: 'athlete' },
  )
  const [jo] = members
  await logIn(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.goto(`${PLATFORM}/organisations/${organisation}/people`)

  await test.step('roles', async () => {
    await page.getByLabel('Role of Jo Park').selectOption('agent')
    await expect(page.getByText('Jo Park is now: Agent.')).toBeVisible()
    await expect(page.getByLabel('Role of Jo Park')).toBeEnabled()
    await expect(page.getByLabel('Role of Olive Owner')).toHaveCount(0)
  })

  await test.step('invitations', async () => {
    const invited = newAddress('max')
    await page.getByLabel('Email').fill(invited)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('button', { name: `Send again: the invitation to ${invited}` }).click()
    await expect(page.getByText(`A new link is on its way to ${invited}.`)).toBeVisible()
    await page.getByRole('button', { name: `Withdraw the invitation to ${invited}` }).click()
    await expect(page.getByRole('cell', { name: invited, exact: true })).toHaveCount(0)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByText('This person belongs to the organization already')).toBeVisible()
  })

  await test.step('removal, with the keyboard', async () => {
    await page.getByRole('button', { name: 'Remove Sam Okafor' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Remove Sam Okafor?' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Remove Sam Okafor' })).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Sam Okafor no longer belongs')).toBeVisible()
    await expect(page.getByRole('heading', { name: '2 members' })).toBeFocused()
  })

  await test.step('permissions', async () => {
    await page.getByRole('link', { name: 'Permissions' }).click()
    const tick = page.getByLabel('Coach: See plan and invoices')
    await tick.check()
    await page.reload()
    await expect(tick).toBeChecked()
    await expect(page.getByLabel('Owner: See people')).toBeDisabled()
    await expect(page.getByLabel('Agent: Set permissions')).toBeDisabled()
  })

  await test.step('handing over', async () => {
    await page.goto(`${PLATFORM}/organisations/${organisation}/people`)
    await page.getByRole('button', { name: 'Hand over ownership' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hand over ownership' })
    await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(dialog.getByText('Please choose a member')).toBeVisible()
    await dialog.getByLabel('New owner').selectOption({ label: `Jo Park (${jo?.email})` })
    await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(page.getByText('Jo Park is now the owner')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Permissions' })).toHaveCount(0)
  })

  await test.step('leaving', async () => {
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect(heading(page, /Welcome, Olive/)).toBeVisible()
  })
})

test('someone who belongs to several organisations switches between them', async ({ page, request }) => {
  const { owner, organisation } = await makeTeam(request)
  const second = await makeOrganisation(request, owner, 'Lakeside Athletics')
  await logIn(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.getByRole('button', { name: /Switch organization/ }).click()
  await page.getByRole('link', { name: /Lakeside Athletics/ }).click()
  await expect(heading(page, 'Lakeside Athletics')).toBeVisible()
  expect(page.url()).toContain(second)
  await page.goto(PLATFORM)
  await expect(heading(page, 'Lakeside Athletics')).toBeVisible()
  await page.goto(`${PLATFORM}/organisations/${organisation}/settings`)
  await page.getByLabel('Name').fill('Ridgeline & Partners')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /Ridgeline & Partners/ })).toBeVisible()
})

test('whoever stays signed in is so in every tab, and logs out of all of them', async ({ page, context, request }) => {
  const someone = await makeAccount(request)
  await page.goto(`${PLATFORM}/login`)
  await page.getByLabel('Email').fill(someone.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Keep me logged in on this device').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(page, /Welcome/)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${PLATFORM}/account`)
  await expect(heading(other, 'Profile')).toBeVisible()
  await logOut(page)
  await expect(heading(other, 'Log in')).toBeVisible()
})

test('an account is renamed, its other sessions ended, and deleted', async ({ page, request }) => {
  const someone = await makeAccount(request)
  await logIn(page, someone)
  await expect(heading(page, /Welcome/)).toBeVisible()
  await page.goto(`${PLATFORM}/account`)
  await page.getByLabel('Your name').fill('Amara Cole-Diallo')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /Account of Amara Cole-Diallo/ })).toBeVisible()

  await page.getByRole('link', { name: 'Security' }).first().click()
  await page.getByRole('button', { name: 'Log out all others' }).click()
  await expect(page.getByText('All other devices are logged out.')).toBeVisible()
  await expect(page.getByText('Chrome on Linux')).toBeVisible()

  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('nine-other-quiet-mountains')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed, and all other devices are logged out.')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Security')).toBeVisible()

  await page.goto(`${PLATFORM}/account`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('This is not your password')).toBeVisible()
  await dialog.getByLabel('Your password').fill('nine-other-quiet-mountains')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(heading(page, 'Log in')).toBeVisible()
  await logIn(page, someone, 'nine-other-quiet-mountains')
  await expect(page.getByText('This email and password do not match')).toBeVisible()
})

test('a plan is changed, canceled and resumed', async ({ page, request }) => {
  const { owner, organisation } = await makeTeam(request)
  await askAs(request, owner, 'post', 'subscriptions/purchase', { organisation, planId: 'agency-starter', seats: 2 })
  await logIn(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.goto(`${PLATFORM}/organisations/${organisation}/billing`)
  await page.getByRole('button', { name: 'Change plan or seats' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Seats').fill('4')
  await dialog.getByRole('button', { name: /^(Change|Save)/ }).click()
  await expect(dialog.getByText(/Agency Starter includes up to 3 seats/)).toBeVisible()
  await dialog.getByLabel('Plan').selectOption('Agency Professional')
  await expect(dialog.getByText(/Changes apply immediately/)).toBeVisible()
  await dialog.getByRole('button', { name: /^(Change|Save)/ }).click()
  await expect(page.getByText('1 of 4 used')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Cancel subscription|Cancel it/ })
    .click()
  await expect(page.getByText(/You can use Sherpa until/)).toBeVisible()
  await page.getByRole('button', { name: /Resume/ }).click()
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
})
