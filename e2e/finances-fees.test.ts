import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { readPdf } from '../apps/server/test/pdf-text'
import { monthly } from '../apps/server/test/signed-deal'
import {
  askAs,
  enter,
  heading,
  linkAthlete,
  type Member,
  mailTo,
  makeSignedDeal,
  makeTeam,
  newAddress,
  PLATFORM,
  test,
} from './platform'
import { expect } from './site'

test.use({ viewport: { width: 1280, height: 900 } })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Agency with a fee of $600 on a receipt of $4,000, for an athlete with an account. */
async function makeAgency(request: APIRequestContext) {
  const { owner, organization, members } = await makeTeam(request, { name: 'Jonah Okoye', role: 'athlete' })
  const [player] = members as [Member]
  const email = newAddress('jonah')
  const ask = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const facts = { birthDate: '2001-03-03', level: 'pro', stage: 'signed', email }
  const athlete = await ask('athletes', { givenName: 'Jonah', familyName: 'Okoye', ...facts })
  await linkAthlete(athlete.id, player)
  const company = await ask('companies', { name: 'Halden Sportswear', kind: 'brand', category: 'apparel' })
  const { deal } = await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: company.id,
    terms: { payments: [monthly(400_000)], fee: { rateMillionths: 150_000 } },
  })
  await bookReceipt(request, owner, { organization, deal, amountMinor: 400_000 })
  return { owner, player, organization, deal, email }
}

async function bookReceipt(
  request: APIRequestContext,
  owner: Member,
  { organization, deal, amountMinor }: { organization: string; deal: string; amountMinor: number },
) {
  await askAs(request, owner, 'post', `organizations/${organization}/finances/receipts`, {
    receivedOn: '2026-11-03',
    payer: 'Halden Sportswear',
    companyId: null,
    reference: randomUUID(),
    currency: 'USD',
    amountMinor,
    note: null,
    allocations: [{ dealId: deal, amountMinor }],
    bankLineId: null,
  })
}

const total = (page: Page, row: RegExp) => page.getByRole('row', { name: row })

