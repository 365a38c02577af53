import type { Page } from '@playwright/test'
import { addDays, dayIn } from '../packages/contracts/src/days'
import { askAs, enter, linkAthlete, linkTo, type Member, makeTeam, newAddress, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen, type Screen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of 404/ })

const today = dayIn(new Date().toISOString(), 'America/New_York')
const longName = 'The Extraordinarily-Long-Named Sportswear Company'

/** An agency with a college athlete, a deal, reports of every day, a license and a notice. */
async function makeAgency(request: Parameters<typeof askAs>[0]) {
  const { owner, organization, members } = await makeTeam(request, { name: 'Jonah Okoye', role: 'athlete' })
  const [player] = members as [Member]
  const ask = <Answer = { id: string }>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const { id: athlete } = await ask('athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    birthDate: '2004-03-03',
    level: 'college',
    stage: 'signed',
  })
  await linkAthlete(athlete, player)
  const { id: company } = await ask('companies', { name: longName, kind: 'brand' })
  const { id: deal } = await ask('deals', {
    athleteId: athlete,
    companyId: company,
    kind: 'nil',
    terms: {
      startsOn: today,
      endsOn: addDays(today, 300),
      businessPurpose: 'Brand ambassador',
      payments: [
        {
          id: '018f0000-0000-7000-8000-000000000001',
          kind: 'base',
          title: 'Fee',
          amountMinor: 120_000,
          inKind: false,
          schedule: { kind: 'day', day: addDays(today, 30) },
        },
      ],
    },
  })
  const { id: report } = await ask('disclosures', { kind: 'nil-go', dealId: deal, countsFrom: addDays(today, -1) })
  const dueDays = [-3, 0, 1, 4, 30]
  for (const days of dueDays) {
    await ask('disclosures', {
      kind: 'other',
      athleteId: athlete,
      title: `Report to the association of high schools in the state, ${days}`,
      authority: longName,
      dueOn: addDays(today, days),
      fields: [{ label: 'Reason', value: null }],
    })
  }
  await ask('agent-notices', {
    athleteId: athlete,
    agent: 'Bartholomew Featherstonehaugh-Cholmondeley',
    agency: longName,
    receivedOn: today,
    contractOn: addDays(today, -1),
    note: null,
  })
  await ask('licenses', { state: 'TX', number: 'TX-20418-000000000000', from: today, until: null, note: null })
  return { owner, organization, athlete, company, deal, report }
}

async function expectScreens(page: Page, organization: string, screens: readonly Screen[]) {
  for (const [path, name, options] of screens) {
    await visit(page, `${PLATFORM}/organizations/${organization}${path}`)
    await expectScreen(page, name, options)
  }
}

test('the empty desk is accessible and responsive', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await enter(page, owner, `/organizations/${organization}/compliance`)
  await expect(page.getByText('Nothing due')).toBeVisible()
  await expectScreen(page, 'Compliance')
})

test('desk and disclosure are accessible and responsive, also with long names', async ({ page, request }) => {
  const { owner, organization, report } = await makeAgency(request)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  await enter(page, owner, `/organizations/${organization}/compliance`)
  await expectScreens(page, organization, [
    ['/compliance?work=closed', 'Compliance'],
    [`/compliance/${report}`, 'NIL Go report', { standsFor: 'report' }],
    ['/compliance/00000000-0000-7000-8000-000000000000', 'Disclosure not found'],
    ['/compliance/forms/nil-go', 'Report fields'],
  ])
  await visit(page, at('/compliance'))
  await page.getByLabel(/^Select NIL Go report/).check()
  await expectAccessibleAndResponsive(page)
  await visit(page, at(`/compliance/${report}`))
  await page.getByRole('button', { name: 'Edit business purpose', exact: true }).click()
  const purpose = page.getByRole('dialog').getByRole('textbox')
  await purpose.fill('Promotes the winter collection to students on Instagram')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Business purpose is vague')).toBeHidden()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('button', { name: 'PDF' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Correct: / }).click()
  await expect(page.getByRole('dialog', { name: 'Correct the clock' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('dialog', { name: 'Withdraw the report' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.keyboard.press('Escape')

  const contact = newAddress('sofia')
  const path = `organizations/${organization}/disclosures/${report}`
  const { version } = await askAs<{ version: number }>(request, owner, 'get', path)
  await askAs(request, owner, 'post', `${path}/attestation`, { version, name: 'Sofia Brandt', email: contact })
  await page.goto(await linkTo(contact, /./))
  await expectScreen(page, /^Your deal with Maximiliana/, { standsFor: 'attestation' })
})

test('rules, licenses, notices and records are accessible and responsive, also with long names', async ({
  page,
  request,
}) => {
  const { owner, organization, athlete, company, deal } = await makeAgency(request)
  await enter(page, owner, `/organizations/${organization}/compliance/rules`)
  await expectScreens(page, organization, [
    ['/compliance/rules', 'Rules'],
    ['/compliance/news', 'Rule changes'],
    ['/compliance/agent-notices', 'Notices to schools'],
    ['/licenses', 'Licenses'],
    [`/deals/${deal}`, /Featherstonehaugh/],
    [`/companies/${company}`, longName],
    [`/athletes/${athlete}`, /Featherstonehaugh/],
    ['/calendar', 'Calendar'],
  ])
})
