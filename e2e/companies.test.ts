import type { APIRequestContext } from '@playwright/test'
import { askAs, enter, heading, makeAccount, makeOrganization, PLATFORM } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect, test } from './site'

test.use({ expectedErrors: /responded with a status of (404|409|422)/ })

type Named = { id: string }

async function makeAgency(request: APIRequestContext) {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner)
  const add = (path: string, data: object) =>
    askAs<Named>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  return { owner, organization, add, at: (path: string) => `/organizations/${organization}${path}` }
}

test('merges two companies and keeps deals and contacts', async ({ page, request }) => {
  const { owner, organization, add, at } = await makeAgency(request)
  const halden = await add('companies', { name: 'Halden Sportswear', kind: 'brand' })
  const twin = await add('companies', { name: 'Halden Sportswear Inc.', kind: 'brand', category: 'apparel' })
  const sofia = { name: 'Sofia Reyes', title: 'Partnerships', email: 'sofia@halden.example', phone: null }
  await add(`companies/${twin.id}/contacts`, sofia)
  const jonah = { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' }
  const athlete = await add('athletes', jonah)
  await add('deals', { athleteId: athlete.id, companyId: twin.id, kind: 'sponsorship' })

  await enter(page, owner, at('/companies'))
  await expect(page.getByRole('link', { name: 'Halden Sportswear', exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Ridgeline Sports/ })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('Ridgeline')
  await expect(page.getByRole('row', { name: /Ridgeline Sports/ })).toContainText('Your organization')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Halden Sportswear', exact: true }).click()
  await expect(heading(page, 'Halden Sportswear')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add deal' })).toBeVisible()
  await page.getByRole('button', { name: 'Merge Halden Sportswear Inc. into this company' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Companies merged.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Jonah Okoye/ })).toContainText('Draft')
  await expect(page.getByRole('link', { name: 'sofia@halden.example' })).toBeVisible()
  await page.getByRole('button', { name: 'All details' }).click()
  await expect(page.getByRole('button', { name: 'Edit Category: Athletic apparel' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toHaveCount(0)

  await page.goto(PLATFORM + at(`/companies/${twin.id}`))
  await expect(heading(page, 'Company not found')).toBeVisible()
  const { rows } = await askAs<{ rows: { name: string }[] }>(
    request,
    owner,
    'get',
    `organizations/${organization}/companies`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['Halden Sportswear', 'Ridgeline Sports'])

  await page.goto(PLATFORM + at(`/companies/${halden.id}`))
  await page.getByRole('button', { name: 'Undo the merge of Halden Sportswear Inc.' }).click()
  await expect(page.getByText('Merge undone.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add deal' })).toBeVisible()
  await page.getByRole('link', { name: 'Halden Sportswear Inc.' }).click()
  await expect(page.getByRole('row', { name: /Jonah Okoye/ })).toContainText('Draft')
  await expect(page.getByRole('link', { name: 'sofia@halden.example' })).toBeVisible()
})

test('adds a company with a parent company and contacts', async ({ page, request }) => {
  const { owner, add, at } = await makeAgency(request)
  await add('companies', { name: 'Halden Group', kind: 'brand' })
  await enter(page, owner, at('/companies#add'))
  const dialog = page.getByRole('dialog', { name: 'Add company' })
  await dialog.getByRole('button', { name: 'Add company' }).click()
  await expect(dialog.getByText('Enter the company’s name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Halden Shoes')
  await dialog.getByRole('button', { name: 'Add company' }).click()
  await expect(heading(page, 'Halden Shoes')).toBeVisible()

  await page.getByRole('button', { name: 'Add Parent company' }).click()
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('group')
  await page.getByRole('button', { name: 'Halden Group', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit Parent company: Halden Group' })).toBeVisible()

  await page.getByRole('button', { name: 'Add contact' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Sofia Reyes')
  await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByText('Sofia Reyes')).toBeVisible()
  await expectAccessibleAndResponsive(page)

  const tab = (name: string) => page.getByRole('navigation', { name: 'Record' }).getByRole('link', { name })
  for (const [name, panel] of [
    ['Money', 'Received payments'],
    ['Deliverables', 'Deliverables'],
    ['Activity', 'Contact log'],
  ] as const) {
    await tab(name).click()
    await expect(page.getByRole('heading', { name: panel })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Payer' })).toHaveValue('Halden Shoes')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(heading(page, 'Companies')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Halden Group' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Halden Shoes/ })).toContainText('No longer in this list')
})

test('adds and ends a representation agreement, and rejects an overlapping one', async ({ page, request }) => {
  const { owner, add, at } = await makeAgency(request)
  const jonah = { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' }
  const athlete = await add('athletes', jonah)
  await enter(page, owner, at(`/athletes/${athlete.id}/documents`))
  const panel = page.getByRole('region', { name: 'Agreements' })
  await panel.getByRole('button', { name: 'Add agreement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Start date').fill('2026-01-01')
  await dialog.getByRole('textbox', { name: 'Fee for NIL' }).fill('15')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Enter a fee such as 15% or $2,500.00')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Fee for NIL' }).fill('15%')
  await dialog.getByRole('checkbox', { name: 'Contract' }).uncheck()
  await expectAccessibleAndResponsive(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(panel.getByText('NIL: 15%')).toBeVisible()
  await expect(panel.getByText('Represented by Olive Owner')).toBeVisible()

  await panel.getByRole('button', { name: 'Add agreement' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(/Another agreement covers NIL and Sponsorship from January 1, 2026/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await panel.getByRole('button', { name: /^Actions for the agreement/ }).click()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByLabel('End date').fill('2026-03-31')
  await dialog.getByRole('button', { name: 'End agreement' }).click()
  await expect(panel.getByText('Ended')).toBeVisible()
  await expectAccessibleAndResponsive(page)
})

test('saves time zone, currency and fiscal year', async ({ page, request }) => {
  const { owner, at } = await makeAgency(request)
  await enter(page, owner, at('/settings'))
  await page.getByLabel('Time zone').selectOption('America/Denver')
  await page.getByLabel('Currency').selectOption('CAD')
  await page.getByLabel('Fiscal year starts in').selectOption('July')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Denver')
  await expect(page.getByLabel('Currency')).toHaveValue('CAD')
  await expect(page.getByLabel('Fiscal year starts in')).toHaveValue('7')
  await expectAccessibleAndResponsive(page)
})
