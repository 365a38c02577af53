import type { AccountingSettings } from '@sherpa/contracts/accounting-settings'
import { png } from '../apps/server/test/sample-files'
import { askAs, enter, heading, type Member, makeSignedDeal, makeTeam, PLATFORM } from './platform'
import { expect, test } from './site'

const phone = { width: 360, height: 780 }
// A partly reimbursed expense cannot be reversed.
test.use({ viewport: phone, hasTouch: true, isMobile: true, expectedErrors: /responded with a status of 409/ })

test('photographs an expense on a phone, approves it as owner and recoups it from a receipt', async ({
  page,
  request,
  openBeside,
}) => {
  const { owner, organization, members } = await makeTeam(request, { name: 'Amara Cole', role: 'agent' })
  const [agent] = members as [Member]
  const ask = <Answer>(method: 'get' | 'post' | 'put', path: string, data?: object) =>
    askAs<Answer>(request, owner, method, `organizations/${organization}/${path}`, data)
  const {
    currency: _,
    closedThrough: __,
    lastMonth: ___,
    ...books
  } = await ask<AccountingSettings>('get', 'finances/accounting')
  await ask('put', 'finances/accounting', { ...books, expenseLimitMinor: 20_000 })
  const athlete = await ask<{ id: string }>('post', 'athletes', {
    givenName: 'Jonah',
    familyName: 'Okoye',
    level: 'pro',
    stage: 'signed',
  })
  const company = await ask<{ id: string }>('post', 'companies', { name: 'Halden Sportswear', kind: 'brand' })
  const { deal } = await makeSignedDeal({ organization, athlete: athlete.id, company: company.id, title: 'Fall line' })

  const beside = await openBeside({ viewport: { width: 1280, height: 900 } })
  await enter(beside, owner, `/organizations/${organization}`)
  await expect(heading(beside, 'Ridgeline Sports')).toBeVisible()

  await enter(page, agent, `/organizations/${organization}/finances/expenses`)
  await page.getByRole('button', { name: 'Add expense', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add expense' })
  await form.getByRole('button', { name: 'Add expense' }).click()
  await expect(form.getByText('Enter an amount', { exact: true })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Take photo' })).toBeVisible()
  await form
    .getByLabel('Photo of the receipt')
    .setInputFiles({ name: 'Ticket.png', mimeType: 'image/png', buffer: png })
  await expect(form.getByText('Ticket.png')).toBeVisible()
  await form.getByLabel('Amount').fill('300')
  await form.getByLabel('Vendor').fill('Cascade Air')
  await form.getByLabel('Date').fill('2026-03-09')
  await form.getByLabel('Category').selectOption({ label: 'Travel' })
  const field = form.getByRole('combobox', { name: 'Athlete' })
  await field.fill('Jonah')
  await form.getByRole('option', { name: /^Jonah/ }).click()
  await form.getByLabel('Recoup from Jonah Okoye’s payments').check()
  await form.getByLabel('Share of each payment (%)').fill('25')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  await form.getByRole('button', { name: 'Add expense' }).click()
  await expect(page.getByText('Expense added. It needs approval from a colleague.')).toBeVisible()
  await expect(heading(page, 'Cascade Air')).toBeVisible()
  await expect(page.getByText('Needs approval', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).not.toBeAttached()
  await page.getByRole('button', { name: 'Show Ticket.png' }).click()
  const picture = page.getByRole('img', { name: 'Receipt from Cascade Air' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1)
  await page.keyboard.press('Escape')

  // Appears live on the owner's Home.
  await beside.getByRole('link', { name: 'Review: Cascade Air' }).click()
  await expect(heading(beside, 'Cascade Air')).toBeVisible()
  await beside.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(beside.getByText('Expense approved.')).toBeVisible()

  await expect(page.getByText('$0 of $300, 25% of each payment')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'by Olive Owner' })).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Olive Owner approved your expense')).toBeVisible()
  await page.keyboard.press('Escape')

  await ask('post', 'finances/receipts', {
    receivedOn: '2026-03-09',
    payer: 'Halden Sportswear',
    companyId: null,
    reference: null,
    currency: 'USD',
    amountMinor: 80_000,
    note: null,
    allocations: [{ dealId: deal, amountMinor: 80_000 }],
    bankLineId: null,
  })
  await expect(page.getByText('$200 of $300, 25% of each payment')).toBeVisible()
  await page.getByRole('button', { name: 'Reverse', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Reverse Cascade Air/ })
  await question.getByLabel('Reason').fill('Added twice')
  await question.getByRole('button', { name: 'Reverse' }).click()
  await expect(question.getByText(/partly recouped or reimbursed/)).toBeVisible()

  // Payables update live when a colleague is reimbursed.
  const taxi = await ask<{ id: string }>('post', 'finances/expenses', {
    ...{ spentOn: '2026-03-09', category: 'travel', vendor: 'City Cabs', currency: 'USD', amountMinor: 4000 },
    ...{ athleteId: null, dealId: null, paidBy: 'colleague', recoupRate: null, note: null },
  })
  await beside.goto(`${PLATFORM}/organizations/${organization}/finances/payables`)
  const owed = beside.getByRole('row', { name: /City Cabs/ })
  await expect(owed).toContainText('Due')
  const paid = { paidOn: '2026-03-10', paymentId: null, expenseId: taxi.id, amountMinor: 4000, reference: null }
  await ask('post', 'finances/payouts', paid)
  await expect(owed).toContainText('Paid')

  await page.goto(`${PLATFORM}/organizations/${organization}/finances/expenses`)
  await expect(page.getByRole('link', { name: 'Cascade Air' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
})
