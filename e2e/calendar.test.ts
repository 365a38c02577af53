import type { Page } from '@playwright/test'
import { addDays, dayIn } from '@sherpa/contracts/days'
import { askAs, enter, heading, PLATFORM } from './platform'
import { expect, test } from './site'
import { makeTeamWithDeal } from './team-with-deal'

test.use({ viewport: { width: 1280, height: 900 } })

/** In the organization's time zone. */
const dueSoon = (days: number) => addDays(dayIn(new Date().toISOString(), 'America/New_York'), days)
const id = '018f0000-0000-7000-8000-00000000000'

/** Club option 5 days after a future World Series, a bonus and two appearances. */
const terms = {
  startsOn: '2026-01-01',
  endsOn: '2029-12-31',
  businessPurpose: 'Promotion of the club',
  payor: { name: 'Sofia Brandt', title: 'General manager', email: 'sofia@ironclads.example' },
  years: {
    signingBonusMinor: 0,
    years: [
      {
        season: 2028,
        baseMinor: 110_000_000,
        rosterBonusMinor: 0,
        otherBonusMinor: 0,
        guaranteedMinor: 0,
        option: null,
      },
    ],
  },
  payments: [
    {
      id: `${id}1`,
      kind: 'incentive',
      title: 'Award bonus',
      amountMinor: 2_500_000,
      inKind: false,
      schedule: { kind: 'day', day: '2028-11-15' },
    },
  ],
  deliverables: [
    { id: `${id}2`, title: 'Fan day', platform: null, count: 1, dueOn: dueSoon(5), disclosureTag: null },
    { id: `${id}3`, title: 'School visit', platform: null, count: 1, dueOn: dueSoon(-5), disclosureTag: null },
  ],
  keyDates: [
    {
      id: `${id}4`,
      kind: 'option',
      title: 'Club option',
      effect: 'One more year',
      anchor: { kind: 'leagueEvent', event: 'mlb-world-series-end-2028' },
      offset: { amount: 5, unit: 'days' },
      zone: 'America/New_York',
      reminders: [14],
    },
  ],
}

const day = (page: Page, name: RegExp) => page.getByRole('gridcell', { name })
const seriesRow = (page: Page) => page.getByRole('row', { name: /Last day of the World Series.*MLB, 2028/ })

