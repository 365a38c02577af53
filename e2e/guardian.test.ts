import {
  askAs,
  heading,
  linkTo,
  logOut,
  makeAccount,
  makeOrganization,
  newAddress,
  PLATFORM,
  password,
  test,
} from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test('a guardian confirms by the mailed link and consents to an account; the athlete joins and sees only their record', async ({
  page,
  request,
}) => {
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
    await expect(page.getByRole('heading', { name: 'Kaia Nakamura' })).toBeVisible()
    await expect(page.getByText('Alder Basin High')).toBeVisible()
    await expectAccessibleAndResponsive(page)
  })

  await test.step('the guardian’s Home lists the athlete', async () => {
    await page.goto(PLATFORM)
    await expect(page.getByText('Ridgeline Sports has to verify you as the guardian.')).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await page.getByRole('link', { name: 'Consent and guardianship' }).click()
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
    await expect(heading(page, /^Ridgeline Sports$/)).toBeVisible()
    const nobody = { name: '', email: '', token: '' }
    const credentials = { email: athleteAddress, password }
    const { token } = await askAs<{ token: string }>(request, nobody, 'post', 'account/login', credentials)
    const seen = await askAs<{ rows: { id: string }[] }>(request, { ...nobody, token }, 'get', athletes)
    expect(seen.rows.map(({ id }) => id)).toEqual([athlete])
  })
})
