import { addDays } from '../packages/contracts/src/days'
import { askAs, enter, linkAthlete, type Member, makeAccount, makeSignedDeal, makeTeam, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

const today = new Date().toISOString().slice(0, 10)

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
  await expect(page.getByText('2 things need you: 2 late.')).toBeVisible()
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ }).first()
  await expect(home).toHaveAccessibleName(/2 things need you/)
  const late = page.getByRole('region', { name: /^Late/ })
  await expect(late.getByRole('listitem')).toHaveCount(2)
  await expect(late.getByRole('listitem').first()).toContainText('Summer payment')
  await expect(late.getByRole('listitem').first()).toContainText('$4,000')
  await expect(page.getByRole('link', { name: /Late \$4,000/ })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await late.getByRole('button', { name: /^Remind Halden Sportswear of Summer payment/ }).click()
  await expect(page.getByRole('dialog', { name: 'Remind payer' })).toBeVisible()
})

test('an owner reminds and approves from Home, and finds deals without a lead', async ({ page, request }) => {
  const { owner, organization } = await makeAgency(request)
  await enter(page, owner, `/organizations/${organization}?scope=everyone`)
  const approvals = page.getByRole('region', { name: /^Waiting for your approval/ })
  await expect(approvals.getByRole('listitem')).toContainText('$62,000')
  const late = page.getByRole('region', { name: /^Late/ })
  await late.getByRole('button', { name: /^Remind Halden Sportswear of Summer payment/ }).click()
  const reminder = page.getByRole('dialog', { name: 'Remind payer' })
  await reminder.getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText(/sofia@halden\.example/).first()).toBeVisible()
  await expect(reminder).toBeHidden()

  await approvals.getByRole('link', { name: /^Review/ }).click()
  await page.getByRole('dialog', { name: 'Review version 1' }).getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ }).first().click()
  await expect(approvals).toHaveCount(0)

  await page.getByRole('link', { name: /^Assign: 1 deal has no lead/ }).click()
  await expect(page.getByRole('table', { name: 'Deals' }).getByRole('row', { name: /Winter line/ })).toBeVisible()
})

test('compliance returns a deal, sees who has not signed and verifies a guardian', async ({ page, request }) => {
  const { owner, agent, organization, draft, athlete } = await makeAgency(request)
  const lin = await makeAccount('Lin Zhao')
  const invitation = { email: lin.email, role: 'compliance' }
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, invitation)
  const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, lin, 'get', 'account')
  await askAs(request, lin, 'post', `invitations/${invitations[0]?.id}/acceptance`)
  await askAs(request, agent, 'delete', `organizations/${organization}/deals/${draft}/review`)
  const { version } = await askAs<{ version: number }>(
    request,
    agent,
    'get',
    `organizations/${organization}/deals/${draft}`,
  )
  await askAs(request, agent, 'post', `organizations/${organization}/deals/${draft}/review`, { version })

  await enter(page, lin, `/organizations/${organization}`)
  const approvals = page.getByRole('region', { name: /^Waiting for your approval/ })
  await approvals.getByRole('link', { name: /^Review/ }).click()
  const review = page.getByRole('dialog', { name: /^Review version/ })
  await review.getByText('Request changes').click()
  await review.getByLabel('Comment').fill('Add the category')
  await review.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await enter(await page.context().newPage(), agent, `/organizations/${organization}`)
  const ofAgent = page.context().pages().at(-1)
  await expect(ofAgent?.getByText('Returned: Add the category') ?? page.locator('body')).toBeVisible()
  await ofAgent?.close()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Athletes' }).first().click()
  await page
    .getByRole('link', { name: /Jonah Okoye/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(athlete))
})

test('an athlete sends proof, reads who owes what and reaches the agent', async ({ page, request }) => {
  const { agent, player, organization } = await makeAgency(request)
  await askAs(request, agent, 'patch', 'account', { name: 'Amara Cole', phone: '(404) 555-0136' })
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, player, `/organizations/${organization}`)
  await expect(page.getByText('2 things to do. One payment to you is late.')).toBeVisible()
  await expect(page.getByText(/^Halden Sportswear owes you \$4,000 since/)).toBeVisible()
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
