import { readFile } from 'node:fs/promises'
import { totp } from '../apps/server/test/totp'
import { unzip } from '../apps/server/test/unzip'
import { assumeSecondFactor, enter, fillSecondFactor, mailTo, makeTeam } from './platform'
import { expect, test } from './site'

// 422 for the wrong code.
// 401: calls in flight while the second factor renews the session.
test.use({ expectedErrors: /status of (401|422)/ })

test('an owner exports all data after entering a code, and all owners are notified', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await assumeSecondFactor(owner, false)
  await enter(page, owner, `/organizations/${organization}/archives`)
  await expect(page.getByText('Exporting data requires two-factor authentication.')).toBeVisible()
  await page.getByRole('button', { name: 'Set it up' }).click()
  const secret = await fillSecondFactor(page)
  await page.getByRole('button', { name: 'Create export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an export of all data?' })
  await dialog.getByLabel('6-digit code').fill('000000')
  await dialog.getByRole('button', { name: 'Create export' }).click()
  await expect(dialog.getByText('Wrong code')).toBeVisible()
  // The setup used the current code: enter the next one.
  await dialog.getByLabel('6-digit code').fill(totp(secret, Date.now() + 30_000))
  await dialog.getByRole('button', { name: 'Create export' }).click()
  await expect(dialog).toBeHidden()
  // Live update.
  await expect(page.getByText('Ready')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const files = unzip(await readFile(await download.path()))
  expect(files.get('members.csv')?.toString()).toContain('Olive Owner')
  const mail = await mailTo(owner.email, /archive of all data/)
  expect(mail.text).toContain('Olive Owner created an archive of all data')
})
