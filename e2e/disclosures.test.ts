import { addDays, dayIn } from '../packages/contracts/src/days'
import { askAs, enter, heading, linkAthlete, type Member, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

// A conflict is an answer of 409.
test.use({ expectedErrors: /responded with a status of 409/ })

const phone = { width: 360, height: 740 }
const today = dayIn(new Date().toISOString(), 'America/New_York')

/** Agency with an athlete who has an account. */
async function makeAgency(request: Parameters<typeof askAs>[0]) {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Lin Zhao', role: 'compliance' },
    { name: 'Jonah Okoye', role: 'athlete' },
  )
  const [officer, player] = members as [Member, Member]
  const ask = <Answer = { id: string }>(by: Member, path: string, data: object) =>
    askAs<Answer>(request, by, 'post', `organizations/${organization}/${path}`, data)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  const { id: athlete } = await ask(owner, 'athletes', facts)
  await linkAthlete(athlete, player)
  return { owner, officer, player, organization, athlete, ask }
}

test('an athlete reports a deal on a phone, and an officer accepts it', async ({ page, request, openBeside }) => {
  const { officer, player, organization } = await makeAgency(request)
  await page.setViewportSize(phone)
  await enter(page, player, `/organizations/${organization}`)
  await page.getByRole('link', { name: 'Report a deal' }).click()
  await expect(heading(page, 'Report a deal')).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.setViewportSize(phone)
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page.getByText('Enter the company')).toBeVisible()
  await expect(page.getByLabel('Company')).toBeFocused()
  await page.getByLabel('Company').fill('Kettle & Pine Coffee')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What do you do for them?' })).toBeFocused()
  await expect(page.getByLabel('Company')).toBeHidden()
  await page.getByLabel('What for').fill('Two posts about the winter blend')
  await next.click()
  await page.getByRole('radio', { name: 'Not known yet' }).press('Space')
  await next.click()
  await expect(page.getByRole('radio', { name: 'Not agreed yet' })).toBeChecked()
  await page.getByRole('radio', { name: 'I already agreed' }).press('Space')
  await page.getByLabel('When did you agree?').fill(addDays(today, 1))
  await expectAccessibleAndResponsive(page)
  await page.setViewportSize(phone)

  await test.step('a future day is refused at its step', async () => {
    await next.click()
    await expect(page.getByLabel('When did you agree?')).toBeFocused()
    await page.getByLabel('When did you agree?').fill(today)
    await next.click()
  })
  await expectAccessibleAndResponsive(page)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Don’t sign, post or take money yet.')).toBeVisible()

  const desk = await openBeside()
  await enter(desk, officer, `/organizations/${organization}/compliance`)
  const reports = desk.getByRole('region', { name: /^Reported by athletes/ })
  await expect(reports.getByText('Jonah Okoye × Kettle & Pine Coffee')).toBeVisible()
  await reports.getByRole('button', { name: 'Accept' }).click()
  await expect(desk.getByText('Report accepted. Complete the terms of the draft.')).toBeVisible()
  await expect(desk.getByRole('link', { name: /^Complete report: NIL Go report, Jonah Okoye/ })).toBeVisible()
})

