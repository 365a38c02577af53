import type { APIRequestContext } from '@playwright/test'
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
  PLATFORM,
  password,
  test,
} from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'
import { makeTeamWithDeal } from './team-with-deal'

// 409 for reminders that reach nobody.
test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: /responded with a status of 409/ })

const terms = {
  startsOn: '2026-08-03',
  endsOn: '2099-06-30',
  businessPurpose: 'Promotion of the fall line',
  payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
  payments: [monthly(100_000, { from: '2099-01-01', times: 1 })],
  deliverables: [
    {
      id: crypto.randomUUID(),
      title: 'Instagram story',
      platform: null,
      count: 1,
      dueOn: '2099-01-02',
      disclosureTag: null,
    },
  ],
}

/** Agency with a deal that waits for signatures. */
async function makeUnsignedDeal(request: APIRequestContext) {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Jonah Okoye', role: 'athlete' },
  )
  const [agent, player] = members as [Member, Member]
  const ask = <Answer = { id: string; version: number }>(by: Member, path: string, data: object) =>
    askAs<Answer>(request, by, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask(owner, 'athletes', {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate: '1998-03-03',
    level: 'pro',
    stage: 'signed',
  })
  const company = await ask(owner, 'companies', { name: 'Halden Sportswear', kind: 'brand' })
  const deal = await ask(agent, 'deals', { athleteId: athlete.id, companyId: company.id, kind: 'nil', terms })
  await ask(agent, `deals/${deal.id}/review`, { version: deal.version })
  await ask(owner, `deals/${deal.id}/decisions`, { number: 1, decision: 'approved', comment: null })
  return { agent, player, organization, athlete: athlete.id, deal: deal.id }
}

test('a lead reminds a late signer, sees whom it reached, and is told if it reached nobody', async ({
  page,
  request,
}) => {
  const { agent, player, organization, athlete, deal } = await makeUnsignedDeal(request)
  const record = `/organizations/${organization}/deals/${deal}`
  async function remind() {
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: /^(Remind Jonah|Send reminder)$/ }).click()
  }

  await test.step('without an account: the reason, and the record where to invite', async () => {
    await enter(page, agent, record)
    await expect(page.getByText('Jonah Okoye has no account to sign with.')).toBeVisible()
    await page.getByRole('link', { name: 'Invite athlete' }).click()
    await page
      .getByRole('dialog', { name: 'Invite Jonah Okoye to Sherpa?' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await page.goto(PLATFORM + record)
    await remind()
    await expect(page.getByText('Jonah Okoye has no account. No reminder was sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Invite athlete' }).click()
    await expect(page.getByRole('dialog', { name: 'Invite Jonah Okoye to Sherpa?' })).toBeVisible()
    await expect(page).toHaveURL(`${PLATFORM}/organizations/${organization}/athletes/${athlete}`)
  })

  await test.step('with an account: who was emailed, in the toast and on the timeline', async () => {
    await linkAthlete(athlete, player)
    await page.goto(PLATFORM + record)
    await remind()
    await expect(page.getByText('Emailed Jonah Okoye.')).toBeVisible()
    await expect(page.getByText('reminded Jonah Okoye')).toBeVisible()
    const mail = await mailTo(player.email, /^Reminder: please read and sign/)
    expect(mail.text).toContain(`${record}/sign`)
    expect(mail.replyTo?.[0]).toMatchObject({ name: 'Amara Cole', address: agent.email })
  })

  await test.step('a second time on the same day: when the last one was sent and by whom', async () => {
    await remind()
    await expect(page.getByText(/^A reminder was already sent today at \d+:\d\d [AP]M by Amara Cole\./)).toBeVisible()
  })
})

