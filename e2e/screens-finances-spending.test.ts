import type { AccountingSettings } from '@sherpa/contracts/accounting-settings'
import { monthly } from '../apps/server/test/signed-deal'
import { askAs, enter, makeAccount, makeOrganization, makeSignedDeal, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

const longName = 'The Extraordinarily-Long-Named Agency of the Greater Lakeside Region, Incorporated 1987'

test('expenses, payables and accounting are accessible and responsive, with long names too', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner, longName)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  const ask = <Answer>(method: 'get' | 'post' | 'put', path: string, data?: object) =>
    askAs<Answer>(request, owner, method, `organizations/${organization}/${path}`, data)
  await enter(page, owner, `/organizations/${organization}/finances/expenses`)
  await expect(page.getByText('No expenses yet')).toBeVisible()
  await expectScreen(page, 'Finances')
  const {
    currency: _,
    closedThrough: __,
    lastMonth,
    ...books
  } = await ask<AccountingSettings>('get', 'finances/accounting')
  await ask('put', 'finances/accounting', { ...books, expenseLimitMinor: 50_000 })
  await ask('post', 'finances/accounting/closing', { month: lastMonth })
  const athlete = await ask<{ id: string }>('post', 'athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
  })
  const vendor = 'The Extraordinarily-Long-Named Airline of the Greater Lakeside Region'
  const add = (more: object) =>
    ask<{ id: string }>('post', 'finances/expenses', {
      spentOn: '2026-03-09',
      category: 'registration',
      vendor,
      currency: 'USD',
      amountMinor: 123_456_789,
      athleteId: athlete.id,
      dealId: null,
      paidBy: 'colleague',
      recoupRate: 125_000,
      note: 'Flights'.repeat(20),
      ...more,
    })
  const { id } = await add({})
  await add({ amountMinor: 4200, vendor: 'Diner' })
  const { rows } = await ask<{ rows: { id: string; isSelf: boolean }[] }>('get', 'companies?limit=50')
  await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: rows.find(({ isSelf }) => isSelf)?.id ?? '',
    title: 'Roster contract',
    terms: { payments: [monthly(1_000_000, { times: 12 })] },
  })
  // An open list shows "1 new" instead of inserting rows.
  await page.reload()
  for (const [path, name, sign] of [
    ['/finances/expenses', 'Finances', 'Diner'],
    [`/finances/expenses/${id}`, vendor, 'Details'],
    ['/finances/payables', 'Finances', 'Retainer'],
    ['/accounting', 'Accounting', 'Closed months'],
  ] as const) {
    await visit(page, at(path))
    await expect(page.getByText(sign).first()).toBeVisible()
    await expectScreen(page, name)
  }
  await visit(page, at('/finances/expenses#add'))
  await expect(page.getByRole('dialog', { name: 'Add expense' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await visit(page, at('/finances/payables'))
  await page
    .getByRole('button', { name: /^Record payout: Retainer/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleAndResponsive(page)
})
