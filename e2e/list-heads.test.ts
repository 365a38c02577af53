import type { Page } from '@playwright/test'
import { addDays, dayIn } from '../packages/contracts/src/days'
import { askAs, bookReceipt, enter, PLATFORM, test } from './platform'
import { expect } from './site'
import { makeTeamWithDeal } from './team-with-deal'

/** On phones, data starts here at the latest. */
const FIRST_DATA_PX = 170
const today = dayIn(new Date().toISOString(), 'America/New_York')

const payment = (number: number, title: string, from: string) => ({
  id: `0193a1b2-0000-7000-8000-00000000000${number}`,
  kind: 'base',
  title,
  amountMinor: 400_000,
  inKind: false,
  schedule: { kind: 'repeated', every: 'month', from, times: 1, amountIs: 'total' },
})
const terms = {
  startsOn: addDays(today, -200),
  endsOn: addDays(today, 200),
  businessPurpose: 'Fall campaign',
  payments: [
    payment(1, 'Signing payment', addDays(today, -100)),
    payment(2, 'Fall payment', addDays(today, -12)),
    payment(3, 'Winter payment', addDays(today, 30)),
  ],
  deliverables: [
    {
      id: '0193a1b2-0000-7000-8000-000000000004',
      title: 'Campus event',
      platform: null,
      count: 1,
      dueOn: addDays(today, 5),
      disclosureTag: null,
    },
  ],
}

const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top)

test('on a phone, every list shows data near the top, below one row of actions and one of search', async ({
  page,
  request,
}) => {
  const { owner, organization } = await makeTeamWithDeal(request, { kind: 'nil', terms })
  const ask = <Answer>(method: 'get' | 'post', path: string, data?: object) =>
    askAs<Answer>(request, owner, method, `organizations/${organization}/${path}`, data)
  const { rows } = await ask<{ rows: { id: string }[] }>('get', 'payments')
  await bookReceipt(request, owner, organization, { paymentId: rows[0]?.id ?? '', amountMinor: 400_000 })
  const expense = { currency: 'USD', amountMinor: 4200, athleteId: null, dealId: null, recoupRate: null, note: null }
  await ask('post', 'finances/expenses', {
    ...expense,
    spentOn: today,
    category: 'meals',
    vendor: 'Diner',
    paidBy: 'colleague',
  })
  await ask('post', 'tasks', { title: 'Call the club', about: null, day: today })

  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, owner, `/organizations/${organization}/athletes`)
  for (const [path, selector] of [
    ['athletes', 'tr[data-row]'],
    ['companies', 'tr[data-row]'],
    ['deals', 'tr[data-row]'],
    ['tasks', 'tr[data-row]'],
    ['calendar/deliverables', 'tr[data-row]'],
    ['finances/payments', 'tr[data-row]'],
    ['finances/receipts', 'tr[data-row]'],
    ['finances/expenses', 'tr[data-row]'],
    ['finances/payables', 'tr[data-row]'],
    ['finances/fees', 'main section'],
  ] as const) {
    await page.goto(`${PLATFORM}/organizations/${organization}/${path}`)
    await expect(page.locator(selector).first()).toBeVisible()
    await expect.poll(() => topOf(page, selector), path).toBeLessThanOrEqual(FIRST_DATA_PX)
  }

  await test.step('a filter is chosen by its icon, which counts it', async () => {
    await page.goto(`${PLATFORM}/organizations/${organization}/companies`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Kind', exact: true }).click()
    await page.getByLabel('Brand').check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Filter, 1 active' })).toBeVisible()
    await expect(page.getByText('1 found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
  })

  await test.step('tasks are added below the head', async () => {
    await page.goto(`${PLATFORM}/organizations/${organization}/tasks`)
    await page.getByRole('button', { name: 'Add task' }).click()
    await expect(page.getByLabel('New task')).toBeFocused()
    await page.getByRole('link', { name: 'Done' }).click()
    await expect(page.getByText('No completed tasks')).toBeVisible()
  })
})
