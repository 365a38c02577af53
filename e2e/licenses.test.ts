import { addDays, dayIn } from '../packages/contracts/src/days'
import { askAs, enter, heading, type Member, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

const today = dayIn(new Date().toISOString(), 'America/New_York')
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

test('an agent adds a license on a phone, and Home asks to renew it', async ({ page, request }) => {
  const { organization, members } = await makeTeam(request, { name: 'Amara Cole', role: 'agent' })
  const [agent] = members as [Member]
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, agent, `/organizations/${organization}/licenses`)
  await expect(page.getByText('No licenses yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add license' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add license' })
  await form.getByRole('button', { name: 'Add license' }).click()
  await expect(form.getByText('Enter the license number')).toBeVisible()
  await form.getByLabel('State').selectOption({ label: 'Texas' })
  await form.getByLabel('License number').fill('TX-1042')
  await form.getByLabel('First day').fill(addDays(today, -300))
  await form.getByLabel('Last day').fill(addDays(today, 5))
  await form
    .getByLabel('Document', { exact: true })
    .setInputFiles({ name: 'Texas.pdf', mimeType: 'application/pdf', buffer: pdf })
  await form.getByRole('button', { name: 'Add license' }).click()
  await expect(page.getByText('License added.')).toBeVisible()
  const list = page.getByRole('table', { name: 'Licenses' })
  await expect(list.getByText(/^\d+ days left$/)).toBeVisible()
  await expectAccessibleAndResponsive(page)

  await list.getByRole('button', { name: 'Amara Cole', exact: true }).click()
  const record = page.getByRole('dialog', { name: 'Texas license' })
  await expect(record.getByRole('button', { name: 'Show Texas.pdf' })).toBeVisible()
  await record.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${PLATFORM}/organizations/${organization}`)
  await expect(page.getByText('Texas license')).toBeVisible()
  await page.getByRole('link', { name: /^Renew/ }).click()
  await expect(heading(page, 'Licenses')).toBeVisible()

  await page.getByRole('button', { name: 'Renew: Amara Cole, Texas' }).click()
  const renewal = page.getByRole('dialog', { name: 'Renew license' })
  await expect(renewal.getByLabel('First day')).toHaveValue(addDays(today, 6))
  await renewal.getByLabel('Last day').fill(addDays(today, 370))
  await renewal.getByRole('button', { name: 'Renew license' }).click()
  await expect(page.getByText('License renewed.')).toBeVisible()
  await expect(list.getByRole('row', { name: /Texas/ })).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Renew/ })).toHaveCount(0)
})

test('compliance records an agent notice and exports the records for an inquiry', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2003-03-03', level: 'college', stage: 'signed' }
  await askAs(request, owner, 'post', `organizations/${organization}/athletes`, facts)
  await enter(page, owner, `/organizations/${organization}/compliance/agent-notices`)
  await page.getByRole('button', { name: 'Record agent notice' }).first().click()
  const form = page.getByRole('dialog', { name: 'Record agent notice' })
  await form.getByRole('combobox', { name: 'Athlete' }).fill('Jonah')
  await form.getByRole('option', { name: /^Jonah/ }).click()
  await form.getByLabel('Agent', { exact: true }).fill('Dana Whitfield')
  await form.getByLabel('Notice received').fill(today)
  await form.getByLabel('Contract signed').fill(addDays(today, -2))
  await form.getByRole('button', { name: 'Record agent notice' }).click()
  await expect(page.getByText('Agent notice recorded.')).toBeVisible()
  await expect(page.getByRole('cell', { name: '2 days' })).toBeVisible()
  await expectAccessibleAndResponsive(page)

  await page.getByRole('button', { name: 'Export for inquiry' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^inquiry-.*\.zip$/)
})
