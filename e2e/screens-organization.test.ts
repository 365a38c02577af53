import {
  askAs,
  chooseFor,
  enter,
  linkTo,
  makeAccount,
  makeOrganization,
  newAddress,
  PLATFORM,
  sendInvitation,
  test,
  visit,
} from './platform'
import { expectAccessibleAndResponsive, expectScreen, type Screen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

const longName = 'The Extraordinarily-Long-Named Agency of the Greater Lakeside Region, Incorporated 1987'

test('an owner’s screens are accessible and responsive, with long names too', async ({ page, request }) => {
  const owner = await makeAccount('Maximiliana-Alexandra Featherstonehaugh-Cholmondeley')
  const organization = await makeOrganization(request, owner, longName)
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: newAddress('a-colleague-with-a-rather-long-address'),
    role: 'support-staff',
  })
  const program = {
    name: 'Women’s Intercollegiate Synchronized Swimming and Artistic Diving',
    sport: null,
    gender: null,
  }
  await askAs(request, owner, 'post', `organizations/${organization}/programs`, program)
  for (const title of ['Call the club', 'Prepare-the-extraordinarily-long-renewal-talk with everybody who has a say'])
    await askAs(request, owner, 'post', `organizations/${organization}/tasks`, { title, day: '2026-01-15' })
  await enter(page, owner)
  await expectScreen(page, longName, { standsFor: 'checklist' })
  const screens: Screen[] = [
    [`/organizations/${organization}/people`, 'People', { standsFor: 'people' }],
    [`/organizations/${organization}/permissions`, 'Permissions', { standsFor: 'permissions' }],
    [`/organizations/${organization}/billing`, 'Plan and billing'],
    [`/organizations/${organization}/activity`, 'Activity'],
    [`/organizations/${organization}/programs`, 'Programs'],
    [`/organizations/${organization}/tasks`, 'Tasks'],
    [`/organizations/${organization}/settings`, 'General', { standsFor: 'settings' }],
    ['/organizations/new', 'Create an organization', { standsFor: 'form page' }],
    ['/account', 'Profile', { standsFor: 'account' }],
    ['/account/security', 'Security'],
    ['/account/notifications', 'Notifications'],
    ['/account/activity', 'Activity'],
    ['/account/guardianships', 'Guardianships'],
    ['/account/activity?kind=failed-log-ins', 'Activity'],
    [`/organizations/${organization}/nothing-here`, 'Page not found'],
  ]
  for (const [path, name, options] of screens) {
    await visit(page, PLATFORM + path)
    await expectScreen(page, name, options)
  }

  await askAs(request, owner, 'post', 'subscriptions/purchase', { organization, planId: 'agency-starter', seats: 2 })
  await visit(page, `${PLATFORM}/organizations/${organization}/billing`)
  await expect(page.getByText('Agency Starter').first()).toBeVisible()
  await expectScreen(page, 'Plan and billing')
})

test('the first-run home and an invitation are accessible and responsive', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const invited = await makeAccount('Jo Park')
  const athlete = await askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/athletes`, {
    givenName: 'Jo',
    familyName: 'Park',
    email: invited.email,
    birthDate: '2000-01-01',
    level: 'pro',
    stage: 'prospect',
  })
  await askAs(request, owner, 'post', `organizations/${organization}/athletes/${athlete.id}/invitation`, {})
  await enter(page, invited)
  await expectScreen(page, /Welcome, Jo Park/)
  await page.goto(await linkTo(invited.email, /^Join /))
  await expectScreen(page, /Ridgeline/)
  await page.getByRole('button', { name: /^Accept/ }).click()
  await expectScreen(page, 'Ridgeline Sports')
  await visit(page, `${PLATFORM}/organizations/${organization}/people`)
  await expectScreen(page, 'You don’t have access')
})

test('dialogs, failures and messages are accessible and responsive', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const colleague = await makeAccount('Jo Park')
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: colleague.email,
    role: 'agent',
  })
  const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, colleague, 'get', 'account')
  await askAs(request, colleague, 'post', `invitations/${invitations[0]?.id}/acceptance`)
  await enter(page, owner, `/organizations/${organization}/people`)
  await chooseFor(page, 'Jo Park', 'Change role')
  await expectAccessibleAndResponsive(page)
  await page.getByRole('radio', { name: 'Owner' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Make Jo Park an owner?' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Transfer ownership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(page.getByRole('dialog').getByText('Choose a member').last()).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.keyboard.press('Escape')
  await sendInvitation(page, newAddress('max'))
  await expect(page.getByText(/^Invitation sent to/)).toBeVisible()
  await sendInvitation(page, '')
  await expect(page.getByText('Enter an email address')).toBeVisible()
  await expectAccessibleAndResponsive(page)

  await visit(page, `${PLATFORM}/organizations/${organization}/permissions`)
  await page.getByLabel('Agent: View activity').check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessibleAndResponsive(page)
})
