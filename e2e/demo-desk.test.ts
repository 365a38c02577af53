import { enter, heading, mailTo, makeStaff, newAddress, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect, expectAccessible } from './site'

test.use({ expectedErrors: /responded with a status of 4\d\d/ })

test('a request appears live at the desk, is confirmed, rescheduled by the visitor and canceled', {
  tag: '@quick',
}, async ({ page, openBeside, request, baseURL }) => {
  const visitor = newAddress('camille')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  // Unique colleague, whose time slots no other run uses.
  const nadia = await makeStaff(`Nadia ${visitor}`)
  await enter(page, nadia, '/staff/desk')
  await expect(heading(page, 'Demo requests')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Open/ })).toHaveAttribute('aria-current', 'page')

  await test.step('it appears without a reload', async () => {
    const answer = await request.post(`${baseURL}/api/demo/schedule`, {
      data: { full_name: 'Camille Rousseau', email: visitor, company: 'Atelier Sport', preferred_date_time: inDays(5) },
      headers: { 'Time-Zone': 'Europe/Paris' },
    })
    expect(answer.status()).toBe(201)
    // Other journeys create requests, too.
    await expect(
      page
        .getByText(/^\d+ new$/)
        .or(page.getByRole('link', { name: 'Camille Rousseau' }))
        .first(),
    ).toBeVisible()
  })

  await page.getByLabel('Search requests').fill(visitor)
  await expect(page).toHaveURL(/search=camille/)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('row', { name: /Camille Rousseau/ })).toHaveCount(1)
  await expectAccessibleAndResponsive(page, { standsFor: 'staff desk' })
  await test.step('the column of the requester’s name is wide enough on tablets, too', async () => {
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const box = await page.getByRole('columnheader', { name: 'Request' }).boundingBox()
      expect(box?.width).toBeGreaterThan(140)
    }
  })
  await page.getByRole('link', { name: 'Camille Rousseau' }).click()
  const panel = page.getByRole('complementary', { name: 'Request' })
  await expect(panel.getByRole('heading', { name: 'Camille Rousseau' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(panel.getByText('Their time, Europe/Paris')).toBeVisible()

  await test.step('it is confirmed', async () => {
    await panel.getByLabel('Message').fill('See you then!')
    await panel.getByRole('button', { name: /^Confirm / }).click()
    await expect(panel.getByText('Enter an address that starts with https://')).toBeVisible()
    await page.getByRole('button', { name: 'Suggest another time' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Message')).toHaveValue('See you then!')
    await dialog.getByRole('button', { name: 'Confirm demo' }).click()
    await expect(dialog.getByText('Enter an address that starts with https://')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Meeting link').fill('https://meet.example/room')
    await dialog.getByRole('combobox', { name: 'Host' }).selectOption('in-turn')
    await dialog.getByRole('button', { name: 'Confirm demo' }).click()
    await expect(dialog.getByText('Nobody is on duty.')).toBeVisible()
    await dialog
      .getByRole('combobox', { name: 'Host' })
      .selectOption(await dialog.getByRole('option', { name: visitor }).getAttribute('value'))
    await dialog.getByRole('button', { name: 'Confirm demo' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel.getByText('Confirmed', { exact: true })).toBeVisible()
  })

  await test.step('it leaves the waiting list and stays open', async () => {
    await expect(page.getByRole('row', { name: /Camille Rousseau/ })).toHaveCount(0)
    await panel.getByRole('link', { name: 'Open full page' }).click()
    await expect(heading(page, 'Camille Rousseau')).toBeVisible()
    await expectAccessible(page)
  })

  const mail = await mailTo(visitor, /confirmed/i)
  const theirs = await openBeside({ javaScriptEnabled: false })
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
    await theirs.getByRole('button', { name: 'Cancel demo' }).click()
    await expect(theirs.getByText('Your demo is canceled.').first()).toBeVisible()
  })
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible()

  await test.step('a view is saved and pinned to the sidebar', async () => {
    await page.goto(`${PLATFORM}/staff/desk?state=canceled&search=${visitor}`)
    await page.getByRole('button', { name: 'Demo', exact: true, expanded: false }).click()
    await page.getByRole('button', { name: 'Next week' }).click()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name').fill('Canceled for next week')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: /^Options for view/ }).click()
    await page.getByRole('button', { name: 'Pin to sidebar' }).click()
    const pinned = page
      .getByRole('navigation', { name: 'Pinned views' })
      .getByRole('link', { name: 'Canceled for next week' })
    await expect(pinned).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
    await page.goto(`${PLATFORM}/staff/invoices`)
    await pinned.click()
    await expect(page).toHaveURL(/state=canceled&time=next-week/)
  })

  for (const [path, title] of [
    ['calendar', 'Calendar'],
    ['figures', 'Reports'],
  ] as const) {
    await page.goto(`${PLATFORM}/staff/desk/${path}`)
    await expect(heading(page, title)).toBeVisible()
    await expectAccessible(page)
  }
})

test('two colleagues do not overwrite each other’s changes to a request', async ({
  page,
  openBeside,
  request,
  baseURL,
}) => {
  const visitor = newAddress('grant')
  const [nadia, ben] = [await makeStaff(`Nadia ${visitor}`), await makeStaff(`Ben ${visitor}`)]
  const asked = await request.post(`${baseURL}/api/demo/schedule`, {
    data: {
      full_name: 'Grant Ellery',
      email: visitor,
      preferred_date_time: new Date(Date.now() + 6 * 86_400_000).toISOString(),
    },
    headers: { 'Time-Zone': 'America/Denver' },
  })
  const { id } = await asked.json()
  const bens = await openBeside()
  await enter(page, nadia, `/staff/desk/${id}`)
  await enter(bens, ben, `/staff/desk/${id}`)

  await test.step('a colleague’s change shows in an open dialog, which keeps its input', async () => {
    await page.getByRole('button', { name: 'Suggest another time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Meeting link').fill('https://meet.example/nadia')
    await bens.getByRole('button', { name: 'Assign to me' }).click()
    await expect(dialog.getByText(`Ben ${visitor} assigned it to Ben ${visitor}.`)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Confirm demo' }).click()
    await expect(dialog.getByText('A colleague has just changed this.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue with my answer' }).click()
    await expect(dialog.getByLabel('Meeting link')).toHaveValue('https://meet.example/nadia')
    await dialog
      .getByRole('combobox', { name: 'Host' })
      .selectOption(await dialog.getByRole('option', { name: `Nadia ${visitor}` }).getAttribute('value'))
    await dialog.getByRole('button', { name: 'Confirm demo' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  })

  await test.step('an open dialog says that its answer can no longer be sent', async () => {
    await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
    await expect(bens.getByText('Confirmed', { exact: true })).toBeVisible()
    await bens.getByRole('button', { name: 'Cancel demo' }).click()
    await bens.getByRole('dialog').getByRole('button', { name: 'Cancel demo' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(`Ben ${visitor} canceled the demo.`)).toBeVisible()
    await expect(dialog.getByText('Your answer can no longer be sent.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Reschedule' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('unavailable actions disappear', async () => {
    await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Resend: Demo confirmed' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Resend: Demo canceled' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Grant Ellery')
  })
})
