import { askAs, enter, heading, makeAccount, makeOrganization, newAddress, PLATFORM, test, visit } from './platform'
import { expectScreen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('a department and a collective have labels of their own, and switching changes them', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const department = await makeOrganization(request, owner, 'Lakemont Athletics', 'athletic-department')
  const collective = await makeOrganization(request, owner, 'Lakemont Collective', 'collective')
  for (const organization of [department, collective]) {
    for (const [familyName, stage] of [
      ['Ruiz', 'signed'],
      ['Bell', 'recruiting'],
    ]) {
      const body = { givenName: 'Ana', familyName, level: 'college', stage }
      await askAs(request, owner, 'post', `organizations/${organization}/athletes`, body)
    }
    const invitation = { email: newAddress('max'), role: 'agent' }
    await askAs(request, owner, 'post', `organizations/${organization}/invitations`, invitation)
  }
  const at = (organization: string, path: string) => `${PLATFORM}/organizations/${organization}${path}`
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

  await enter(page, owner, `/organizations/${department}/athletes`)
  await expect(row('Ruiz')).toContainText('Enrolled')
  await expect(row('Bell')).toContainText('Recruiting')
  await expectScreen(page, 'Athletes')
  await visit(page, at(department, '/people/invitations'))
  await expect(page.getByRole('row', { name: /^max/ }).or(row('max')).first()).toContainText('Administrator')
  await visit(page, at(department, '/permissions'))
  await expect(page.getByLabel('Administrator: View money')).toBeVisible()
  await expectScreen(page, 'Permissions')
  await visit(page, at(department, '/activity'))
  await expect(page.getByText(/invited max.* as Administrator/)).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /Switch organization/ }).click()
  await page.getByRole('link', { name: /Lakemont Collective/ }).click()
  await expect(heading(page, 'Lakemont Collective')).toBeVisible()
  await visit(page, at(collective, '/athletes'))
  await expect(row('Ruiz')).toContainText('Member')
  await expect(row('Bell')).toContainText('In talks')
  await expectScreen(page, 'Athletes')
  await row('Ruiz').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Stage: Member' }).click()
  await page.getByRole('button', { name: 'In talks', exact: true }).click()
  await expect(page.getByText('changed stage from Member to In talks')).toBeVisible()
  await visit(page, at(collective, '/activity'))
  await expect(page.getByText(/invited max.* as Manager/)).toBeVisible()
})
