import { dayIn } from '@sherpa/contracts/days'
import { monthly } from '../apps/server/test/signed-deal'
import {
  askAs,
  bookReceipt,
  enter,
  makeAccount,
  makeOrganization,
  makeSignedDeal,
  PLATFORM,
  test,
  visit,
} from './platform'
import { expectScreen, type Screen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

test('the finances are accessible and responsive, empty and with long names and large amounts', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  await enter(page, owner, `/organizations/${organization}/finances`)
  await expect(page.getByText('Money appears once a deal is signed')).toBeVisible()
  await expectScreen(page, 'Finances')
  await visit(page, at('/finances/forecast'))
  await expect(page.getByText(/^Nothing expected in USD/)).toBeVisible()
  await expectScreen(page, 'Finances')
  await visit(page, at('/finances/ledger'))
  await expect(page.getByText('No entries yet')).toBeVisible()
  await expectScreen(page, 'Finances')

  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask<{ id: string }>('athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
    sport: 'track-and-field',
  })
  const company = await ask<{ id: string }>('companies', {
    name: 'The Extraordinarily-Long-Named Sportswear Company',
    kind: 'brand',
  })
  const today = dayIn(new Date().toISOString(), 'America/New_York')
  const { deal, payments } = await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: company.id,
    title: 'The-Extraordinarily-Long-Named-Fall-and-Winter-Line of Sportswear and Equipment',
    terms: {
      payments: [monthly(1_234_567_89, { from: `${today.slice(0, 8)}01`, times: 9 })],
      fee: { rateMillionths: 150_000 },
    },
  })
  await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: company.id,
    terms: { payments: [monthly(98_765_43, { from: '2025-01-01', times: 40 })] },
  })
  await bookReceipt(request, owner, organization, { paymentId: payments[0] ?? '', amountMinor: 98_765_432 })
  const screens: Screen[] = [
    ['', 'Ridgeline Sports'],
    ['/finances', 'Finances'],
    ['/finances?by=deal&return=athlete', 'Finances', { standsFor: 'finances overview' }],
    ['/finances/forecast', 'Finances'],
    ['/finances/ledger', 'Finances', { standsFor: 'finances' }],
    [`/finances/ledger?account=fees&deal=${deal}&from=2020-01&until=2099-12`, 'Finances'],
    [`/deals/${deal}`, /Long-Named/],
    [`/athletes/${athlete.id}`, /Featherstonehaugh/],
  ]
  for (const [path, name, options] of screens) {
    await visit(page, at(path))
    await expect(page.getByText(/\$987,654\.32|\$148,148\.15|Overdue/).first()).toBeVisible()
    await expectScreen(page, name, options)
  }
})