test('invoices a fee, sends it and records its payment; agency and athlete see the same statement', async ({
  page,
  request,
  openBeside,
}) => {
  const { owner, player, organization, deal, email } = await makeAgency(request)
  await enter(page, owner, `/organizations/${organization}/finances/fees`)
  await expect(page.getByRole('region', { name: 'Not invoiced yet' })).toContainText('$600')
  await button(page, /^Invoice Jonah Okoye/).click()
  await expect(dialog(page)).toContainText('Halden Sportswear × Fall line$600.00')
  await expect(dialog(page)).toContainText('Fee 15% on $4,000.00 received Nov 3, 2026')
  await button(page, 'Issue invoice for $600.00').click()
  await expect(page.getByText('All fees are invoiced.')).toBeVisible()
  const record = page.getByRole('complementary', { name: 'Invoice' })
  await expect(record.getByRole('heading', { name: 'Invoice F-0001' })).toBeVisible()

  // Sent to the athlete after confirmation.
  await button(page, 'Send by email').click()
  await expect(dialog(page).getByLabel('Send to')).toHaveValue(email)
  await button(page, 'Send invoice').click()
  await expect(record.getByText(`to ${email}`)).toBeVisible()
  const mail = await mailTo(email, /^Invoice F-0001 from Ridgeline Sports$/)
  const paper = Buffer.from(mail.attachments[0]?.content as ArrayBuffer)
  expect(readPdf(paper).lines).toContain('Total\t$600.00')

  // An overpayment is refused; a partial payment is recorded and reversed.
  await button(page, 'Record payment').click()
  await dialog(page).getByLabel('Amount (USD)').fill('250')
  await dialog(page).getByRole('button', { name: 'Record payment' }).click()
  await expect(record.getByText('$350.00')).toBeVisible()
  await button(page, /^Reverse/).click()
  await dialog(page).getByLabel('Reason').fill('The check bounced')
  await button(page, 'Reverse payment').click()
  await expect(record.getByText('reversed: The check bounced')).toBeVisible()

  // A bank import matches the payment, which is confirmed.
  const invoices = await askAs<{ rows: { issuedOn: string }[] }>(
    request,
    owner,
    'get',
    `organizations/${organization}/finances/fee-invoices`,
  )
  const csv = `Date,Payer,Reference,Amount\n${invoices.rows[0]?.issuedOn},J OKOYE,Fee F-0001,600.00\n`
  await page.goto(`${PLATFORM}/organizations/${organization}/finances/receipts/bank`)
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('Import bank file').setInputFiles(file)
  await button(page, 'Import').click()
  await expect(page.getByText('Pays invoice F-0001, Jonah Okoye')).toBeVisible()
  await button(page, /^Confirm: J OKOYE/).click()
  await expect(page.getByText('$600 from J OKOYE recorded.')).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}/finances/receipts/bank?state=booked`)
  await page.getByRole('link', { name: 'Invoice F-0001' }).click()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}/finances/fees`)
  await page.getByRole('link', { name: 'F-0001' }).click()
  await expect(page.getByRole('region', { name: 'Fees in USD' })).toContainText(/Open\s*\$0/)

  // Statement on screen and as PDF.
  await record.getByRole('link', { name: 'Jonah Okoye' }).click()
  await expect(page.getByRole('combobox', { name: 'Athlete' })).toHaveValue('Jonah Okoye')
  await expect(total(page, /^Received in this period/)).toContainText('$4,000.00')
  await expect(total(page, /^Owed on/)).toContainText('$0.00')
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download PDF').click()])
  const { lines } = readPdf(await readFile(await download.path()))
  expect(lines).toContain('Received in this period\t$4,000.00\t$600.00')
  expect(lines).toContain('Owed on Dec 31, 2026\t$0.00')

  // The athlete sees the same and gets live updates.
  const theirs = await openBeside({ viewport: { width: 1280, height: 900 } })
  await enter(theirs, player, `/organizations/${organization}/finances`)
  await expect(heading(theirs, 'My money')).toBeVisible()
  await expect(theirs.getByRole('link', { name: /^Fees so far/ })).toContainText('$600')
  await theirs.getByRole('link', { name: 'Statements' }).filter({ visible: true }).click()
  await expect(theirs).toHaveURL(/\/finances\/statements$/)
  await expect(total(theirs, /^Received in this period/)).toContainText('$4,000.00')
  await expect(total(theirs, /^Owed on/)).toContainText('$0.00')
  await expect(theirs.getByRole('combobox', { name: 'Athlete' })).toHaveCount(0)
  await bookReceipt(request, owner, { organization, deal, amountMinor: 100_000 })
  await expect(total(theirs, /^Received in this period/)).toContainText('$5,000.00')
  await expect(total(theirs, /^Owed on/)).toContainText('$150.00')

  // Reversing a receipt names the invoice with its fee, and voids it.
  await page.goto(`${PLATFORM}/organizations/${organization}/finances/fees`)
  await button(page, /^Invoice Jonah Okoye/).click()
  await button(page, 'Issue invoice for $150.00').click()
  await expect(record.getByRole('heading', { name: 'Invoice F-0002' })).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}/finances/receipts`)
  await page
    .getByRole('row', { name: /\$1,000/ })
    .getByRole('link')
    .click()
  await button(page, 'Reverse receipt').click()
  await expect(dialog(page)).toContainText('The fee of $150.00 is on invoice F-0002 to Jonah Okoye')
  await expect(dialog(page).getByRole('checkbox', { name: 'Void invoice F-0002' })).toBeChecked()
  await dialog(page).getByLabel('Reason').fill('The check bounced')
  await dialog(page).getByRole('button', { name: 'Reverse receipt' }).click()
  await expect(total(theirs, /^Owed on/)).toContainText('$0.00')
  await expect(theirs.getByText(/^Invoice F-0002, .* voided\.$/)).toBeVisible()
})
