import { readFile } from 'node:fs/promises'
import { unzip } from '../apps/server/test/unzip'
import { enter, mailTo, makeTeam, password } from './platform'
import { expect, test } from './site'

// The wrong password.
test.use({ expectedErrors: /status of 422/ })

test('an owner gets an archive of everything, after the password, and all owners are told', async ({
  page,
  request,
}) => {
  const { owner, organization } = await makeTeam(request)
  await enter(page, owner, `/organizations/${organization}/archives`)
  await page.getByRole('button', { name: 'Prepare an archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prepare an archive of all data?' })
  await dialog.getByLabel('Your password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Prepare archive' }).click()
  await expect(dialog.getByText('Wrong password')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Prepare archive' }).click()
  await expect(dialog).toBeHidden()
  // Nobody reloads the screen.
  await expect(page.getByText('Ready')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const files = unzip(await readFile(await download.path()))
  expect(files.get('members.csv')?.toString()).toContain('Olive Owner')
  const mail = await mailTo(owner.email, /asked for an archive/)
  expect(mail.text).toContain('Olive Owner asked for an archive of everything')
})
