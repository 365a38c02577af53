import { askAs, enter, makeAccount, makeOrganization, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test('an owner sees what was changed and verifies the activity', async ({ page, request }) => {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner, 'Ridgeline')
  await askAs(request, owner, 'patch', `organizations/${organization}`, { name: 'Summit', kind: 'agency' })
  await enter(page, owner)
  await page.goto(`${PLATFORM}/organizations/${organization}/activity`)
  await expect(page.getByText('Name: Ridgeline → Summit')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Check for alterations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify activity' })
  await dialog.getByLabel('Head from an email').fill('abc')
  await dialog.getByRole('button', { name: 'Verify activity' }).click()
  await expect(dialog.getByText('Copy the whole head: 64 letters and digits')).toBeVisible()
  await dialog.getByLabel('Head from an email').fill('')
  await dialog.getByRole('button', { name: 'Verify activity' }).click()
  await expect(dialog.getByText('Verified. Nothing was changed or deleted.')).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await dialog.getByLabel('Head from an email').fill('0'.repeat(64))
  await dialog.getByRole('button', { name: 'Verify activity' }).click()
  await expect(dialog.getByText(/The head is not in this activity/)).toBeVisible()
})
