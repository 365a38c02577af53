import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { monthly, signedDeal } from '../apps/server/test/signed-deal'
import {
  askAs,
  assumeSecondFactor,
  enter,
  fillSecondFactor,
  inDatabase,
  type Member,
  makeAccount,
  makeOrganization,
  PLATFORM,
  test,
} from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

// 401: calls in flight while the second factor renews the session.
test.use({ expectedErrors: /responded with a status of 40[14]/ })

/** Organization with an athlete, and helpers to add companies and signed deals. */
async function makeFinanceTeam(request: APIRequestContext) {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const { id: athlete } = await ask<{ id: string }>('athletes', {
    givenName: 'Jonah',
    familyName: 'Okoye',
    level: 'pro',
    stage: 'signed',
  })
  const addCompany = async (name: string) => (await ask<{ id: string }>('companies', { name, kind: 'brand' })).id
  const sign = (company: string, title: string, payments: ReturnType<typeof monthly>[], more: object = {}) =>
    inDatabase((client) =>
      signedDeal(client, { id: randomUUID(), organization, athlete, company, title, terms: { payments, ...more } }),
    )
  return { owner, organization, addCompany, sign }
}

const pathOf = (organization: string, path: string) => `/organizations/${organization}/finances/${path}`

async function countOf(request: APIRequestContext, member: Member, organization: string, path: string) {
  const { total } = await askAs<{ total: { count: number } }>(
    request,
    member,
    'get',
    `organizations/${organization}/${path}`,
  )
  return total.count
}

