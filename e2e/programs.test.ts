import { addDays, dayIn } from '@sherpa/contracts/days'
import { askAs, enter, heading, type Member, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of 4(04|22)/ })

test('an owner makes a program with athletes and a coach, who sees exactly these until it ends', async ({
  page,
  browser,
  request,
}) => {
  const { owner, organization, members } = await makeTeam(request, { name: 'Dana Whitlock', role: 'coach' })
  const [coach] = members as [Member]
  const at = (path: string) => `organizations/${organization}/${path}`
  const ask = <Answer>(method: 'get' | 'post' | 'put', path: string, data?: object) =>
    askAs<Answer>(request, owner, method, at(path), data)
  await ask('put', 'permissions', { role: 'coach', permission: 'athletes.all', allowed: false })
  for (const familyName of ['Vale', 'Osei', 'Lind']) {
    const facts = { givenName: 'Mina', familyName, level: 'college', stage: 'signed', lookedAfterBy: [] }
    await ask('post', 'athletes', facts)
  }

  await enter(page, owner, `/organizations/${organization}/athletes`)
  await test.step('without programs, nothing shows them', async () => {
    await expect(page.getByRole('link', { name: 'Mina Vale' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Program' })).toHaveCount(0)
  })

  await test.step('the owner adds a program', async () => {
    await page.goto(`${PLATFORM}/organizations/${organization}/programs`)
    await expect(page.getByText('No programs yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add program' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Women’s rowing')
    await dialog.getByLabel('Sport').selectOption({ label: 'Other' })
    await dialog.getByLabel('Gender').selectOption('women')
    await dialog.getByRole('button', { name: 'Add program' }).click()
    await expect(page.getByRole('list', { name: 'Programs' })).toContainText('Women’s rowing')
    await page.getByRole('button', { name: 'Add program' }).click()
    await dialog.getByLabel('Name').fill('WOMEN’S ROWING')
    await dialog.getByRole('button', { name: 'Add program' }).click()
    await expect(dialog.getByText('A program with this name already exists')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('adds the coach', async () => {
    await page.getByRole('button', { name: 'No members of Women’s rowing' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await dialog.getByLabel('Member').selectOption({ label: 'Dana Whitlock' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByRole('list', { name: 'Members' })).toContainText('Dana Whitlock')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '1 member of Women’s rowing' })).toBeVisible()
    await expectAccessibleAndResponsive(page)
  })

  await test.step('adds two athletes at once', async () => {
    await page.goto(`${PLATFORM}/organizations/${organization}/athletes`)
    for (const name of ['Mina Vale', 'Mina Osei']) await page.getByRole('checkbox', { name }).check()
    const selected = page.getByRole('region', { name: 'Selected rows' })
    await expect(selected).toContainText('2 selected')
    await selected.getByRole('button', { name: 'Program' }).click()
    await page.getByRole('button', { name: 'Women’s rowing' }).click()
    await expect(page.getByText('2 athletes added to Women’s rowing.')).toBeVisible()
    await expect(page.getByRole('row', { name: /Mina Vale/ })).toContainText('Women’s rowing')
    await expect(page.getByRole('row', { name: /Mina Lind/ })).not.toContainText('Women’s rowing')
  })

  const phone = await browser.newContext({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
  const window = await phone.newPage()
  await test.step('the coach sees exactly these on a phone', async () => {
    await enter(window, coach, `/organizations/${organization}`)
    const group = window.getByRole('region', { name: 'Women’s rowing' })
    await expect(group.getByRole('link', { name: 'Mina Vale' })).toBeVisible()
    await expect(group.getByRole('link', { name: 'Mina Osei' })).toBeVisible()
    await expect(window.getByText('Mina Lind')).toHaveCount(0)
    await expectAccessibleAndResponsive(window)
  })

  await test.step('an ended membership takes an athlete away in the open window', async () => {
    const { rows } = await ask<{ rows: { id: string; familyName: string }[] }>('get', 'athletes')
    const osei = rows.find(({ familyName }) => familyName === 'Osei')?.id
    await page.goto(`${PLATFORM}/organizations/${organization}/athletes/${osei}`)
    await expect(heading(page, 'Mina Osei')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Women’s rowing' }).click()
    await page.getByRole('button', { name: 'Change days' }).click()
    const yesterday = addDays(dayIn(new Date().toISOString(), 'America/New_York'), -1)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First day').fill(addDays(yesterday, -30))
    await dialog.getByLabel('Last day').fill(yesterday)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('list', { name: 'Programs' })).toContainText('Ended')
    await expect(window.getByText('Mina Osei')).toHaveCount(0)
    await expect(window.getByRole('link', { name: 'Mina Vale' })).toBeVisible()
  })

  await test.step('and the end of the coach’s own membership all of them', async () => {
    const { members: all } = await ask<{ members: { id: string; startsOn: string }[] }>('get', 'program-members')
    const [membership] = all
    const days = { startsOn: '2024-01-01', endsOn: '2024-12-31' }
    await ask('put', `program-members/${membership?.id}`, days)
    await expect(window.getByText('Mina Vale')).toHaveCount(0)
    await window.goto(`${PLATFORM}/organizations/${organization}/athletes`)
    await expect(window.getByText('No athletes yet')).toBeVisible()
    await expect(window.getByText('Program', { exact: true })).toHaveCount(0)
  })
})
