import { addDays, dayIn } from '@sherpa/contracts/days'
import { pdf } from '../apps/server/test/sample-files'
import {
  askAs,
  enter,
  heading,
  linkAthlete,
  linkTo,
  type Member,
  mailTo,
  makeTeam,
  newAddress,
  password,
  test,
} from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: /responded with a status of 401/ })

type Deal = { id: string; version: number; newestVersion: number; versions: { hash: string }[] }
const phone = { viewport: { width: 360, height: 740 } }
const codeIn = async (address: string, usedCode = 'none') =>
  /^\d{6}/.exec((await mailTo(address, new RegExp(`^(?!${usedCode})\\d{6} is your code`))).subject ?? '')?.[0] ?? ''

test('a brand asks for changes by link, then signs on a phone from the mail, and later sees the proof', {
  tag: '@quick',
}, async ({ page, request, openBeside }) => {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Jonah Okoye', role: 'athlete' },
  )
  const [agent, player] = members as [Member, Member]
  const ask = <Answer = { id: string }>(by: Member, path: string, data?: object) =>
    askAs<Answer>(request, by, 'post', `organizations/${organization}/${path}`, data)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  const { id: athlete } = await ask(owner, 'athletes', facts)
  await linkAthlete(athlete, player)
  const { id: company } = await ask(owner, 'companies', { name: 'Halden Sportswear', kind: 'brand' })
  const sofia = newAddress('sofia')
  const inDays = (days: number) => addDays(dayIn(new Date().toISOString(), 'America/New_York'), days)
  const { id: deal } = await ask<Deal>(agent, 'deals', {
    athleteId: athlete,
    companyId: company,
    kind: 'nil',
    title: 'Fall line',
    terms: {
      startsOn: inDays(-1),
      endsOn: inDays(300),
      businessPurpose: 'Promotion of the fall line',
      payor: { name: 'Sofia Brandt', title: 'VP Marketing', email: sofia },
      fee: { rateMillionths: 177_700 },
      payments: [
        {
          id: crypto.randomUUID(),
          kind: 'base',
          title: 'Retainer',
          amountMinor: 4_800_000,
          inKind: false,
          schedule: { kind: 'day', day: inDays(30) },
        },
      ],
      deliverables: [
        {
          id: crypto.randomUUID(),
          title: 'Instagram story',
          platform: 'Instagram',
          count: 1,
          dueOn: inDays(20),
          disclosureTag: '#ad',
        },
      ],
    },
  })
  const record = `/organizations/${organization}/deals/${deal}`
  const load = () => askAs<Deal>(request, agent, 'get', `organizations/${organization}/deals/${deal}`)
  const approve = async () => {
    const { newestVersion: number } = await load()
    await ask(owner, `deals/${deal}/decisions`, { number, decision: 'approved', comment: null })
  }

  await test.step('the agent adds the contract, confirms that the terms match, and sends the link', async () => {
    await enter(page, agent, record)
    await page
      .getByLabel('Contract PDF')
      .setInputFiles({ name: 'NIL agreement.pdf', mimeType: 'application/pdf', buffer: pdf })
    await expect(page.getByRole('button', { name: 'Remove contract' })).toBeVisible()
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByText('Confirm that the terms match the contract')).toBeVisible()
    await page.getByLabel('The terms match this document').check()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await approve()
    await page.getByRole('button', { name: 'Send for signature' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(sofia)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText(/^Sent to Sofia Brandt just now, not opened yet/)).toBeVisible()
    await expectAccessibleAndResponsive(page)
  })

  const brand = await openBeside(phone)
  await test.step('the brand reads it on a phone and asks for changes', async () => {
    await brand.goto(await linkTo(sofia, /^Please read and sign/))
    await expect(heading(brand, 'Fall line')).toBeVisible()
    await expect(brand.getByText('$48,000')).toBeVisible()
    await expect(brand.getByText('17.77')).toHaveCount(0)
    await expect(brand.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
    await expectAccessibleAndResponsive(brand, { standsFor: 'company link' })
    await expect(page.getByText(/opened just now/)).toBeVisible()
    await brand.getByRole('button', { name: 'Ask for changes' }).click()
    await brand.getByLabel('What would you change?').fill('Please limit it to training shoes.')
    await brand.getByLabel('Code from your email').fill('000000')
    await brand.getByRole('button', { name: 'Send request' }).click()
    await expect(brand.getByText(/^This code is incorrect/)).toBeVisible()
    await brand.getByLabel('Code from your email').fill(await codeIn(sofia))
    await brand.getByRole('button', { name: 'Send request' }).click()
    await expect(heading(brand, 'You asked for changes')).toBeVisible()
    await expectAccessibleAndResponsive(brand)
    await expect(page.getByRole('heading', { name: 'Version 2 is a draft' })).toBeVisible()
    await expect(page.getByText('Please limit it to training shoes.')).toBeVisible()
  })

  const renewed = newAddress('sofia')
  await test.step('by a setting, the approval of the next version sends the link at once', async () => {
    const settings = await openBeside()
    await enter(settings, owner, `/organizations/${organization}/approvals`)
    const setting = settings.getByLabel(/^Send for signature right after approval/)
    await setting.click()
    await expect(setting).toBeChecked()
    await expectAccessibleAndResponsive(settings)
    const payor = { name: 'Sofia Brandt', title: 'VP Marketing', email: renewed }
    const { version } = await load()
    await askAs(request, agent, 'patch', `organizations/${organization}/deals/${deal}`, {
      version,
      changes: { terms: { payor } },
    })
    // The contract of version 1 was kept, and is confirmed anew.
    await ask(agent, `deals/${deal}/review`, { version: version + 1, contractMatches: true })
    await approve()
    await expect(page.getByText(/^Sent to Sofia Brandt just now, not opened yet/)).toBeVisible()
  })

  await test.step('the next version is signed from the mail', async () => {
    await brand.goto('about:blank')
    await brand.goto(await linkTo(renewed, /^Please read and sign/))
    await expect(heading(brand, 'Fall line')).toBeVisible()
  })

  const nameSigner = async (person: string, email: string, usedCode?: string) => {
    await brand.getByRole('button', { name: 'Name another signer' }).click()
    await brand.getByLabel('Their name').fill(person)
    await brand.getByLabel('Their email').fill(email)
    const code = await codeIn(renewed, usedCode)
    await brand.getByLabel('Code from your email').fill(code)
    await expectAccessibleAndResponsive(brand)
    await brand.getByRole('button', { name: 'Name signer' }).click()
    return code
  }
  let usedCode: string
  await test.step('the brand names a lawyer, whom the agent refuses', async () => {
    usedCode = await nameSigner('Lee Roth', 'lee@roth-law.example')
    await expect(brand.getByText(/^Waiting for Amara Cole to confirm Lee Roth/)).toBeVisible()
    await expect(page.getByText(/wants Lee Roth to sign instead/)).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await expect(page.getByText(/wants Lee Roth to sign instead/)).toBeHidden()
    await brand.reload()
    await expect(brand.getByText(/^Amara Cole did not confirm Lee Roth/)).toBeVisible()
  })

  const colleague = newAddress('ben')
  await test.step('then a colleague, who signs from the mail', async () => {
    await nameSigner('Ben Ito', colleague, usedCode)
    await expect(heading(brand, 'Someone else signs this deal')).toBeVisible()
    await expect(page.getByText(/^Sent to Ben Ito just now/)).toBeVisible()
    await brand.goto('about:blank')
    await brand.goto(await linkTo(colleague, /^Please read and sign/))
    await brand.getByRole('button', { name: /^NIL agreement\.pdf/ }).click()
    await brand.getByRole('button', { name: 'Close', exact: true }).click()
    await brand.getByRole('button', { name: 'Sign', exact: true }).click()
    await brand.getByLabel(/^I have read this version/).check()
    await brand.getByLabel('Title').fill('General Counsel')
    await brand.getByLabel('Code from your email').fill(await codeIn(colleague))
    await expectAccessibleAndResponsive(brand)
    await brand.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(brand.getByText('Waiting for the athlete to sign.', { exact: false })).toBeVisible()
    await expect(page.getByText(/^Signed by link/)).toBeVisible()
  })

  await test.step('after the athlete signed and delivered, the brand sees the accepted proof', async () => {
    const { versions } = await load()
    const signature = { number: 2, hash: versions[0]?.hash, name: player.name, agrees: true, password }
    await ask(player, `deals/${deal}/signatures`, signature)
    const { rows } = await askAs<{ rows: { id: string }[] }>(
      request,
      agent,
      'get',
      `organizations/${organization}/deliverables?deal=${deal}`,
    )
    const [{ id }] = rows as [{ id: string }]
    const { version } = await ask<{ version: number }>(player, `deliverables/${id}/proofs`, {
      link: 'https://social.example/p/1042',
      note: null,
    })
    await ask(agent, `deliverables/${id}/decision`, { version, decision: 'accepted', comment: null })
    await brand.reload()
    await expect(brand.getByText('Signed by all parties')).toBeVisible()
    await expect(brand.getByRole('link', { name: 'https://social.example/p/1042' })).toBeVisible()
    await expect(async () => {
      await brand.reload()
      await expect(brand.getByRole('button', { name: /company’s copy\.pdf/ })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expectAccessibleAndResponsive(brand)

    const elsewhere = await openBeside(phone)
    await elsewhere.goto(await linkTo(colleague, /^Please read and sign/))
    await expect(heading(elsewhere, 'Confirm it is you')).toBeVisible()
    await expectAccessibleAndResponsive(elsewhere)
    await expect(elsewhere.getByText('social.example')).toHaveCount(0)
  })
})