test('records a payment for two installments with two-factor authentication, and undoes it', async ({
  page,
  request,
}) => {
  const { owner, organization, addCompany, sign } = await makeFinanceTeam(request)
  const company = await addCompany('Halden Sportswear')
  const retainer = monthly(100_000, { from: '2026-01-15', times: 3 })
  await sign(company, 'Winter line', [retainer], { fee: { rateMillionths: 150_000 } })
  await assumeSecondFactor(owner, false)
  await enter(page, owner, pathOf(organization, 'payments?sort=due'))
  await expect(
    page.getByText('Recording payments and changing amounts require two-factor authentication.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record payment', exact: true })).toHaveCount(0)
  await expectAccessibleAndResponsive(page)
  await page.getByRole('button', { name: 'Set it up' }).click()
  await fillSecondFactor(page)
  await expect(page).toHaveURL(PLATFORM + pathOf(organization, 'payments?sort=due'))
  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: /days late/ })).toHaveCount(3)

  await page.getByRole('button', { name: 'Record payment', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await dialog.getByRole('combobox', { name: 'Payer' }).fill('Halden')
  await page
    .getByRole('option', { name: /Halden Sportswear/ })
    .first()
    .click()
  await dialog.getByLabel('Amount', { exact: true }).fill('1,500')
  await expect(dialog.getByText('Fully allocated')).toBeVisible()
  await expect(dialog.getByText('$225')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record payment' }).click()

  await expect(rows.filter({ hasText: 'Received' }).filter({ hasText: '$1,000' })).not.toHaveCount(0)
  await expect(rows.filter({ hasText: /days late/ })).toHaveCount(2)
  await expect(rows.filter({ hasText: '$500' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Receipt reversed.')).toBeVisible()
  await expect(rows.filter({ hasText: /days late/ })).toHaveCount(3)
  await page.goto(PLATFORM + pathOf(organization, 'receipts'))
  await expect(page.getByText('Reversed', { exact: true }).first()).toBeVisible()
})

test('matches and confirms a bank file of 500 transactions, records a refund and skips a repeated import', async ({
  page,
  request,
}) => {
  const { owner, organization, addCompany, sign } = await makeFinanceTeam(request)
  const companies = [
    'Halden Sportswear',
    'Nordfell Outdoor',
    'Brightwater Drinks',
    'Quarry Lane Foods',
    'Cinder Cove Media',
  ]
  const lines: string[] = []
  for (const [index, name] of companies.entries()) {
    const amountMinor = 100_000 + index * 1000
    await sign(await addCompany(name), `Deal with ${name}`, [monthly(amountMinor, { from: '2018-01-15', times: 96 })])
    for (let payment = 0; payment < 96; payment++) {
      const day = new Date(Date.UTC(2018, payment, 20)).toISOString().slice(0, 10)
      lines.push(`${day},${name.toUpperCase()} INC,Wire ${index}-${payment},"${(amountMinor / 100).toFixed(2)}"`)
    }
  }
  lines.push('2026-02-01,Halden Sportswear Inc,Refund,-1000.00')
  for (let rent = 0; rent < 9; rent++) lines.push(`2025-0${(rent % 9) + 1}-01,Landlord,Rent ${rent},-900.00`)
  for (let gift = 0; gift < 10; gift++) lines.push(`2025-0${(gift % 9) + 1}-02,Somebody,Gift ${gift},7.77`)
  const file = {
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date,Payer,Details,Amount\n${lines.join('\n')}\n`),
  }

  await enter(page, owner, pathOf(organization, 'receipts/bank'))
  await expect(page.getByText('Nothing to match')).toBeVisible()
  await page.getByLabel('Import bank file').setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: 'bank.csv' })
  await expect(dialog.getByText(/^500 transactions:/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported. 500 transactions: 500 new. 10 are money out.')).toBeVisible()
  await expect(page.getByText('10 open transactions are money out.')).toBeVisible()

  const confirmAll = page.getByRole('button', { name: 'Confirm all certain matches (480)' })
  await confirmAll.click()
  const question = page.getByRole('dialog', { name: 'Confirm all certain matches?' })
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('480 transactions recorded.')).toBeVisible({ timeout: 240_000 })
  await expect(page.getByRole('table', { name: 'Bank transactions' }).getByRole('row')).toHaveCount(11)
  expect(await countOf(request, owner, organization, 'finances/receipts')).toBe(480)
  expect(await countOf(request, owner, organization, 'payments?state=received')).toBe(480)

  // Outgoing transactions: one refunds a receipt, another is ignored.
  await page.getByRole('link', { name: 'Look for refunds' }).click()
  await expect(page.getByRole('table', { name: 'Bank transactions' }).getByRole('row')).toHaveCount(11)
  await page.getByRole('button', { name: /^Refund: Halden Sportswear Inc/ }).click()
  const taking = page.getByRole('dialog', { name: 'Reverse this receipt?' })
  await expect(taking.getByLabel('Reason')).toHaveValue('Refunded on Feb 1, 2026')
  await taking.getByRole('button', { name: 'Reverse receipt' }).click()
  await expect(page.getByText('Receipt from HALDEN SPORTSWEAR INC reversed.')).toBeVisible()
  expect(await countOf(request, owner, organization, 'payments?state=received')).toBe(479)
  await page.getByRole('button', { name: 'Actions for Landlord' }).first().click()
  await page.getByRole('button', { name: 'Ignore' }).click()
  const aside = page.getByRole('dialog', { name: 'Ignore Landlord?' })
  await aside.getByLabel('Reason').fill('Rent of the office')
  await aside.getByRole('button', { name: 'Ignore' }).click()
  await expect(page.getByRole('table', { name: 'Bank transactions' }).getByRole('row')).toHaveCount(9)
  await page.goto(PLATFORM + pathOf(organization, 'receipts/bank?state=ignored&direction=in,out'))
  await expect(page.getByText('Rent of the office')).toBeVisible()
  await expect(page.getByText('Refunded on Feb 1, 2026')).toBeVisible()

  await page.getByLabel('Import bank file').setInputFiles(file)
  await expect(
    dialog.getByText('No new transactions in this file. 500 transactions: 0 new, 500 already imported.'),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
})

test('a bank transaction is partly allocated, and the rest stays in the list', async ({ page, request }) => {
  const { owner, organization, addCompany, sign } = await makeFinanceTeam(request)
  await sign(await addCompany('Halden Sportswear'), 'Winter line', [monthly(40_000, { from: '2026-01-15', times: 1 })])
  const csv = 'Date,Payer,Details,Amount\n2026-02-01,Halden Sportswear Inc,Wire 7,1000.00\n'
  await enter(page, owner, pathOf(organization, 'receipts/bank'))
  await page
    .getByLabel('Import bank file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('dialog', { name: 'bank.csv' }).getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Actions for Halden Sportswear Inc' }).click()
  await page.getByRole('button', { name: 'Allocate differently' }).click()
  const form = page.getByRole('dialog', { name: 'Record payment' })
  await expect(form.getByLabel('Received on')).toHaveAttribute('readonly', '')
  await form.getByLabel('Amount', { exact: true }).fill('400')
  await expect(form.getByText('Up to $1,000. Any rest stays unallocated.')).toBeVisible()
  await expect(form.getByText('Fully allocated')).toBeVisible()
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('$400 from Halden Sportswear Inc recorded.')).toBeVisible()
  const line = page.getByRole('table', { name: 'Bank transactions' }).getByRole('row').nth(1)
  await expect(line.getByText('$600.00 left')).toBeVisible()
  await expect(line.getByRole('link', { name: 'Receipt' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
})
