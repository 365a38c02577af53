import type { Page } from '@playwright/test'
import { addMembers, enter, type Member, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of 40[134]/ })

const rows = (page: Page) => page.getByRole('row', { name: /Scout|Agent \d/ })
const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })
const view = (page: Page, name: string) => views(page).getByRole('link', { name, exact: true })
const menu = (page: Page, name: string) => page.getByRole('button', { name: `Options for view ${name}` })
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

async function openPeople(page: Page, member: Member, organization: string) {
  await enter(page, member, `/organizations/${organization}/people`)
  await expect(rows(page).first()).toBeVisible()
}

test('saves and shares a view, which a colleague sees live', async ({ page, openBeside, request }) => {
  const { owner, organization, members } = await makeTeam(request, { name: 'Jo Park', role: 'coach' })
  await addMembers(organization, ['Scout 1', 'Scout 2'], 'support-staff')
  await addMembers(organization, ['Agent 1', 'Agent 2', 'Agent 3'], 'agent')
  const colleague = await openBeside()
  await openPeople(colleague, members[0] as Member, organization)
  await openPeople(page, owner, organization)
  await expect(views(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Role' }).click()
  await page.getByLabel('Support staff').check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Joined' }).getByRole('button').click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Scouts')
  await dialog.getByLabel('Share with everyone who can see this list').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(view(page, 'Scouts')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  // The other window updates live.
  await view(colleague, 'Scouts').click()
  await expect(rows(colleague)).toHaveCount(2)
  expect(parameters(colleague)).toEqual({ role: 'support-staff', sort: 'joined' })
  expect(parameters(colleague)).toEqual(parameters(page))

  const address = colleague.url()
  await colleague.goBack()
  await expect(rows(colleague)).toHaveCount(5)
  await expect(view(colleague, 'All')).toHaveAttribute('aria-current', 'page')
  await colleague.goForward()
  await expect(rows(colleague)).toHaveCount(2)
  await colleague.reload()
  await expect(view(colleague, 'Scouts')).toHaveAttribute('aria-current', 'page')
  await expect(rows(colleague)).toHaveCount(2)
  const copy = await colleague.context().newPage()
  // Order of parameters does not matter.
  const [role, sort] = new URL(address).search.slice(1).split('&')
  await copy.goto(`${address.split('?')[0]}?${sort}&${role}`)
  await expect(view(copy, 'Scouts')).toHaveAttribute('aria-current', 'page')
  await expect(rows(copy)).toHaveCount(2)
  await copy.close()

  // Only its owner and people managers may change a shared view.
  await menu(colleague, 'Scouts').click()
  await expect(colleague.getByRole('button', { name: 'Pin to sidebar' })).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Rename' })).toHaveCount(0)
  await colleague.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Role' }).click()
  await page.getByLabel('Agent').check()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(5)
  await expect(view(page, 'Scouts')).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: 'Save as new' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(view(page, 'Scouts')).toHaveAttribute('aria-current', 'page')
  await expect(view(page, 'Scouts')).toBeFocused()
  await expect(view(colleague, 'Scouts')).toHaveAttribute('href', /role=agent%2Csupport-staff/)
  await view(colleague, 'Scouts').click()
  await expect(rows(colleague)).toHaveCount(5)
})

test('renames, pins and deletes views by keyboard', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await addMembers(organization, ['Scout 1'], 'support-staff')
  await openPeople(page, owner, organization)
  await page.keyboard.press('/')
  await page.keyboard.type('scout')
  await page.getByRole('button', { name: 'Save view' }).press('Enter')
  await page.keyboard.type('One scout')
  await page.keyboard.press('Enter')
  await expect(view(page, 'One scout')).toHaveAttribute('aria-current', 'page')
  await expect(view(page, 'One scout')).toBeFocused()

  await menu(page, 'One scout').press('Enter')
  await page.getByRole('button', { name: 'Rename' }).press('Enter')
  await page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name').fill('Our scout')
  await page.keyboard.press('Enter')
  await expect(view(page, 'Our scout')).toBeVisible()
  await expect(menu(page, 'Our scout')).toBeFocused()

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Pin to sidebar' }).press('Enter')
  const pinned = page.getByRole('navigation', { name: 'Pinned views' }).getByRole('link', { name: 'Our scout' })
  await expect(pinned).toHaveAttribute('aria-current', 'page')
  await page.goto(`${PLATFORM}/organizations/${organization}`)
  await pinned.press('Enter')
  await expect(view(page, 'Our scout')).toHaveAttribute('aria-current', 'page')
  await expect(rows(page)).toHaveCount(1)
  await expectAccessibleAndResponsive(page)

  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Our scout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })

  await menu(page, 'Our scout').press('Enter')
  await page.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('dialog', { name: 'Delete Our scout?' }).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(views(page)).toHaveCount(0)
  await expect(pinned).toHaveCount(0)
  // The filters stay.
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible()
})
