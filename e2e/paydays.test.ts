import { listPaydays, paydayTemplates } from '@sherpa/contracts/paydays'
import { pdf } from '../apps/server/test/sample-files.ts'
import { totp } from '../apps/server/test/totp.ts'
import { dayIn, shortDay } from '../packages/contracts/src/days'
import { askAs, assumeSecondFactor, enter, makeAccount, makeOrganization, PLATFORM, password, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test.use({ viewport: { width: 1280, height: 900 } })

const today = dayIn(new Date().toISOString(), 'America/New_York')
const year = Number(today.slice(0, 4))
const seasons = [year - 1, year, year + 1] as const
const BASE = 3_600_000
const { every, times, firstDay } = paydayTemplates.nfl
const daysOf = (season: number) => listPaydays(every, firstDay(season) ?? '', times)
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
const perWeek = BASE / times

test('a contract of three seasons is entered with its paydays, and its pay is expected, late and received', async ({
  page,
  request,
}) => {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner)
  await assumeSecondFactor(owner, false)
  const setup = await askAs<{ secret: string; recoveryCodes: string[] }>(
    request,
    owner,
    'post',
    'account/second-factor',
    { password },
  )
  const confirmed = { code: totp(setup.secret) }
  owner.token = (await askAs<{ token: string }>(request, owner, 'put', 'account/second-factor', confirmed)).token
  const ask = (path: string, data: object) =>
    askAs(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const facts = { givenName: 'Dejan', familyName: 'Petrov', level: 'pro', stage: 'signed', birthDate: '1998-03-03' }
  await ask('athletes', facts)
  await ask('companies', { name: 'Duluth Ironclads', kind: 'club' })
  const past = seasons.flatMap(daysOf).filter((day) => day < today).length

  await test.step('enter the contract with one template, and tick what is past', async () => {
    await enter(page, owner, `/organizations/${organization}/deals`)
    await page.getByRole('button', { name: 'New deal' }).click()
    // The dialog grows once its form is loaded.
    await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Company' })).toBeVisible()
    await page.getByRole('button', { name: 'It is already signed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deal that is already signed' })
    await dialog.getByLabel('Kind', { exact: true }).selectOption('Contract')
    await dialog.getByRole('combobox', { name: 'Athlete' }).fill('Petrov')
    await dialog.getByRole('option', { name: /Dejan Petrov/ }).click()
    await dialog.getByRole('combobox', { name: 'Club' }).fill('Duluth')
    await dialog.getByRole('option', { name: /Duluth Ironclads/ }).click()
    await dialog.getByLabel('Signed on').fill(`${year - 1}-03-20`)
    await dialog.getByLabel('Starts').fill(`${year - 1}-04-01`)
    await dialog.getByLabel(/^Ends/).fill(`${year + 2}-03-31`)
    await dialog
      .getByLabel('Signed contract (PDF)')
      .setInputFiles({ name: 'Contract.pdf', mimeType: 'application/pdf', buffer: pdf })
    await dialog.getByLabel(/^Your fee/).fill('3%')
    for (const season of seasons) {
      await dialog.getByRole('button', { name: 'Add season' }).click()
      const fields = dialog.getByRole('group', { name: `Season ${season}`, exact: true })
      await fields.getByLabel('Base', { exact: true }).fill(dollars(BASE))
    }
    const first = dialog.getByRole('group', { name: `Season ${year - 1}`, exact: true })
    await first.getByLabel('Roster bonus').fill('250,000')
    await dialog.getByLabel(/^Signing bonus \(USD\)/).fill('500,000')
    await dialog.getByLabel(/^Signing bonus paid on/).fill(`${year - 1}-04-10`)
    await dialog.getByLabel('Template').selectOption('NFL: 36 weekly installments')
    for (const season of seasons) {
      const days = daysOf(season)
      const inWords = `36 paydays from ${shortDay(days[0] ?? '')} to ${shortDay(days.at(-1) ?? '')}`
      await expect(dialog.getByText(inWords)).toBeVisible()
    }
    await dialog.getByRole('button', { name: 'Tick all due before today' }).click()
    // One installment did not come.
    await dialog
      .getByText(/^\d+ of 36 received before$/)
      .first()
      .click()
    const missing = shortDay(daysOf(year - 1)[0] ?? '')
    await dialog.getByRole('checkbox', { name: `Received before Sherpa, ${year - 1} base, ${missing}` }).uncheck()
    await expect(dialog.getByText(dollars(500_000 + (past - 1) * perWeek))).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await dialog.getByRole('button', { name: 'Add signed deal' }).click()
    const identity = page.getByRole('dialog', { name: 'Confirm it is you' })
    await identity.getByRole('textbox').fill(setup.recoveryCodes[0] ?? '')
    await identity.getByRole('button', { name: 'Add signed deal' }).click()
    await expect(page.getByRole('heading', { name: 'Version 1 is in force' })).toBeVisible()
  })

  const record = page.url()
  const paydays = page.getByRole('region', { name: 'Paydays' })
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd').last()

  await test.step('see what is received, expected and late', async () => {
    await expect(paydays.getByText('1 payment has no paydays')).toBeVisible()
    const received = dollars((daysOf(year - 1).filter((day) => day < today).length - 1) * perWeek)
    await expect(paydays.getByRole('listitem').filter({ hasText: `${year - 1} base` })).toContainText(
      `${received} received`,
    )
    await expect(figure('Overdue')).toHaveText(dollars(perWeek))
    await expect(figure('Received')).toHaveText(dollars(500_000 + (past - 1) * perWeek))
    await figure('Overdue').getByRole('link').click()
    await expect(page.getByText(`${year - 1} base (1 of 36)`).first()).toBeVisible()
    const next = seasons.flatMap(daysOf).find((day) => day > today) ?? ''
    await page.goto(`${PLATFORM}/organizations/${organization}/calendar?month=${next.slice(0, 7)}`)
    await expect(page.getByText(/base \(\d+ of 36\)/).first()).toBeVisible()
  })

  await test.step('follow the prompt on Home to the bonus without a day, received before', async () => {
    await page.goto(`${PLATFORM}/organizations/${organization}`)
    await expect(page.getByText('1 contract in force has pay without paydays')).toBeVisible()
    await page.getByRole('link', { name: /^Set paydays:/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Deals' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Dejan Petrov × Duluth Ironclads/ })).toBeVisible()
    await page.goto(record)
    await paydays.getByRole('button', { name: `Set paydays of ${year - 1} roster bonus` }).click()
    const dialog = page.getByRole('dialog', { name: `Paydays: ${year - 1} roster bonus` })
    await dialog.getByLabel('First payday').fill(`${year - 1}-08-01`)
    await dialog.getByRole('checkbox', { name: /^Received before Sherpa/ }).check()
    await expectAccessibleAndResponsive(page)
    await dialog.getByRole('button', { name: 'Save paydays' }).click()
    await expect(paydays.getByRole('listitem').filter({ hasText: 'roster bonus' })).toContainText('$250,000 received')
    await expect(paydays.getByText('no paydays.', { exact: false })).toHaveCount(0)
  })

  await test.step('change the schedule of the last season', async () => {
    await paydays.getByRole('button', { name: `Change paydays of ${year + 1} base` }).click()
    const dialog = page.getByRole('dialog', { name: `Paydays: ${year + 1} base` })
    await dialog.getByLabel('Template').selectOption('Monthly')
    await dialog.getByLabel('First payday').fill(`${year + 1}-09-30`)
    await expect(dialog.getByLabel('Amount 12 (USD)')).toHaveValue('300000.00')
    await dialog.getByLabel('Amount 1 (USD)').fill('400,000')
    await expect(dialog.getByText('The paydays are $100,000 over the amount.')).toBeVisible()
    await dialog.getByLabel('Amount 2 (USD)').fill('200,000')
    await dialog.getByRole('button', { name: 'Save paydays' }).click()
    await expect(paydays.getByText(`12 paydays from Sep 30, ${year + 1} to Aug 30, ${year + 2}`)).toBeVisible()
    await page.goto(`${PLATFORM}/organizations/${organization}/finances/payments?state=expected&sort=-due`)
    await expect(page.getByText(`${year + 1} base (12 of 12)`)).toBeVisible()
    await expect(page.getByText('$300,000').first()).toBeVisible()
  })

  const { sums } = await askAs<{ sums: object[] }>(
    request,
    owner,
    'get',
    `organizations/${organization}/finances/deals/${/deals\/([\da-f-]+)/.exec(record)?.[1]}`,
    undefined,
  )
  const promised = 3 * BASE + 750_000
  const received = 750_000 + (past - 1) * perWeek
  expect(sums).toMatchObject([{ promisedMinor: promised * 100, receivedMinor: received * 100, feesMinor: 0 }])
})
