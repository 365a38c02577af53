import { addDays, dayIn } from '../packages/contracts/src/days'
import {
  askAs,
  enter,
  linkAthlete,
  linkTo,
  type Member,
  makeAccount,
  makeSignedDeal,
  makeTeam,
  newAddress,
  PLATFORM,
  password,
  test,
  visit,
} from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

const today = dayIn(new Date().toISOString(), 'America/New_York')

const payment = (title: string, day: string, amountMinor: number) => ({
  id: crypto.randomUUID(),
  kind: 'base' as const,
  title,
  amountMinor,
  inKind: false,
  schedule: { kind: 'day' as const, day },
})
const deliverable = (title: string, dueOn: string) => ({
  id: crypto.randomUUID(),
  title,
  platform: null,
  disclosureTag: null,
  count: 1,
  dueOn,
})

/** An agency with a deal in force whose payment and post are late, and a draft in review. */
async function makeAgency(request: Parameters<typeof askAs>[0]) {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Jonah Okoye', role: 'athlete' },
  )
  const [agent, player] = members as [Member, Member]
  const ask = <Answer = { id: string }>(by: Member, path: string, data: object) =>
    askAs<Answer>(request, by, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask(owner, 'athletes', {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate: '2003-03-03',
    level: 'pro',
    stage: 'signed',
  })
  await linkAthlete(athlete.id, player)
  const company = await ask(owner, 'companies', { name: 'Halden Sportswear', kind: 'brand' })
  const contact = { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example', phone: null }
  await ask(owner, `companies/${company.id}/contacts`, contact)
  const { user } = await askAs<{ user: { id: string } }>(request, agent, 'get', 'account')
  await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: company.id,
    lead: user.id,
    terms: {
      startsOn: addDays(today, -200),
      endsOn: addDays(today, 200),
      payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
      payments: [
        payment('Summer payment', addDays(today, -40), 400_000),
        payment('Winter payment', addDays(today, 20), 1_200_000),
      ],
      deliverables: [
        deliverable('Instagram reel', addDays(today, -2)),
        deliverable('Three stories', addDays(today, 3)),
      ],
    },
  })
  const draft = await ask<{ id: string; version: number }>(agent, 'deals', {
    athleteId: athlete.id,
    companyId: company.id,
    kind: 'nil',
    title: 'Spring line',
    terms: {
      startsOn: addDays(today, 1),
      endsOn: addDays(today, 300),
      businessPurpose: 'Promotion of the spring line',
      payments: [payment('Signing', addDays(today, 30), 62_000_00)],
    },
  })
  await ask(agent, `deals/${draft.id}/review`, { version: draft.version })
  const winter = { athleteId: athlete.id, companyId: company.id, kind: 'nil', title: 'Winter line' }
  const { id, version } = await ask<{ id: string; version: number }>(owner, 'deals', winter)
  const withoutLead = { version, changes: { leadId: null } }
  await askAs(request, owner, 'patch', `organizations/${organization}/deals/${id}`, withoutLead)
  return { owner, agent, player, organization, draft: draft.id, athlete: athlete.id }
}

test('an agent sees late work first, reminds the payer in the row, and the badge counts it', async ({
  page,
  request,
}) => {
  const { agent, organization } = await makeAgency(request)
  await enter(page, agent, `/organizations/${organization}`)
  await expect(page.getByText('2 things need you: 2 overdue.')).toBeVisible()
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ }).first()
  await expect(home).toHaveAccessibleName(/2 things need you/)
  const late = page.getByRole('region', { name: /^Overdue/ })
  await expect(late.getByRole('listitem')).toHaveCount(2)
  await expect(late.getByRole('listitem').first()).toContainText('Summer payment')
  await expect(late.getByRole('listitem').first()).toContainText('$4,000')
  await expect(page.getByRole('link', { name: /Overdue payments \$4,000/ })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await late.getByRole('button', { name: /^Remind Halden Sportswear of Summer payment/ }).click()
  await expect(page.getByRole('dialog', { name: 'Remind payer' })).toBeVisible()
})

