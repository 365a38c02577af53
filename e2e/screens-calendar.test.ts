import { addDays, dayIn } from '@sherpa/contracts/days'
import { enter, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen } from './screen-checks'
import { expect } from './site'
import { makeTeamWithDeal } from './team-with-deal'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

test('the calendar, deliverables and league days are accessible and responsive, with long names too', async ({
  page,
  request,
}) => {
  const today = dayIn(new Date().toISOString(), 'America/New_York')
  const id = '018f0000-0000-7000-8000-00000000000'
  const title = 'An appearance at the Extraordinarily-Long-Named Charity Tournament'
  const { agent, player, organization } = await makeTeamWithDeal(request, {
    kind: 'nil',
    athlete: ['Maximiliana-Alexandra', 'Featherstonehaugh-Cholmondeley'],
    company: 'The Extraordinarily-Long-Named Sportswear Company',
    terms: {
      startsOn: '2026-01-01',
      endsOn: addDays(today, 100),
      businessPurpose: 'Promotion of the fall line',
      payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
      payments: [
        {
          id: `${id}1`,
          kind: 'base',
          title: 'Retainer of the extraordinarily long season',
          amountMinor: 123_456_789,
          inKind: true,
          schedule: { kind: 'day', day: today },
        },
      ],
      deliverables: [
        { id: `${id}2`, title, platform: null, count: 4, dueOn: today, disclosureTag: '#ad' },
        { id: `${id}3`, title, platform: null, count: 1, dueOn: addDays(today, -1), disclosureTag: null },
      ],
      keyDates: [
        {
          id: `${id}4`,
          kind: 'option',
          title: 'Option to extend the extraordinarily long term',
          effect: 'One more year',
          anchor: { kind: 'leagueEvent', event: 'mlb-world-series-end-2028' },
          offset: { amount: 5, unit: 'days' },
          zone: 'America/New_York',
          reminders: [14],
        },
      ],
    },
  })
  const at = (path: string) => `${PLATFORM}/organizations/${organization}/calendar${path}`
  await enter(page, agent, `/organizations/${organization}/calendar`)
  await expect(page.getByRole('gridcell', { name: /4 deliverables, 1 payment/ })).toBeVisible()
  await expectScreen(page, 'Calendar', { standsFor: 'calendar' })
  for (const [path, name] of [
    [`?month=${today.slice(0, 7)}&day=${today}&next=90&kind=deliverable,payment&athletes=mine`, 'Calendar'],
    ['/deliverables', 'Deliverables'],
    ['/deliverables?state=accepted', 'Deliverables'],
    ['/league-days', 'League days'],
  ] as const) {
    await visit(page, at(path))
    if (path.endsWith('accepted')) await expect(page.getByText('No deliverable matches')).toBeVisible()
    await expectScreen(page, name)
  }
  await page.getByRole('button', { name: 'Edit date: Last day of the World Series, MLB 2028' }).click()
  await page.getByRole('dialog').getByLabel('Date').fill('2028-11-01')
  await expect(page.getByText('1 key date will move')).toBeVisible()
  await expectAccessibleAndResponsive(page)

  await enter(page, player, `/organizations/${organization}/calendar/deliverables`)
  await page
    .getByRole('button', { name: /^Add proof/ })
    .first()
    .click()
  await expectAccessibleAndResponsive(page)
})
