import type { Page } from '@playwright/test'
import { chooseFor, enter, heading, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

// Requests in flight during a role change may get 403.
test.use({ expectedErrors: /responded with a status of 403/ })

const bell = (page: Page, name = 'Notifications') => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('a role change shows at the other person’s bell live and is read by keyboard', async ({
  page,
  openBeside,
  request,
}) => {
  const { owner, members } = await makeTeam(request, { name: 'Ada Agent', role: 'agent' })
  const [ada = owner] = members
  await enter(page, ada)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await expect(bell(page)).toBeVisible()

  const theirs = await openBeside()
  await enter(theirs, owner)
  await expect(heading(theirs, 'Ridgeline Sports')).toBeVisible()

  await test.step('the inviter is notified of a new member, with a link to the people', async () => {
    await bell(theirs, 'Notifications, 1 unread').click()
    await panel(theirs)
      .getByRole('link', { name: /^Unread: Ada Agent accepted your invitation and joined as Agent/ })
      .click()
    await expect(heading(theirs, 'People')).toBeVisible()
    await expect(panel(theirs)).toBeHidden()
    await expect(bell(theirs)).toBeVisible()
  })

  await test.step('the other window updates live', async () => {
    await chooseFor(theirs, 'Ada Agent', 'Change role')
    const dialog = theirs.getByRole('dialog', { name: 'Change role of Ada Agent' })
    await dialog.getByRole('radio', { name: /^Coach/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
    await expect(page.getByText('Unread notifications: 1')).toHaveRole('status')
  })

  await test.step('opening and leaving by keyboard marks it as read', async () => {
    await bell(page, 'Notifications, 1 unread').press('Enter')
    await expect(panel(page)).toBeVisible()
    const news = panel(page).getByRole('link', { name: /^Unread: Olive Owner changed your role to Coach/ })
    await expect(news).toBeVisible()
    await expectAccessibleAndResponsive(page, { standsFor: 'notifications' })
    await page.keyboard.press('Tab')
    await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(news).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel(page).getByRole('link', { name: /^Olive Owner changed your role to Coach/ })).toBeVisible()
  })

  await test.step('the bell of the last organization stays on the account', async () => {
    await page.goto(`${PLATFORM}/account`)
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(bell(page)).toBeVisible()
  })
})

test('marks all as read, keeps focus in the panel and shows an empty state', async ({ page, openBeside, request }) => {
  const { owner, members } = await makeTeam(
    request,
    { name: 'Ada Agent', role: 'agent' },
    { name: 'Jo Park', role: 'coach' },
  )
  await enter(page, owner)
  await bell(page, 'Notifications, 2 unread').press('Enter')
  await panel(page).getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect(bell(page)).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  // Two notifications, and the preferences.
  await expect(panel(page).getByRole('link')).toHaveCount(3)
  await expect(panel(page).getByText('Unread:')).toHaveCount(0)

  const [ada = owner] = members
  const theirs = await openBeside()
  await enter(theirs, ada)
  await bell(theirs).click()
  await expect(panel(theirs)).toHaveText(/No notifications/)
  await expectAccessibleAndResponsive(theirs)
})
