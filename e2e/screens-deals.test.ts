import { askAs, enter, makeAccount, makeOrganization, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen, type Screen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

test('deal list, board, record and approval settings are accessible and responsive, also with long names', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  await enter(page, owner, `/organizations/${organization}/deals`)
  await expect(page.getByText('No deals yet')).toBeVisible()
  await expectScreen(page, 'Deals')
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
    category: 'apparel',
  })
  const years = {
    signingBonusMinor: 500_000_001,
    years: [2027, 2028].map((season) => ({
      season,
      baseMinor: 110_000_000,
      rosterBonusMinor: 0,
      otherBonusMinor: 0,
      guaranteedMinor: 0,
      option: season === 2028 ? { holder: 'club', buyoutMinor: 20_000_000 } : null,
    })),
  }
  const zone = 'America/New_York'
  const id = '018f0000-0000-7000-8000-00000000000'
  const { id: deal } = await ask<{ id: string }>('deals', {
    athleteId: athlete.id,
    companyId: company.id,
    kind: 'contract',
    terms: {
      startsOn: '2027-01-01',
      endsOn: '2028-12-31',
      businessPurpose: 'Promotion of the fall training line '.repeat(5),
      exclusivity: { kind: 'company' },
      years,
      payments: [
        {
          id: `${id}1`,
          kind: 'incentive',
          title: 'Conference final reached',
          amountMinor: 600_000,
          inKind: false,
          schedule: { kind: 'condition', metric: 'Named to the final', threshold: null, estimatedDay: null },
        },
      ],
      deliverables: [
        {
          id: `${id}2`,
          title: 'Store appearance',
          platform: null,
          count: 2,
          dueOn: '2027-03-01',
          disclosureTag: '#ad',
        },
      ],
      keyDates: [
        {
          id: `${id}3`,
          kind: 'option',
          title: 'Option',
          effect: 'The last year',
          anchor: { kind: 'termEnd' },
          offset: { amount: -90, unit: 'days' },
          zone,
          reminders: [14],
        },
      ],
    },
  })
  const screens: Screen[] = [
    ['/deals', 'Deals'],
    [`/deals?open=${deal}`, 'Deals', { standsFor: 'record beside a list' }],
    ['/deals/board', 'Deals', { standsFor: 'board' }],
    ['/deals/check', 'Check a signed PDF'],
    ['/deals/import', 'Import signed deals'],
    [`/deals/${deal}`, /Featherstonehaugh/, { standsFor: 'deal' }],
    [`/deals/${deal}/sign`, 'Nothing to sign'],
    ['/approvals', 'Deal approvals'],
    [`/athletes/${athlete.id}`, /Featherstonehaugh/],
  ]
  for (const [path, name, options] of screens) {
    await visit(page, at(path))
    await expectScreen(page, name, options)
  }
  await visit(page, at('/deals#new'))
  await expect(page.getByRole('dialog', { name: 'New deal' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await visit(page, at(`/deals/${deal}`))
  for (const part of ['years', 'payments', 'deliverables', 'key dates']) {
    await page.getByRole('button', { name: `Edit ${part}` }).click()
  }
  await expectAccessibleAndResponsive(page)
})
