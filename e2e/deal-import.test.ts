import type { APIRequestContext, Page } from '@playwright/test'
import { pdf } from '../apps/server/test/sample-files'
import { totp } from '../apps/server/test/totp'
import { zip } from '../apps/server/test/write-workbook'
import { dayIn } from '../packages/contracts/src/days'
import { askAs, assumeSecondFactor, enter, heading, type Member, makeTeam, password, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: /responded with a status of 4\d\d/ })

const today = dayIn(new Date().toISOString(), 'America/New_York')
const rows = [
  'Player,Brand,Type,Signed,Start,End,Amount,Paid,First payment,Number of payments,Received so far,PDF',
  'Theo Lind,Halden Sportswear,Sponsorship,2024-02-10,2024-03-01,2030-02-28,120000,Every quarter,2024-03-15,8,45000,theo-halden.pdf',
  'Mia Chen,Halden Sportswear,Sponsorship,2024-02-10,2024-03-01,2030-02-28,lots,Once,2024-03-15,,,',
  `Mia Chen,Brightwater Drinks,Sponsorship,${today},${today},2035-02-28,30000,Once,2034-03-15,,,`,
]

const figure = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })

/** Returns recovery codes, which confirm an identity once each. */
async function setUpSecondFactor(request: APIRequestContext, member: Member) {
  await assumeSecondFactor(member, false)
  const { secret, recoveryCodes } = await askAs<{ secret: string; recoveryCodes: string[] }>(
    request,
    member,
    'post',
    'account/second-factor',
    { password },
  )
  const { token } = await askAs<{ token: string }>(request, member, 'put', 'account/second-factor', {
    code: totp(secret),
  })
  member.token = token
  return recoveryCodes
}

test('an agent imports signed deals that a colleague approves, attaches contracts, and undoes the import', async ({
  page,
  request,
  openBeside,
}) => {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Casey Lind', role: 'compliance' },
  )
  const [agent, approver] = members as [Member, Member]
  const [code = ''] = await setUpSecondFactor(request, agent)
  await askAs(request, owner, 'post', `organizations/${organization}/athletes`, {
    givenName: 'Theo',
    familyName: 'Lind',
    level: 'pro',
    stage: 'signed',
  })
  await enter(page, agent, `/organizations/${organization}/deals`)
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await expect(heading(page, 'Import signed deals')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(/Deals.*Import/)
  await expectAccessibleAndResponsive(page)
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'One row per payment' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('deals-payments.csv')

  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'signed.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
  await expect(heading(page, 'signed.csv')).toBeVisible()
  await expect(page.getByLabel('Field for Brand')).toHaveValue('company')
  await expect(page.getByLabel('Field for Received so far')).toHaveValue('received')
  await expectAccessibleAndResponsive(page)
  await page.getByRole('button', { name: 'Check rows' }).click()

  await expect(figure(page, 'New deals')).toContainText('2', { timeout: 60_000 })
  await expect(page.getByRole('row', { name: 'USD 2 $150,000 $45,000 $105,000' })).toBeVisible()
  await expect(page.getByText('1 athlete to be added')).toBeVisible()
  await expectAccessibleAndResponsive(page)
  const amount = page.getByRole('textbox', { name: 'Amount, row 3' })
  await amount.fill('15000')
  await amount.press('Enter')
  await expect(figure(page, 'New deals')).toContainText('3')

  await expect(page.getByText(/^1 deal was signed since Ridgeline Sports joined Sherpa\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 3 deals' })).toBeHidden()
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(page.getByText(/^Asked on /)).toBeVisible()

  const beside = await openBeside()
  await enter(beside, approver, new URL(page.url()).pathname)
  await expect(beside.getByRole('region', { name: 'Rows of the file' })).toContainText('Theo Lind')
  await expect(beside.getByRole('button', { name: 'Change columns' })).toBeHidden()
  await expectAccessibleAndResponsive(beside)
  await beside.getByRole('button', { name: 'Approve' }).click()
  await beside.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(beside.getByText(/^By Casey Lind on /)).toBeVisible()

  await page.getByRole('button', { name: 'Import 3 deals' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Nobody outside Ridgeline Sports is notified\./)).toBeVisible()
  await dialog.getByRole('textbox').fill(code)
  await dialog.getByRole('button', { name: 'Import 3 deals' }).click()
  await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(figure(page, 'Deals added')).toContainText('3')
  const countDeals = async () =>
    (await askAs<{ rows: unknown[] }>(request, agent, 'get', `organizations/${organization}/deals?limit=10`)).rows
      .length
  expect(await countDeals()).toBe(3)

  await page.getByLabel('ZIP file with contract PDFs').setInputFiles({
    name: 'contracts.zip',
    mimeType: 'application/zip',
    buffer: zip({ 'theo-halden.pdf': pdf, 'notes.txt': 'Call Theo' }),
  })
  await expect(page.getByText('1 PDF attached.')).toBeVisible()
  await expect(figure(page, 'notes.txt')).toContainText('Not a PDF')
  await expect(page.getByText(/^2 deals have no contract PDF\./)).toBeVisible()
  await expectAccessibleAndResponsive(page)

  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Everything was undone.')).toBeVisible({ timeout: 60_000 })
  expect(await countDeals()).toBe(0)
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: /signed\.csv/ })).toContainText('Undone')
})
