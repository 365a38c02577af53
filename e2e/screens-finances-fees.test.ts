import { monthly } from '../apps/server/test/signed-deal'
import { askAs, enter, makeAccount, makeOrganization, makeSignedDeal, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen } from './screen-checks'
import { expect, expectAccessible } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

const longName = 'The Extraordinarily-Long-Named Agency of the Greater Lakeside Region, Incorporated 1987'

test('fees, fee invoice and statement are accessible and responsive, also with long names', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner, longName)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}/finances${path}`
  await enter(page, owner, `/organizations/${organization}/finances/fees`)
  await expect(page.getByText('No invoices yet')).toBeVisible()
  await expectScreen(page, 'Finances')
  await visit(page, at('/statements'))
  await expect(page.getByText('Nothing received in this period')).toBeVisible()
  await expectScreen(page, 'Finances')

  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask<{ id: string }>('athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
  })
  const company = await ask<{ id: string }>('companies', {
    name: 'The Extraordinarily-Long-Named Sportswear Company',
    kind: 'brand',
  })
  const bookIn = async (currency: 'USD' | 'EUR') => {
    const { deal } = await makeSignedDeal({
      organization,
      athlete: athlete.id,
      company: company.id,
      title: 'The fall training line of the Greater Lakeside Region',
      terms: { currency, payments: [monthly(123_456_789)], fee: { rateMillionths: 150_000 } },
    })
    await ask('finances/receipts', {
      receivedOn: '2026-11-03',
      payer: 'The Extraordinarily-Long-Named Sportswear Company',
      companyId: null,
      reference: null,
      currency,
      amountMinor: 123_456_789,
      note: null,
      allocations: [{ dealId: deal, amountMinor: 123_456_789 }],
      bankLineId: null,
    })
  }
  await bookIn('USD')
  await bookIn('EUR')
  const invoice = await ask<{ id: string; issuedOn: string }>('finances/fee-invoices', {
    athleteId: athlete.id,
    currency: 'USD',
  })
  await ask(`finances/fee-invoices/${invoice.id}/payments`, {
    paidOn: invoice.issuedOn,
    amountMinor: 100,
    reference: null,
    bankLineId: null,
  })
  await visit(page, at('/fees'))
  await expect(page.getByRole('link', { name: 'F-0001' })).toBeVisible()
  await expectScreen(page, 'Finances')
  await page.getByRole('button', { name: /^Invoice Maximiliana/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Fee 15%')
  await expectAccessibleAndResponsive(page)
  await visit(page, at(`/fees?open=${invoice.id}`))
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expectAccessible(page)
  await visit(page, at(`/fees/${invoice.id}`))
  await expectScreen(page, 'Invoice F-0001')
  await visit(page, at(`/statements?athlete=${athlete.id}`))
  await expect(page.getByRole('heading', { name: 'EUR', exact: true })).toBeVisible()
  await expectScreen(page, 'Finances')
})
