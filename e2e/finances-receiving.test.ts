import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { monthly, signedDeal } from '../apps/server/test/signed-deal'
import {
  askAs,
  assumeSecondFactor,
  enter,
  fillSecondFactor,
  inDatabase,
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
