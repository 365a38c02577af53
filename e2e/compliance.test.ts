import type { APIRequestContext, Page } from '@playwright/test'
import { askAs, assumeSecondFactor, enter, heading, type Member, makeTeam, PLATFORM, test } from './platform'
import { expect } from './site'

// 409 for an approval that a rule blocks.
test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: /responded with a status of 409/ })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Agency with a college athlete and a draft deal with a bookmaker. */
async function makeBettingDeal(request: APIRequestContext) {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Lin Zhao', role: 'compliance' },
  )
  const [agent, compliance] = members as [Member, Member]
  await assumeSecondFactor(owner)
  const ask = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask('athletes', {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate: '2004-03-03',
    level: 'college',
    stage: 'signed',
    school: 'Lakemont University',
  })
  const company = await ask('companies', { name: 'Oddsline', kind: 'brand', category: 'betting' })
  const terms = {
    startsOn: '2026-12-01',
    endsOn: '2027-05-31',
    category: 'betting',
    businessPurpose: 'Promotion of the app',
    payments: [
      {
        id: crypto.randomUUID(),
        kind: 'base',
        title: 'Fee',
        amountMinor: 120_000,
        inKind: false,
        schedule: { kind: 'signing', offset: { amount: 0, unit: 'days' } },
      },
    ],
  }
  const deal = await ask('deals', { athleteId: athlete.id, companyId: company.id, kind: 'nil', terms })
  return { agent, compliance, organization, athlete: athlete.id, deal: deal.id }
}

test('a blocked deal is submitted with a warning, and approved once an approver has answered the rule', async ({
  page,
  request,
  openBeside,
}) => {
  const { agent, compliance, organization, deal } = await makeBettingDeal(request)
  const path = `/organizations/${organization}/deals/${deal}`
  await enter(page, agent, path)
  const rules = page.getByRole('region', { name: 'Rules' })
  await expect(rules).toContainText('Checked again when you submit it.')
  await expect(rules).toContainText('College athletes may not endorse betting.')
  await expect(rules).toContainText('Information, not legal advice.')
  await button(page, 'Submit for approval').click()
  await expect(dialog(page)).toContainText('An approver has to answer a rule with a reason before approving it.')
  await dialog(page).getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('Submitted.')).toBeVisible()
  await expect(rules).not.toContainText('Preview')
  await expect(button(page, 'Answer with a reason…')).toHaveCount(0)

  const officer = await openBeside({ viewport: { width: 1280, height: 900 } })
  await enter(officer, compliance, path)
  await button(officer, 'Approve').click()
  // The dialog names the rule and leads to the answer, instead of an approval that would be refused.
  await expect(dialog(officer)).toContainText('A rule blocks approval. Answer it with a reason first')
  await expect(dialog(officer)).toContainText('College athletes may not endorse betting.')
  await expect(dialog(officer).getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  await dialog(officer).getByRole('link', { name: 'Answer with a reason…' }).click()
  await expect(dialog(officer)).toContainText('Answer “Barred product category”?')
  await dialog(officer).getByLabel('Reason').fill('The bookmaker sponsors a charity run only.')
  await dialog(officer).getByRole('button', { name: 'Save answer' }).click()
  await expect(officer.getByRole('region', { name: 'Rules' })).toContainText('Blocked, answered')
  await expect(officer.getByRole('region', { name: 'Rules' })).toContainText('sponsors a charity run only')
  await button(officer, 'Approve').click()
  await dialog(officer).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(officer.getByText('Version approved.')).toBeVisible()

  await officer.getByRole('link', { name: 'All rules' }).click()
  await expect(heading(officer, 'Rules')).toBeVisible()
  await expect(officer.getByRole('region', { name: 'Overridden rules' })).toContainText('sponsors a charity run only')
  const rule = officer.getByRole('listitem').filter({ hasText: 'Barred product category' }).first()
  await rule.getByText('Barred product category').first().click()
  await expect(rule.getByText('Version 4')).toBeVisible()
})

test('a missing fact is entered where the rule links to, and the deal is judged again', async ({ page, request }) => {
  const { agent, organization, deal } = await makeBettingDeal(request)
  await enter(page, agent, `/organizations/${organization}/deals/${deal}`)
  await page
    .getByRole('link', { name: /the athlete’s division/ })
    .first()
    .click()
  const panel = page.getByRole('region', { name: 'Compliance' })
  await panel.getByRole('button', { name: 'Add Division' }).click()
  await panel.getByRole('combobox', { name: 'Division' }).selectOption('NCAA Division I')
  // The list of divisions has the text, too.
  await expect(panel.getByRole('combobox')).toHaveCount(0)
  await expect(panel).toContainText('NCAA Division I')
  await panel.getByRole('button', { name: 'Add School' }).click()
  await panel.getByRole('button', { name: 'Add Lakemont University' }).click()
  await panel.getByRole('link', { name: 'Lakemont University' }).click()
  await panel.getByRole('button', { name: 'Add State' }).click()
  await panel.getByRole('combobox', { name: 'State' }).selectOption('Ohio')
  await expect(panel.getByRole('combobox')).toHaveCount(0)
  await expect(panel).toContainText('Ohio')
  await page.goto(`${PLATFORM}/organizations/${organization}/deals/${deal}`)
  const rules = page.getByRole('region', { name: 'Rules' })
  await expect(rules).toContainText('College athletes may not endorse betting.')
  await expect(rules.getByRole('link', { name: /the athlete’s division/ })).toHaveCount(0)
})