test('shows an option deadline relative to the World Series and moves it when the league date is corrected', async ({
  page,
  request,
  openBeside,
}) => {
  const { agent, owner, organization, deal, athlete, company } = await makeTeamWithDeal(request, {
    kind: 'contract',
    terms,
  })
  const calendar = `/organizations/${organization}/calendar`
  await enter(page, agent, calendar)
  await expect(heading(page, 'Calendar')).toBeVisible()

  // Overdue items come first; the time range can be changed.
  const overdue = page.getByRole('region', { name: 'Overdue' }).getByRole('listitem')
  await expect(overdue).toHaveCount(1)
  await expect(overdue.first()).toContainText('5 days late')
  await expect(overdue.first()).toContainText('School visit')
  const coming = page.getByRole('region', { name: 'Next 14 days' }).getByRole('listitem')
  await expect(coming.first()).toContainText('In 5 days')
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page.getByRole('heading', { name: 'Next 90 days' })).toBeVisible()
  expect(page.url()).toContain('next=90')

  // Arrow keys move between days and months.
  await page.goto(`${PLATFORM}${calendar}?month=2028-10`)
  const grid = page.getByRole('grid', { name: 'October 2028' })
  await grid.getByRole('button', { name: 'October 1, 2028' }).focus()
  for (const key of ['End', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key)
  }
  await expect(page.getByRole('button', { name: 'October 31, 2028' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('grid', { name: 'November 2028' })).toBeVisible()
  await expect(page).toHaveURL(/month=2028-11/)
  await expect(page.getByRole('button', { name: 'November 2, 2028: 1 key date' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(day(page, /November 2, 2028/).getByRole('link')).toBeFocused()
  await page.getByRole('button', { name: 'November 2, 2028: 1 key date' }).click()
  const ofDay = page.getByRole('region', { name: 'November 2, 2028' })
  await expect(ofDay).toContainText('5 days after the last day of the World Series (MLB, 2028)')
  await expect(ofDay).toContainText('expected, not final')

  // A colleague has the same month open.
  const beside = await openBeside({ viewport: { width: 1280, height: 900 } })
  await enter(beside, owner, `${calendar}?month=2028-11`)
  await expect(day(beside, /November 2, 2028: 1 key date/)).toBeVisible()

  // Correcting the league date lists moved key dates before and after saving.
  await page.getByRole('navigation', { name: 'Calendar' }).getByRole('link', { name: 'League days' }).click()
  await expect(seriesRow(page)).toContainText('Oct 28, 2028')
  await expect(seriesRow(page)).not.toContainText(/Final|Corrected/)
  await seriesRow(page)
    .getByRole('button', { name: /^Edit date/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill('2028-10-31')
  await expect(dialog).toContainText('1 key date will move')
  await expect(dialog.locator('del')).toHaveText('Nov 2, 2028')
  await expect(dialog.locator('ins')).toHaveText('Nov 5, 2028')
  await dialog.getByRole('button', { name: 'Save date' }).click()
  await expect(page.getByText('Changed to Oct 31, 2028. 1 key date moved.')).toBeVisible()
  await expect(seriesRow(page)).toContainText('Corrected')
  await expect(seriesRow(page)).toContainText('Amara Cole')

  // It moves in the colleague's calendar and on the deal, with the reason.
  await expect(day(beside, /November 5, 2028: 1 key date/)).toBeVisible()
  await expect(day(beside, /November 2, 2028: 1 key date/)).toBeHidden()
  await beside.getByRole('button', { name: 'November 5, 2028: 1 key date' }).click()
  const why = 'Moved from Nov 2, 2028: the league date was corrected.'
  await expect(beside.getByRole('region', { name: 'November 5, 2028' })).toContainText(why)
  await day(beside, /November 5, 2028/)
    .getByRole('link')
    .click()
  await expect(beside).toHaveURL(new RegExp(`/deals/${deal}$`))
  await expect(beside.getByText(why)).toBeVisible()
  await expect(beside.getByText('Nov 5, 2028').first()).toBeVisible()

  // Drafts use the corrected day, too.
  const draft = await askAs<{ id: string }>(request, agent, 'post', `organizations/${organization}/deals`, {
    athleteId: athlete,
    companyId: company,
    kind: 'contract',
    terms: { keyDates: terms.keyDates },
  })
  await beside.goto(`${PLATFORM}/organizations/${organization}/deals/${draft.id}`)
  await expect(beside.getByRole('region', { name: 'Key dates' })).toContainText('Nov 5, 2028')

  // A correction can be removed.
  await seriesRow(page)
    .getByRole('button', { name: /^Remove correction/ })
    .click()
  await expect(dialog.locator('ins')).toHaveText('Nov 2, 2028')
  await dialog.getByRole('button', { name: 'Remove correction' }).click()
  await expect(page.getByText('Correction removed. 1 key date moved.')).toBeVisible()
  await expect(seriesRow(page)).toContainText('Oct 28, 2028')
  await expect(seriesRow(page)).not.toContainText(/Final|Corrected/)
})

test('shows payments only with money.view, and athletes submit proof from their own list', async ({
  page,
  request,
  openBeside,
}) => {
  const { agent, assistant, player, organization } = await makeTeamWithDeal(request, { kind: 'contract', terms })
  const calendar = `/organizations/${organization}/calendar`
  await enter(page, agent, `${calendar}?month=2028-11`)
  await expect(day(page, /November 15, 2028: 1 payment/)).toBeVisible()
  await page.getByRole('button', { name: 'Kind' }).click()
  await page.getByRole('checkbox', { name: 'Key date' }).check()
  await expect(day(page, /November 15, 2028: 1 payment/)).toBeHidden()
  await expect(day(page, /November 2, 2028: 1 key date/)).toBeVisible()

  const ofAssistant = await openBeside({ viewport: { width: 1280, height: 900 } })
  await enter(ofAssistant, assistant, `${calendar}?month=2028-11`)
  await expect(day(ofAssistant, /November 2, 2028: 1 key date/)).toBeVisible()
  await expect(day(ofAssistant, /November 15, 2028/)).toHaveText('15')
  await expect(ofAssistant.getByText('Payment')).toBeHidden()
  await ofAssistant.goto(`${PLATFORM}${calendar}/league-days`)
  await expect(seriesRow(ofAssistant)).toBeVisible()
  await expect(ofAssistant.getByRole('button', { name: /^Edit date/ })).toBeHidden()

  // Phones show marks in the month and the selected day below.
  const ofAthlete = await openBeside({ viewport: { width: 360, height: 740 } })
  await enter(ofAthlete, player, `${calendar}?month=2028-11`)
  await ofAthlete.getByRole('button', { name: 'November 15, 2028: 1 payment' }).click()
  await expect(ofAthlete.getByRole('region', { name: 'November 15, 2028' })).toContainText('Payment, $25,000')
  await ofAthlete.getByRole('button', { name: 'Month' }).click()
  await ofAthlete.getByRole('navigation', { name: 'Calendar' }).getByRole('link', { name: 'Deliverables' }).click()
  await expect(heading(ofAthlete, 'Deliverables')).toBeAttached()
  const rows = ofAthlete.getByRole('row')
  await expect(rows.filter({ hasText: 'School visit' })).toContainText('5 days late')
  await ofAthlete.getByRole('button', { name: 'Add proof of School visit' }).click()
  await ofAthlete.getByRole('radio', { name: /^Link/ }).check()
  await ofAthlete.getByRole('textbox', { name: 'Link' }).fill('https://social.example/p/1')
  await ofAthlete.getByRole('button', { name: 'Submit proof' }).click()
  await expect(rows.filter({ hasText: 'School visit' })).toContainText('Proof submitted')
  await ofAthlete.getByRole('link', { name: 'School visit' }).click()
  await expect(heading(ofAthlete, 'Dejan Petrov × Duluth Ironclads')).toBeVisible()
})
