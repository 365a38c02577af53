import {
  askAs,
  enter,
  failBilling,
  mailTo,
  makeAccount,
  makeOrganization,
  makeStaff,
  repairBilling,
  test,
} from './platform'
import { expect, expectAccessible } from './site'

test('staff see a failed job, restart it, and it succeeds', async ({ page, request }) => {
  const owner = await makeAccount()
  const name = `Lakeside ${owner.email.split('@')[0]}`
  const organization = await makeOrganization(request, owner, name)
  await askAs(request, owner, 'post', 'subscriptions/purchase', { organization, planId: 'agency-starter', seats: 2 })
  await failBilling(organization)

  await enter(page, await makeStaff(), '/staff/jobs')
  const panel = page.getByRole('region', { name: 'Failed jobs' })
  const job = panel.getByRole('row', { name: new RegExp(name) })
  await expect(job).toContainText('Renew a subscription, with invoice and reminders')
  await expect(job).toContainText('The database refused it (22003).')
  await expect(job).toContainText(organization)
  await expect(job.getByRole('cell').nth(3)).toHaveText('10')
  await expectAccessible(page)

  await test.step('while the cause persists, it fails again and is retried later', async () => {
    await job.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Retrying the job.')).toBeVisible()
    await expect(job.getByText('Retrying', { exact: true })).toBeVisible()
    await expect(panel.getByRole('heading', { name: 'Failed jobs' })).toBeFocused()
    await expect(job.getByRole('cell').nth(3)).toHaveText('1')
    await failBilling(organization)
    await expect(page.getByText('Job failed again.')).toBeVisible()
  })

  await repairBilling(organization)
  await job.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Job completed.')).toBeVisible()
  await expect(job).toHaveCount(0)
  await mailTo(owner.email, /^Invoice SH-/)
})
