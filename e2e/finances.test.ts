import { monthly } from '../apps/server/test/signed-deal'
import { askAs, bookReceipt, enter, heading, makeAccount, makeOrganization, makeSignedDeal, PLATFORM } from './platform'
import { expect, test } from './site'

test('a payment recorded elsewhere updates overview and deal live, and its figure links to the entry', async ({
  page,
  request,
  openBeside,
}) => {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner)
  const add = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await add('athletes', { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' })
  const company = await add('companies', { name: 'Halden Sportswear', kind: 'brand' })
  const { deal, payments } = await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: company.id,
    terms: { payments: [monthly(500_000, { from: '2026-01-01', times: 3 })], fee: { rateMillionths: 150_000 } },
  })
  const record = await openBeside()
  await enter(record, owner, `/organizations/${organization}/deals/${deal}`)
  await expect(record.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await enter(page, owner, `/organizations/${organization}/finances`)
  await expect(heading(page, 'Finances')).toBeVisible()
  const received = page.getByRole('listitem').filter({ hasText: /^Received/ })
  const late = page.getByRole('listitem').filter({ hasText: /^Overdue/ })
  await expect(late).toContainText('$15,000')
  await expect(received.first()).toContainText('$0')

  await bookReceipt(request, owner, organization, { paymentId: payments[0] ?? '', amountMinor: 400_000 })
  await expect(received.first()).toContainText('$4,000')
  await expect(late).toContainText('$11,000')
  await expect(page.getByText('15% of money received')).toBeVisible()
  await expect(record.getByRole('link', { name: '$4,000' })).toBeVisible()
  await expect(record.getByRole('link', { name: '$600' })).toBeVisible()
  const first = record.getByRole('row', { name: /Retainer Payment 1 of/ })
  await expect(first).toContainText(/days late\$4,000\$5,000/)

  await received.first().getByRole('link', { name: '$4,000' }).click()
  await expect(page.getByText('Total of these entries $4,000.00 debit')).toBeVisible()
  await expect(page.getByRole('row', { name: /Receipt, Halden Sportswear/ })).toHaveCount(1)

  // Closing asks before discarding input, and the dialog does not reopen after a reload.
  await page.goto(`${PLATFORM}/organizations/${organization}/finances/receipts#book`)
  const booking = page.getByRole('dialog', { name: 'Record payment' })
  await booking.getByLabel('Amount').fill('12')
  await page.keyboard.press('Escape')
  await booking.getByRole('button', { name: 'Discard' }).click()
  await expect(booking).toBeHidden()
  await page.reload()
  await page.getByRole('link', { name: 'Halden Sportswear' }).click()
  await expect(booking).toBeHidden()

  const panel = page.getByRole('complementary', { name: 'Receipt' })
  await panel.getByRole('button', { name: 'Reverse receipt' }).click()
  await panel.getByLabel('Reason').fill('Booked twice')
  await panel.getByRole('dialog').getByRole('button', { name: 'Reverse receipt' }).click()
  await expect(panel.getByText('Reason: Booked twice')).toBeVisible()
  await expect(first).toContainText(/days late\$5,000/)
})
