import { addDays, dayIn } from '@sherpa/contracts/days'
import { askAs, enter, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'
import { makeTeamWithDeal } from './team-with-deal'

test.use({ viewport: { width: 1280, height: 900 } })

const inDays = (days: number) => addDays(dayIn(new Date().toISOString(), 'America/New_York'), days)
const payment = (title: string, day: string, amountMinor: number) => ({
  id: crypto.randomUUID(),
  kind: 'base',
  title,
  amountMinor,
  inKind: false,
  schedule: { kind: 'day', day },
})
const season = (year: number, guaranteedMinor: number) => ({
  season: year,
  baseMinor: 85_000_000,
  rosterBonusMinor: 0,
  otherBonusMinor: 0,
  guaranteedMinor,
  option: null,
})
const terms = {
  startsOn: inDays(-40),
  endsOn: inDays(700),
  payments: [payment('Retainer, fall', inDays(-20), 1_200_000), payment('Retainer, spring', inDays(120), 1_800_000)],
  years: { signingBonusMinor: 0, years: [season(2026, 30_000_000), season(2027, 0)] },
  deliverables: [
    { id: crypto.randomUUID(), title: 'Photo shoot', platform: null, count: 2, dueOn: inDays(60), disclosureTag: null },
  ],
}

test('an amendment changes nothing before it is signed, and is discarded without a trace', async ({
  page,
  request,
}) => {
  const { agent, organization, deal } = await makeTeamWithDeal(request, { kind: 'contract', terms })
  const address = `organizations/${organization}/deals/${deal}`
  const { version } = await askAs<{ version: number }>(request, agent, 'get', address, undefined)
  await askAs(request, agent, 'patch', address, { version, changes: { title: 'Three more years' } })
  await enter(page, agent, `/${address}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dejan Petrov × Duluth Ironclads' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Version 2 is a draft' })).toBeVisible()
  await expect(page.getByText('Version 1 applies until all parties have signed version 2.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 is in force' })).toBeVisible()
  await expect(page.getByText('Version 2 was withdrawn.')).toBeVisible()
  // Only the comparison of versions still knows it.
  await expect(page.getByRole('main').getByText('Three more years')).toHaveCount(1)
  await expect(page.locator('ins', { hasText: 'Three more years' })).toBeVisible()
})

test('terminating a deal shows unpaid amounts and asks which stay owed', async ({ page, request }) => {
  const { agent, organization, deal } = await makeTeamWithDeal(request, { kind: 'contract', terms })
  await enter(page, agent, `/organizations/${organization}/deals/${deal}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Terminate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terminate this deal?' })
  await expect(dialog.getByLabel(/^Retainer, fall/)).toHaveValue('12000.00')
  await expect(dialog.getByLabel(/^Retainer, spring/)).toHaveValue('0.00')
  await expect(dialog.getByLabel(/^2026 base/)).toHaveValue('300000.00')
  await expect(dialog.getByLabel(/^2027 base/)).toHaveValue('0.00')
  await expect(dialog).toContainText('2 deliverables and 1 key date after that day are canceled.')
  await expect(dialog.getByRole('group', { name: 'Who is told' })).toContainText('Dejan Petrov (athlete)')
  await expectAccessibleAndResponsive(page)
  await dialog.getByLabel(/^Retainer, spring/).fill('1e9')
  await dialog.getByRole('button', { name: 'Terminate deal' }).click()
  await expect(dialog).toContainText('Enter an amount in USD, such as 1,200.50')
  await dialog.getByLabel(/^Retainer, spring/).fill('9,000')
  await dialog.getByLabel('Reason').fill('Mutual agreement')
  await dialog.getByRole('button', { name: 'Terminate deal' }).click()
  await expect(page.getByRole('heading', { name: /^Terminated / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('“Mutual agreement” Amara Cole')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Retainer, spring: $9,000.00 owed (changed manually)')
  await expect(timeline).toContainText('2027 base: canceled')
  const spring = page.getByRole('row', { name: /Retainer, spring/ })
  await expect(spring).toContainText('$9,000')
  await expect(page.getByText('In force')).toHaveCount(0)
})
