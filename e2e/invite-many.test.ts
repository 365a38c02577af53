import { askAs, enter, mailTo, makeAccount, makeOrganization, newAddress, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('an owner pastes addresses, sees who can be invited, and sends', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const [ana, ben, invited] = [newAddress('ana'), newAddress('ben'), newAddress('max')]
  const body = { email: invited, role: 'coach' }
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, body)
  await enter(page, owner, `/organizations/${organization}/people#invite`)
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByRole('button', { name: 'Invite several people' }).click()
  await dialog.getByRole('button', { name: 'Check addresses' }).click()
  await expect(dialog.getByText('Enter an email address')).toBeVisible()
  await expectAccessibleAndResponsive(page)

  const pasted = `Ana Silva <${ana}>, ${ben}; ${invited}\n${owner.email}\n${ana.toUpperCase()}\nnobody`
  await dialog.getByLabel('Email addresses').fill(pasted)
  await dialog.getByLabel('Role').selectOption({ label: 'Support staff' })
  await dialog.getByRole('button', { name: 'Check addresses' }).click()
  await expect(dialog.getByText('2 invitations will be sent', { exact: true })).toBeVisible()
  for (const reason of [
    '1 already has an open invitation',
    '1 is already a member',
    '1 is not an email address',
    '1 duplicate left out',
  ]) {
    await expect(dialog.getByText(reason)).toBeVisible()
  }
  await expectAccessibleAndResponsive(page)
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(dialog.getByText('2 invitations sent', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await visit(page, `${PLATFORM}/organizations/${organization}/people/invitations`)
  for (const email of [ana, ben]) await expect(page.getByRole('row', { name: email })).toContainText('Support staff')
  await mailTo(ana, /^Join Ridgeline Sports/)
})

test('an agent invites selected athletes and sees who cannot have an account', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const email = newAddress('ana')
  const add = (givenName: string, facts: object) =>
    askAs(request, owner, 'post', `organizations/${organization}/athletes`, {
      givenName,
      familyName: 'Ruiz',
      level: 'college',
      stage: 'signed',
      birthDate: '2003-05-05',
      ...facts,
    })
  await add('Ana', { email })
  await add('Bo', {})
  await add('Cy', { email: newAddress('cy'), birthDate: '2011-05-05', level: 'high-school' })
  await enter(page, owner, `/organizations/${organization}/athletes`)
  for (const name of ['Ana', 'Bo', 'Cy']) await page.getByLabel(`Select ${name} Ruiz`).check()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite athletes to Sherpa' })
  await expect(dialog.getByText('1 invitation will be sent', { exact: true })).toBeVisible()
  await expect(dialog.getByText('1 has no email address')).toBeVisible()
  await expect(dialog.getByText('Bo Ruiz')).toBeVisible()
  await expect(dialog.getByText('1 is a minor without a guardian’s consent')).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await dialog.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(dialog.getByText('1 invitation sent', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await mailTo(email, /^Join Ridgeline Sports/)

  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog.getByText('1 already has an open invitation')).toBeVisible()
  await expect(dialog.getByText('0 invitations will be sent', { exact: true })).toBeVisible()
})