test('an agent on a phone calls, notes, adds a prospect, drafts a deal and chases a deliverable', async ({
  page,
  request,
}) => {
  const { owner, agent, organization, athlete } = await makeAgency(request)
  const record = await askAs<{ version: number }>(
    request,
    owner,
    'get',
    `organizations/${organization}/athletes/${athlete}`,
  )
  const withPhone = { version: record.version, changes: { phone: '(541) 555-0142' } }
  await askAs(request, owner, 'patch', `organizations/${organization}/athletes/${athlete}`, withPhone)
  await page.setViewportSize({ width: 360, height: 740 })

  await test.step('chase a deliverable from Home', async () => {
    await enter(page, agent, `/organizations/${organization}`)
    await page.getByRole('button', { name: 'Remind Jonah Okoye of Instagram reel' }).click()
    await expect(page.getByText('Emailed Jonah Okoye.')).toBeVisible()
  })

  await test.step('call and note', async () => {
    await visit(page, `${PLATFORM}/organizations/${organization}/athletes/${athlete}`)
    await expect(page.getByRole('link', { name: /555-0142/ }).first()).toHaveAttribute('href', /^tel:/)
    await page.getByRole('button', { name: 'Log call' }).click()
    await page.getByText('Reached', { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Call logged.')).toBeVisible()
    await page.getByLabel('Write a note').fill('Wants to move the shoot')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('complementary', { name: 'Timeline' })).toContainText('Wants to move the shoot')
  })

  await test.step('add a prospect', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('link', { name: /^Add athlete/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Add athlete' })
    await dialog.getByLabel('First name').fill('Kaia')
    await dialog.getByLabel('Last name').fill('Nakamura')
    await dialog.getByLabel('Level').selectOption('High school')
    await dialog.getByLabel('Stage').selectOption('Prospect')
    await dialog.getByRole('button', { name: 'Add athlete' }).click()
    await expect(page.getByRole('heading', { name: 'Kaia Nakamura' })).toBeVisible()
    await expect(page.getByText('Prospect').first()).toBeVisible()
  })

  await test.step('draft a deal', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('link', { name: /^New deal/ }).click()
    await page.getByRole('combobox', { name: 'Athlete' }).fill('Jonah')
    await page.getByRole('option', { name: /Jonah Okoye/ }).click()
    await page.getByRole('combobox', { name: 'Company' }).fill('Halden')
    await page
      .getByRole('option', { name: /Halden Sportswear/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Create draft' }).click()
    await expect(page.getByText('Version 1 is a draft')).toBeVisible()
  })
})

test('an owner reminds, approves, assigns a deal, invites five and records a payment', async ({ page, request }) => {
  const { owner, organization } = await makeAgency(request)
  await enter(page, owner, `/organizations/${organization}?scope=everyone`)
  const approvals = page.getByRole('region', { name: /^Waiting for your approval/ })
  await expect(approvals.getByRole('listitem')).toContainText('$62,000')
  const late = page.getByRole('region', { name: /^Overdue/ })
  await late.getByRole('button', { name: /^Remind Halden Sportswear of Summer payment/ }).click()
  const reminder = page.getByRole('dialog', { name: 'Remind payer' })
  await reminder.getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText(/sofia@halden\.example/).first()).toBeVisible()
  await expect(reminder).toBeHidden()

  await approvals.getByRole('link', { name: /^Review/ }).click()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Approve version 1?' }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ }).first().click()
  await expect(approvals).toHaveCount(0)

  await page.getByRole('link', { name: /^Assign: 1 deal has no lead/ }).click()
  await page
    .getByRole('table', { name: 'Deals' })
    .getByRole('link', { name: /Winter line/ })
    .click()
  await page.getByRole('button', { name: 'Add Lead' }).click()
  await page.getByRole('combobox', { name: 'Lead' }).selectOption({ label: 'Amara Cole' })
  await expect(page.getByRole('button', { name: 'Edit Lead: Amara Cole' })).toBeVisible()

  await visit(page, `${PLATFORM}/organizations/${organization}/people#invite`)
  const invite = page.getByRole('dialog', { name: 'Invite people' })
  await invite.getByRole('button', { name: 'Invite several people' }).click()
  const addresses = ['ana', 'ben', 'cy', 'dee', 'eli'].map(newAddress)
  await invite.getByLabel('Email addresses').fill(addresses.join('\n'))
  await invite.getByRole('button', { name: 'Check addresses' }).click()
  await invite.getByRole('button', { name: 'Send 5 invitations' }).click()
  await expect(invite.getByText('5 invitations sent', { exact: true })).toBeVisible()
  await invite.getByRole('button', { name: 'Close' }).click()

  await visit(page, `${PLATFORM}/organizations/${organization}?scope=everyone`)
  await page.getByRole('link', { name: /^Record payment/ }).click()
  const payment = page.getByRole('dialog', { name: 'Record payment' })
  await payment.getByRole('combobox', { name: 'Payer' }).fill('Halden')
  await page
    .getByRole('option', { name: /Halden Sportswear/ })
    .first()
    .click()
  await payment.getByLabel('Amount', { exact: true }).fill('4,000')
  // The warning moves the button.
  await expect(payment.getByText('No fee is agreed for this deal.')).toBeVisible()
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(payment).toBeHidden()
  await visit(page, `${PLATFORM}/organizations/${organization}?scope=everyone`)
  await expect(page.getByRole('link', { name: /Overdue payments \$0/ })).toBeVisible()
})

test('compliance approves, returns, sees who has not signed, verifies a guardian and reads the activity', async ({
  page,
  request,
  browser,
}) => {
  const { owner, agent, organization, draft } = await makeAgency(request)
  const at = (path: string) => `organizations/${organization}/${path}`
  const lin = await makeAccount('Lin Zhao')
  await askAs(request, owner, 'post', at('invitations'), { email: lin.email, role: 'compliance' })
  const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, lin, 'get', 'account')
  await askAs(request, lin, 'post', `invitations/${invitations[0]?.id}/acceptance`)
  // Asked again, so that Lin is among the approvers.
  const resubmit = async () => {
    const { version } = await askAs<{ version: number }>(request, agent, 'get', at(`deals/${draft}`))
    await askAs(request, agent, 'post', at(`deals/${draft}/review`), { version })
  }
  await askAs(request, agent, 'delete', at(`deals/${draft}/review`))
  await resubmit()

  const guardianAddress = newAddress('mari')
  const minor = await askAs<{ id: string }>(request, owner, 'post', at('athletes'), {
    givenName: 'Kaia',
    familyName: 'Nakamura',
    birthDate: `${new Date().getUTCFullYear() - 16}-01-01`,
    level: 'high-school',
    stage: 'signed',
  })
  const contact = await askAs<{ id: string }>(request, owner, 'post', at(`athletes/${minor.id}/contacts`), {
    name: 'Mari Nakamura',
    relation: 'parent',
    title: 'Mother',
    reach: 'full',
    email: guardianAddress,
    phone: null,
  })
  await askAs(request, owner, 'post', at(`athletes/${minor.id}/contacts/${contact.id}/guardianship`), {})
  const ofGuardian = await browser.newPage()
  await ofGuardian.goto(await linkTo(guardianAddress, /guardian of Kaia N\.\?$/))
  await ofGuardian.getByLabel('Your name').fill('Mari Nakamura')
  await ofGuardian.getByLabel('Password', { exact: true }).fill(password)
  await ofGuardian.getByRole('button', { name: 'Create account and continue' }).click()
  await ofGuardian.getByRole('radio', { name: 'Yes, I allow it' }).check()
  await ofGuardian.getByRole('button', { name: 'Confirm that I am the guardian' }).click()
  await expect(ofGuardian.getByRole('heading', { name: 'Guardianships' })).toBeVisible()
  await ofGuardian.close()

  await enter(page, lin, `/organizations/${organization}`)
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ }).first()
  const approvals = page.getByRole('region', { name: /^Waiting for your approval/ })
  const question = page.getByRole('dialog', { name: /version \d\?$/ })

  await test.step('return with a reason', async () => {
    await approvals.getByRole('link', { name: /^Review/ }).click()
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await question.getByRole('button', { name: 'Ask for changes' }).click()
    await expect(question.getByText('Say what to change')).toBeVisible()
    await question.getByLabel('Comment').fill('Add the category')
    await question.getByRole('button', { name: 'Ask for changes' }).click()
    await expect(question).toBeHidden()
    const returned = await askAs<{ groups: { rows: { about: string }[] }[] }>(request, agent, 'get', at('needs'))
    expect(returned.groups.flatMap(({ rows }) => rows.map(({ about }) => about))).toContain('Add the category')
  })

  await test.step('approve, and see who has not signed', async () => {
    await resubmit()
    await home.click()
    await approvals.getByRole('link', { name: /^Review/ }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(question.getByLabel('Comment')).toHaveCount(0)
    await question.getByRole('button', { name: 'Approve' }).click()
    await expect(question).toBeHidden()
    const steps = page.getByRole('listitem')
    await expect(steps.filter({ hasText: 'Jonah Okoye' }).filter({ hasText: 'Waiting for signature' })).toBeVisible()
    await expect(steps.filter({ hasText: 'Waiting for signature' })).toHaveCount(2)
  })

  await test.step('verify a guardian', async () => {
    await home.click()
    await page.getByRole('link', { name: /^Verify: Mari Nakamura/ }).click()
    await page.getByRole('button', { name: 'Verify Mari Nakamura' }).click()
    await page.getByRole('dialog').getByLabel('How did you verify them?').selectOption({ index: 1 })
    await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Mari Nakamura is verified.')).toBeVisible()
  })

  await test.step('open one athlete’s activity', async () => {
    await page.getByRole('navigation', { name: 'Record' }).getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('button', { name: 'Changes', exact: true }).click()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline).toContainText('Lin Zhao verified the guardian Mari Nakamura')
    await expect(timeline).not.toContainText('Jonah Okoye')
  })
})

test('an athlete sends proof, reads who owes what and reaches the agent', async ({ page, request }) => {
  const { agent, player, organization } = await makeAgency(request)
  await askAs(request, agent, 'patch', 'account', { name: 'Amara Cole', phone: '(404) 555-0136' })
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, player, `/organizations/${organization}`)
  await expect(page.getByText('2 things to do. One payment to you is late.')).toBeVisible()
  await expect(page.getByText(/^Halden Sportswear owes you \$4,000$/)).toBeVisible()
  await expect(page.getByText('Next: $12,000 from Halden Sportswear')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call Amara Cole' })).toHaveAttribute('href', 'tel:4045550136')
  await expect(page.getByText(/permission/i)).toHaveCount(0)
  await expectAccessibleAndResponsive(page)
  await page.getByRole('button', { name: 'Send proof: Instagram reel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Link to the post.').click()
  await dialog.getByLabel('Link', { exact: true }).last().fill('https://social.example/reel')
  await dialog.getByRole('button', { name: 'Submit proof' }).click()
  await expect(page.getByText('1 thing to do.')).toBeVisible()
})