test('an officer files a packet with proof and records its outcome', async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { officer, organization, athlete, ask } = await makeAgency(request)
  await ask(officer, 'disclosures', {
    kind: 'other',
    athleteId: athlete,
    title: 'State report',
    authority: 'State board',
    dueOn: addDays(today, 1),
    fields: [{ label: 'Reason', value: null }],
  })
  await enter(page, officer, `/organizations/${organization}/compliance`)
  await expect(heading(page, 'Compliance')).toBeAttached()
  await expectAccessibleAndResponsive(page)
  await expect(page.getByText('1 of 1 missing').filter({ visible: true })).toBeVisible()
  await page.getByRole('link', { name: 'Complete report: State report, Jonah Okoye' }).click()
  const asked = page.getByRole('dialog', { name: 'Reason' })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(heading(page, 'State report')).toBeVisible()

  await test.step('an empty packet is not ready', async () => {
    await page.getByRole('button', { name: 'Ready to file' }).click()
    await expect(page.getByText('Some fields of the packet are empty. Complete them first.')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Reason' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('New agency agreement')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Complete' }).getByText('1 of 1 fields')).toBeVisible()
    await expectAccessibleAndResponsive(page)
  })

  await test.step('C copies a field', async () => {
    await heading(page, 'State report').click()
    await page.keyboard.press('c')
    await expect(page.getByRole('button', { name: 'Copy Reason' })).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('New agency agreement')
  })

  await test.step('a submission needs proof', async () => {
    await page.getByRole('button', { name: 'Ready to file' }).click()
    await page.getByRole('button', { name: 'Record filing' }).click()
    await expect(page.getByText('Enter the confirmation number, or add a file as proof')).toBeVisible()
    await page.getByLabel('Confirmation number').fill('SB-118204')
    await page.getByLabel('Filed on').fill('')
    await page.getByRole('button', { name: 'Record filing' }).click()
    await expect(page.getByText('Enter a date', { exact: true })).toBeVisible()
    await page.getByLabel('Filed on').fill(today)
    await page.getByRole('button', { name: 'Record filing' }).click()
    await expect(page.getByText('Confirmation number SB-118204')).toBeVisible()
    await expect(page.getByText(/SHA-256/)).toBeVisible()
    await page.getByRole('button', { name: /^Record: Cleared/ }).click()
    const outcome = page.getByRole('dialog', { name: 'Record: cleared' })
    await outcome.getByLabel('Cleared on').fill(addDays(today, 1))
    await outcome.getByRole('button', { name: 'Record: cleared' }).click()
    await expect(outcome.getByText('Enter a date that is not in the future')).toBeVisible()
    await outcome.getByLabel('Cleared on').fill(today)
    await outcome.getByLabel('Comment').fill('No questions')
    await outcome.getByRole('button', { name: 'Record: cleared' }).click()
    const progress = page.getByRole('region', { name: 'Progress' })
    await expect(progress.getByText('No questions')).toBeVisible()
    await expect(progress.getByText(/^Filed .+, on time$/)).toBeVisible()
    await page.reload()
    await expect(page.getByText('Packet, 1 field as filed')).toBeVisible()
    await expect(page.getByText(/SHA-256/)).toBeHidden()
    await expectAccessibleAndResponsive(page)
  })
})

test('an officer moves a deadline, hands the report over, and sees what a colleague wrote', async ({
  page,
  request,
  openBeside,
}) => {
  const { owner, officer, organization, athlete, ask } = await makeAgency(request)
  const report = (title: string, dueOn: string) =>
    ask(officer, 'disclosures', {
      kind: 'other',
      athleteId: athlete,
      title,
      authority: 'State board',
      dueOn,
      fields: [{ label: 'Reason', value: null }],
    })
  await report('Late report', addDays(today, -2))
  await report('Later report', addDays(today, 20))
  const { id } = await report('State report', addDays(today, 1))
  const desk = `/organizations/${organization}/compliance`
  await enter(page, officer, desk)

  await test.step('the desk has groups by day, late first', async () => {
    const heads = page.getByRole('table', { name: 'Disclosures' }).getByRole('heading')
    await expect(heads).toHaveText(['Late', 'Tomorrow', 'Later'])
    await expect(page.getByText('2 days late')).toBeVisible()
  })

  await test.step('several are assigned together', async () => {
    await page.getByLabel('Select Late report, Jonah Okoye').check()
    await page.getByLabel('Select State report, Jonah Okoye').check()
    await page.getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('button', { name: 'Olive Owner' }).click()
    await expect(page.getByText('2 disclosures assigned to Olive Owner.')).toBeVisible()
    await page.getByRole('link', { name: 'Mine', exact: true }).click()
    await expect(page.getByRole('link', { name: /^Complete report: Later report/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Complete report: Late report/ })).toBeHidden()
  })

  const other = await openBeside()
  await enter(other, owner, `${desk}/${id}`)
  await test.step('a corrected deadline shows the difference before and after', async () => {
    await other.getByRole('button', { name: 'Correct: Deadline' }).click()
    const dialog = other.getByRole('dialog', { name: 'Correct the clock' })
    await dialog.getByLabel('Deadline').fill(addDays(today, 4))
    await expect(dialog.getByText('3 days later')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText(/^Corrected .* Now 3 days later\.$/)).toBeVisible()
  })

  await test.step('the second of two officers sees both texts and chooses', async () => {
    await page.goto(`${PLATFORM}${desk}/${id}`)
    await page.getByRole('button', { name: 'Edit Reason' }).click()
    const form = page.getByRole('dialog', { name: 'Reason' })
    await form.getByLabel('Reason').fill('Text of the officer')
    await other.getByRole('button', { name: 'Edit Reason' }).click()
    await other.getByRole('dialog', { name: 'Reason' }).getByLabel('Reason').fill('Text of the owner')
    await other.getByRole('dialog', { name: 'Reason' }).getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText('Text of the owner')).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'A colleague has changed this too' })
    await expect(conflict.getByText('Text of the owner')).toBeVisible()
    await expect(conflict.getByText('Text of the officer')).toBeVisible()
    await conflict.getByRole('button', { name: 'Use mine' }).click()
    await expect(page.getByRole('definition').filter({ hasText: 'Text of the officer' })).toBeVisible()
  })
})