test('a payor without an address: the reminder offers to add a contact, then shows the mail before it is sent', async ({
  page,
  request,
}) => {
  const { owner, organization } = await makeTeam(request)
  const ask = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const { id: athlete } = await ask('athletes', {
    givenName: 'Jonah',
    familyName: 'Okoye',
    level: 'pro',
    stage: 'signed',
  })
  const { id: company } = await ask('companies', { name: 'Halden Sportswear', kind: 'brand' })
  const late = monthly(100_000, { from: '2026-01-15', times: 1 })
  await makeSignedDeal({ organization, athlete, company, terms: { payments: [late] } })
  const payments = `/organizations/${organization}/finances/payments`
  const dialog = page.getByRole('dialog', { name: 'Remind payer' })
  const openReminder = async () => {
    await page.getByRole('button', { name: /^Remind Halden Sportswear of Retainer/ }).click()
  }

  await enter(page, owner, payments)
  await openReminder()
  await expect(dialog.getByText('Halden Sportswear has no email address. Nobody can be reminded.')).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await dialog.getByRole('link', { name: 'Add a contact' }).click()
  const adding = page.getByRole('dialog', { name: 'Add contact' })
  await adding.getByLabel('Name').fill('Sofia Brandt')
  await adding.getByLabel('Email').fill('sofia@halden.example')
  await adding.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByRole('link', { name: 'sofia@halden.example' })).toBeVisible()

  await page.goto(PLATFORM + payments)
  await openReminder()
  await expect(dialog.getByText(/^Subject: Payment reminder: Retainer/)).toBeVisible()
  await expect(dialog.getByLabel('Message')).toHaveValue(/was due on January 15, 2026/)
  await dialog.getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText('Emailed sofia@halden.example.')).toBeVisible()
})

test('the athlete’s mail opens the proof dialog after log-in, and its settings link leads to the preferences', async ({
  page,
  request,
  openBeside,
}) => {
  const { agent, player, organization, deal } = await makeTeamWithDeal(request, { kind: 'nil', terms })

  await test.step('the lead reminds the athlete of the deliverable', async () => {
    const ofLead = await openBeside({ viewport: { width: 1280, height: 900 } })
    await enter(ofLead, agent, `/organizations/${organization}/deals/${deal}`)
    await ofLead.getByRole('button', { name: 'Remind athlete of Instagram story' }).click()
    await expect(ofLead.getByText('Emailed Dejan Petrov.')).toBeVisible()
  })

  const mail = await mailTo(player.email, /^Due January 2, 2099: Instagram story/)
  await test.step('its link opens the dialog after log-in', async () => {
    const link = /http\S+#prove-\S+/.exec(mail.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await page.getByLabel('Email').fill(player.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add proof: Instagram story' })
    await dialog.getByRole('radio', { name: 'Link' }).check()
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://social.example/p/1')
    await dialog.getByRole('button', { name: 'Submit proof' }).click()
    await expect(page.getByText('Proof submitted.')).toBeVisible()
  })

  await test.step('the lead’s mail opens the review of the proof', async () => {
    const { text = '' } = await mailTo(agent.email, /^Please review proof: Instagram story/)
    const ofLead = await openBeside({ viewport: { width: 1280, height: 900 } })
    await enter(ofLead, agent, (/http\S+#accept-\S+/.exec(text)?.[0] ?? '').replace(PLATFORM, ''))
    await expect(ofLead.getByRole('dialog', { name: 'Accept proof?' })).toBeVisible()
  })

  await test.step('the unsubscribe header leads to the preferences, which are kept', async () => {
    const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    await page.goto(header.replace(/[<>]/g, ''))
    await expect(heading(page, 'Notifications')).toBeVisible()
    const due = page.getByRole('combobox', { name: 'Deliverables due' })
    await due.selectOption('Daily digest')
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'All', exact: true })).toHaveValue('')
    await page.reload()
    await expect(due).toHaveValue('digest')
    await expectAccessibleAndResponsive(page)
    await page.getByRole('combobox', { name: 'All', exact: true }).selectOption('Only in Sherpa')
    await expect(due).toHaveValue('bell')
  })
})
