import { addDays, dayIn } from '@sherpa/contracts/days'
import {
  askAs,
  enter,
  heading,
  linkTo,
  logOut,
  type Member,
  makeAccount,
  makeGuardian,
  makeOrganization,
  makeSignedDeal,
  makeTeam,
  newAddress,
  PLATFORM,
  password,
  test,
} from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test('a guardian confirms by the mailed link and consents to an account; the athlete joins and sees only their record', {
  tag: '@quick',
}, async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const athletes = `organizations/${organization}/athletes`
  const [guardianAddress, athleteAddress] = [newAddress('mari'), newAddress('kaia')]
  const born = `${new Date().getUTCFullYear() - 16}-01-01`
  const add = (givenName: string, email: string) =>
    askAs<{ id: string }>(request, owner, 'post', athletes, {
      givenName,
      familyName: 'Nakamura',
      birthDate: born,
      sport: 'basketball',
      level: 'high-school',
      school: 'Alder Basin High',
      email,
      stage: 'signed',
    })
  const { id: athlete } = await add('Kaia', athleteAddress)
  await add('Ren', newAddress('ren'))
  const contact = await askAs<{ id: string }>(request, owner, 'post', `${athletes}/${athlete}/contacts`, {
    name: 'Mari Nakamura',
    relation: 'parent',
    title: 'Mother',
    reach: 'full',
    email: guardianAddress,
    phone: null,
  })
  await askAs(request, owner, 'post', `${athletes}/${athlete}/contacts/${contact.id}/guardianship`, {})

  await test.step('the guardian creates an account and confirms', async () => {
    await page.goto(await linkTo(guardianAddress, /guardian of Kaia N\.\?$/))
    await expect(heading(page, 'Are you the parent or guardian of Kaia N.?')).toBeVisible()
    await expect(page.getByText('Nakamura')).toHaveCount(0)
    await expectAccessibleAndResponsive(page)
    await page.getByLabel('Your name').fill('Mari Nakamura')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account and continue' }).click()
    const confirm = page.getByRole('button', { name: 'Confirm that I am the guardian' })
    await confirm.click()
    await expect(page.getByText('Choose whether the athlete can have an account')).toBeVisible()
    await page.getByRole('radio', { name: 'Yes, I allow it' }).check()
    await expectAccessibleAndResponsive(page)
    await confirm.click()
    await expect(heading(page, 'Guardianships')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Kaia Nakamura', exact: true })).toBeVisible()
    await expect(page.getByText('Alder Basin High')).toBeVisible()
    await expectAccessibleAndResponsive(page)
  })

  await test.step('the guardian’s Home lists the athlete', async () => {
    await page.goto(PLATFORM)
    await expect(page.getByText('Ridgeline Sports is checking that you are')).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await page.getByRole('link', { name: 'Your permission for' }).click()
    await expect(heading(page, 'Guardianships')).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw consent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click()
    await page.getByRole('button', { name: 'Allow account' }).click()
    await expect(page.getByText('You allow Kaia Nakamura to have an account', { exact: true })).toBeVisible()
    await logOut(page)
  })

  await test.step('the athlete is invited, joins and sees only their own record', async () => {
    await askAs(request, owner, 'post', `${athletes}/${athlete}/invitation`, {})
    await page.goto(await linkTo(athleteAddress, /^Join /))
    await page.getByLabel('Your name').fill('Kaia Nakamura')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: /^Join / }).click()
    await expect(heading(page, /, Ridgeline Sports$/)).toBeVisible()
    const nobody = { name: '', email: '', token: '' }
    const credentials = { email: athleteAddress, password }
    const { token } = await askAs<{ token: string }>(request, nobody, 'post', 'account/login', credentials)
    const seen = await askAs<{ rows: { id: string }[] }>(request, { ...nobody, token }, 'get', athletes)
    expect(seen.rows.map(({ id }) => id)).toEqual([athlete])
  })
})

test('a guardian signs, and sees what is due, who has access and whom to ask, on a phone', async ({
  page,
  request,
}) => {
  const { owner, organization, members } = await makeTeam(request, { name: 'Amara Cole', role: 'agent' })
  const [agent] = members as [Member]
  const ask = <Answer = { id: string }>(by: Member, path: string, data: object) =>
    askAs<Answer>(request, by, 'post', `organizations/${organization}/${path}`, data)
  const birthDate = `${new Date().getUTCFullYear() - 16}-01-01`
  const { id: athlete } = await ask(owner, 'athletes', {
    givenName: 'Kaia',
    familyName: 'Nakamura',
    birthDate,
    level: 'high-school',
    stage: 'signed',
  })
  const guardian = await makeGuardian(athlete, 'Mari Nakamura')
  const { id: company } = await ask(owner, 'companies', { name: 'Ostra Audio', kind: 'brand' })
  const dueOn = addDays(dayIn(new Date().toISOString(), 'America/New_York'), 5)
  const video = {
    id: crypto.randomUUID(),
    title: 'Unboxing video',
    platform: null,
    count: 1,
    dueOn,
    disclosureTag: null,
  }
  await makeSignedDeal({ organization, athlete, company, title: 'Lumen Oat', terms: { deliverables: [video] } })
  const payment = {
    id: crypto.randomUUID(),
    kind: 'base',
    title: 'Retainer',
    amountMinor: 480_000,
    inKind: false,
    schedule: { kind: 'day', day: dueOn },
  }
  const draft = await ask<{ id: string; version: number }>(agent, 'deals', {
    athleteId: athlete,
    companyId: company,
    kind: 'nil',
    title: 'Headphones',
    terms: { startsOn: dueOn, businessPurpose: 'Launch', payments: [payment] },
  })
  await ask(agent, `deals/${draft.id}/review`, { version: draft.version })
  await ask(owner, `deals/${draft.id}/decisions`, { number: 1, decision: 'approved', comment: null })

  await enter(page, guardian)
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(page.getByRole('heading', { name: 'Kaia Nakamura', exact: true })).toBeVisible()
  await expect(page.getByText('Unboxing video')).toBeVisible()
  const access = page.getByRole('region', { name: 'Who has access' })
  await expect(access.getByText('Amara Cole')).toBeVisible()
  await expect(access.getByText('Agent: record, deals and amounts, contact details')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask a question' })).toHaveAttribute('href', /^mailto:/)
  await expectAccessibleAndResponsive(page, { standsFor: 'home of a guardian' })

  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('link', { name: 'Read and sign Headphones' }).click()
  await expect(heading(page, 'Sign Headphones')).toBeVisible()
  await page.getByLabel('Your full name').fill('Mari Nakamura')
  await page.getByRole('checkbox').check()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Sign version 1' }).click()
  await expect(heading(page, 'Guardianships')).toBeVisible()
  await page.goto(PLATFORM)
  await expect(page.getByText('You signed', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Read and sign Headphones' })).toHaveCount(0)
})
