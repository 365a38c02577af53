import type { Page } from '@playwright/test'
import { askAs, enter, heading, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect, expectAccessible } from './site'
import { makeTeamWithDeal } from './team-with-deal'

const terms = {
  startsOn: '2026-08-01',
  endsOn: '2027-07-31',
  businessPurpose: 'Fall campaign',
  payments: [
    {
      id: '0193a1b2-0000-7000-8000-000000000001',
      kind: 'base',
      title: 'Retainer',
      amountMinor: 4_800_000,
      inKind: false,
      schedule: { kind: 'day', day: '2026-12-01' },
    },
  ],
}

const results = (page: Page) => page.getByRole('listbox', { name: 'Results' })
const option = (page: Page, name: string | RegExp) => results(page).getByRole('option', { name })

async function search(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search, jump or ask' })
  await expect(field).toBeFocused()
  await field.fill(text)
  await expect(results(page).getByRole('option', { selected: true })).toContainText(new RegExp(text, 'i'))
}

test('results show state and amount by permission, and the best match offers actions', async ({ page, request }) => {
  const team = await makeTeamWithDeal(request, { kind: 'nil', terms, company: 'Halden Sportswear' })
  const { owner, agent, assistant, organization, athlete, deal, company } = team
  const contact = { name: 'Sofia Brandt', title: 'Partnerships', email: null, phone: null }
  await askAs(request, owner, 'post', `organizations/${organization}/companies/${company}/contacts`, contact)
  await enter(page, agent, `/organizations/${organization}`)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()

  await test.step('an athlete has a stage; a new deal starts with them', async () => {
    await search(page, 'petrov')
    await expect(option(page, /^Dejan Petrov .*Signed$/)).toBeVisible()
    await expect(option(page, /Dejan Petrov × Halden Sportswear.*\$48,000.*(Signed|Active)/)).toBeVisible()
    await expect(option(page, 'Log a call with Dejan Petrov')).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await page.getByRole('button', { name: 'Deals 1' }).click()
    await expect(results(page).getByRole('option')).toHaveCount(1)
    await page.getByRole('button', { name: 'Everything' }).click()
    await option(page, 'New deal for Dejan Petrov').click()
    await expect(page.getByRole('dialog', { name: 'New deal for Dejan Petrov' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New deal' }).click()
    await expect(
      page.getByRole('dialog', { name: /^New deal$/ }).getByRole('combobox', { name: 'Athlete' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('contacts of companies are found, and lead to the company', async () => {
    await search(page, 'sofia')
    await expect(option(page, 'Log a call with Halden Sportswear')).toBeVisible()
    await option(page, /Sofia Brandt.*Partnerships, Halden Sportswear/).click()
    await expect(page).toHaveURL(`${PLATFORM}/organizations/${organization}/companies/${company}`)
  })

  await test.step('Ctrl-Enter opens a record beside its list', async () => {
    await search(page, 'petrov')
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(`${PLATFORM}/organizations/${organization}/athletes?open=${athlete}`)
  })

  await test.step('a payment is recorded for the deal found', async () => {
    await enter(page, owner, `/organizations/${organization}/deals/${deal}`)
    await expect(heading(page, 'Dejan Petrov × Halden Sportswear')).toBeVisible()
    await search(page, 'dejan petrov × halden')
    await option(page, 'Record payment for Dejan Petrov × Halden Sportswear').click()
    await expect(page.getByRole('dialog', { name: 'Record payment' })).toContainText('Retainer')
    await page.keyboard.press('Escape')
  })

  await test.step('without money.view no amount, and no action that is not permitted', async () => {
    await enter(page, assistant, `/organizations/${organization}`)
    await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
    await search(page, 'petrov')
    await expect(option(page, /Dejan Petrov × Halden Sportswear.*(Signed|Active)/)).toBeVisible()
    await expect(results(page)).not.toContainText('$')
    await expect(option(page, /^New deal for/)).toHaveCount(0)
  })
})

test('keys go, create and list themselves, and can be switched off', async ({ page, request }) => {
  const { owner, organization } = await makeTeamWithDeal(request, { kind: 'nil', terms })
  await enter(page, owner, `/organizations/${organization}`)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.keyboard.press('g')
  await expect(page.getByText('Go to')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('d')
  await expect(heading(page, 'Deals')).toBeFocused()
  await expect(page.getByText('Go to')).toHaveCount(0)

  await page.keyboard.press('c')
  await expect(page.getByRole('link', { name: /^New task/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeFocused()

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await keys.getByRole('checkbox').uncheck()
  await keys.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('c')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await keys.getByRole('checkbox').check()
  await keys.getByRole('button', { name: 'Close' }).click()

  // Letters typed in a field are text.
  await page.getByRole('searchbox', { name: 'Search deals' }).fill('gc?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
