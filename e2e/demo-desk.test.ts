import { becomeStaff, heading, mailTo, newAddress, PLATFORM } from './platform'
import { expect, expectAccessible, test } from './site'

test.use({ expectedErrors: /responded with a status of 4\d\d/ })

test('a request appears at the desk by itself, is confirmed, moved by the visitor through the link, and canceled', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const visitor = newAddress('camille')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await becomeStaff(page, { email: newAddress('nadia') })
  await page.goto(`${PLATFORM}/staff/desk`)
  await expect(heading(page, 'Demo requests')).toBeVisible()

  await test.step('it appears without a reload', async () => {
    const answer = await request.post(`${baseURL}/api/demo/schedule`, {
      data: { full_name: 'Camille Rousseau', email: visitor, company: 'Atelier Sport', preferred_date_time: inDays(5) },
      headers: { 'Time-Zone': 'Europe/Paris' },
    })
    expect(answer.status()).toBe(201)
    await expect(
      page
        .getByText('1 new')
        .or(page.getByRole('link', { name: 'Camille Rousseau' }))
        .first(),
    ).toBeVisible()
  })

  await page.getByLabel('Search requests').fill(visitor)
  await expect(page.getByRole('row', { name: /Camille Rousseau/ })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Camille Rousseau' }).click()
  await expect(heading(page, 'Camille Rousseau')).toBeVisible()
  await expect(page.getByText('Their time, Europe/Paris')).toBeVisible()
  await expectAccessible(page)

  await test.step('it is confirmed', async () => {
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Confirm and send' }).click()
    await expect(dialog.getByText('Enter an address that begins with https://')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Meeting link').fill('https://meet.example/room')
    await dialog.getByRole('button', { name: 'Confirm and send' }).click()
    await expect(dialog.getByText('Nobody who is on duty is free at that time')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Who shows it' }).selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Confirm and send' }).click()
    await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  })

  const mail = await mailTo(visitor, /confirmed/i)
  const theirs = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await test.step('the visitor proposes another time, without scripts', async () => {
    await theirs.goto(new URL(/http\S+\/demo-request\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '').pathname)
    await expect(theirs.getByText('Your demo is confirmed.')).toBeVisible()
    await theirs.getByLabel(/Date and time/).fill(`${inDays(9).slice(0, 10)}T15:00`)
    await theirs.getByRole('button', { name: 'Propose this time' }).click()
    await expect(theirs.getByText('We will answer your proposal by email.')).toBeVisible()
  })

  await expect(page.getByText('New time proposed').first()).toBeVisible()
  await expect(page.getByText(/The visitor proposed another time/)).toBeVisible()
  await test.step('the visitor cancels', async () => {
    await theirs.getByRole('button', { name: 'Cancel the demo' }).click()
    await expect(theirs.getByText('Your demo is canceled.').first()).toBeVisible()
    await theirs.context().close()
  })
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible()

  for (const [path, title] of [
    ['calendar', 'Calendar'],
    ['figures', 'Figures'],
  ] as const) {
    await page.goto(`${PLATFORM}/staff/desk/${path}`)
    await expect(heading(page, title)).toBeVisible()
    await expectAccessible(page)
  }
})
