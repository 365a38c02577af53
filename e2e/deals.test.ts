import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { pdf } from '../apps/server/test/sample-files'
import {
  askAs,
  assumeSecondFactor,
  enter,
  heading,
  linkAthlete,
  type Member,
  makeGuardian,
  makeTeam,
  PLATFORM,
  password,
  test,
} from './platform'
import { expect, type OpenBeside } from './site'

// 409 for submitting an incomplete draft.
test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: /responded with a status of 409/ })

/** Agency with agent, compliance officer, athlete with account and record, and two brands. */
async function makeAgency(request: APIRequestContext, birthDate = '2004-03-03') {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Lin Zhao', role: 'compliance' },
    { name: 'Jonah Okoye', role: 'athlete' },
  )
  const [agent, compliance, player] = members as [Member, Member, Member]
  const ask = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask('athletes', {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate,
    level: 'college',
    stage: 'signed',
  })
  await linkAthlete(athlete.id, player)
  const halden = await ask('companies', { name: 'Halden Sportswear', kind: 'brand', category: 'apparel' })
  await ask('companies', { name: 'Tarn Running', kind: 'brand', category: 'apparel' })
  return { owner, agent, compliance, player, organization, athlete: athlete.id, halden: halden.id }
}

async function openAs(openBeside: OpenBeside, member: Member, path: string) {
  const page = await openBeside({ viewport: { width: 1280, height: 900 } })
  await enter(page, member, path)
  return page
}

/** Types into a combobox and chooses the first result. */
async function find(page: Page, label: string, text: string) {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  await page.getByRole('option', { name: new RegExp(`^${text}`) }).click()
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

const file = {
  pdf: {
    name: 'signed.pdf',
    mimeType: 'application/pdf',
    buffer: pdf,
  },
  photo: {
    name: 'Story.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
}

test('takes a minor’s NIL deal from draft through a new version, approvals, signatures and proof to completion', {
  tag: '@quick',
}, async ({ page, request, openBeside }) => {
  const born = `${new Date().getUTCFullYear() - 17}-12-31`
  const { owner, agent, compliance, player, organization, athlete } = await makeAgency(request, born)
  const mother = await makeGuardian(athlete, 'Mari Okoye')
  const { user } = await askAs<{ user: { id: string } }>(request, owner, 'get', 'account')
  await askAs(request, owner, 'put', `organizations/${organization}/approval-chains`, {
    chains: [
      {
        kind: 'nil',
        fromMinor: 0,
        steps: [
          { name: 'Compliance', people: [], roles: ['compliance'], needs: 'any' },
          { name: 'Owner', people: [user.id], roles: [], needs: 'all' },
        ],
      },
    ],
  })

  await test.step('the agent creates a draft and sees missing terms before submitting', async () => {
    await enter(page, agent, `/organizations/${organization}/deals#new`)
    await find(page, 'Athlete', 'Jonah Okoye')
    await find(page, 'Company', 'Halden Sportswear')
    await page.getByLabel('Starts').fill('2026-08-03')
    await page.getByLabel('Amount (needed to submit)').fill('48,000')
    await button(page, 'Create draft').click()
    await expect(heading(page, 'Jonah Okoye × Halden Sportswear')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Version 1 is a draft' })).toBeVisible()
    await button(page, 'Submit for approval').click()
    await button(page, 'Submit').click()
    await expect(dialog(page).getByText('Add the business purpose')).toBeVisible()
    await button(page, 'Cancel').click()
    await button(page, 'Add Business purpose').click()
    await page.getByLabel('Business purpose', { exact: true }).fill('Promotion of the fall line')
    await page.keyboard.press('Control+Enter')
    await expect(button(page, 'Edit Business purpose: Promotion of the fall line')).toBeVisible()
    await submit(page)
    await expect(page.getByRole('heading', { name: 'Version 1 is waiting for Lin Zhao' })).toBeVisible()
  })

  await test.step('editing a frozen version starts the next one, after confirmation', async () => {
    await button(page, 'Edit deliverables').click()
    await button(page, 'Add deliverable').click()
    await page.getByLabel('Deliverable', { exact: true }).fill('Instagram story')
    await page.keyboard.press('Enter')
    await button(page, 'Start version 2').click()
    await expect(page.getByRole('heading', { name: 'Version 2 is a draft' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Version 2 vs. version 1' })).toBeVisible()
    await expect(page.locator('.difference ins').filter({ hasText: 'Instagram story' })).toBeVisible()
    await submit(page)
  })

  const record = page.url().replace(PLATFORM, '')
  await test.step('two people approve it, one on the record and one from Home', async () => {
    const ofCompliance = await openAs(openBeside, compliance, record)
    await approve(ofCompliance)
    await expect(ofCompliance.getByRole('heading', { name: 'Version 2 is waiting for Olive Owner' })).toBeVisible()
    const ofOwner = await openAs(openBeside, owner, `/organizations/${organization}`)
    await ofOwner.getByRole('link', { name: 'Review: Jonah Okoye × Halden Sportswear' }).click()
    await approve(ofOwner)
    // The agent's window updates live.
    await expect(page.getByRole('heading', { name: /^Version 2 is waiting for the guardian and / })).toBeVisible()
  })

  const ofAthlete = await openAs(openBeside, player, record)
  await ofAthlete.setViewportSize({ width: 360, height: 740 })
  await test.step('the guardian and then the athlete sign online, and the company’s signed copy is uploaded', async () => {
    const ofMother = await openAs(openBeside, mother, '/account/guardianships')
    await ofMother.getByRole('link', { name: 'Read and sign' }).click()
    await expect(heading(ofMother, 'Sign Jonah Okoye × Halden Sportswear')).toBeVisible()
    await sign(ofMother, 'Mari Okoye')
    await expect(ofMother.getByText('You signed on')).toBeVisible()

    await ofAthlete.getByRole('link', { name: 'Read and sign' }).click()
    await expect(heading(ofAthlete, 'Sign Jonah Okoye × Halden Sportswear')).toBeVisible()
    await expect(ofAthlete.getByRole('row', { name: 'Payment on signing' })).toContainText('$48,000')
    await button(ofAthlete, 'Sign version 2').click()
    await expect(ofAthlete.getByText('Confirm that you agree')).toBeVisible()
    await sign(ofAthlete, 'Jonah Okoye')
    await expect(
      ofAthlete.getByRole('heading', { name: /^Version 2 is waiting for .*Halden Sportswear/ }),
    ).toBeVisible()

    // From here on the agent confirms with the password.
    await assumeSecondFactor(agent, false)
    await page.reload()
    await button(page, 'Add signed copies').first().click()
    await page.getByLabel('Signed for the company by').fill('Jonah Okoye')
    await expect(page.getByText('“Jonah Okoye” is the name of the athlete.')).toBeVisible()
    await page.getByLabel('Company’s signed copy').setInputFiles(file.pdf)
    await button(page, 'Continue').click()
    await expect(page.getByText('Explain why the name is correct')).toBeVisible()
    await page.getByLabel('Signed for the company by').fill('Sofia Brandt')
    await expect(page.getByLabel('Reason')).toBeHidden()
    await button(page, 'Continue').click()
    const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(proof).toContainText('signed by Sofia Brandt for the company: signed.pdf')
    await proof.getByLabel('Your password', { exact: true }).fill(password)
    await proof.getByRole('button', { name: 'Add signed copy' }).click()
    await expect(page.getByRole('heading', { name: 'Version 2 is in force' })).toBeVisible()
  })

  await test.step('the athlete submits a photo as proof, and the agent accepts it', async () => {
    await button(ofAthlete, 'Add proof of Instagram story').click()
    await ofAthlete.locator('input[type=file]').setInputFiles(file.photo)
    await expect(ofAthlete.getByRole('img', { name: 'Preview of Story.png' })).toBeVisible()
    await button(ofAthlete, 'Submit proof').click()
    await expect(dialog(ofAthlete)).toBeHidden()
    await button(ofAthlete, 'Show Story.png').click()
    await expect(ofAthlete.getByRole('img', { name: 'Story.png' })).toBeVisible()

    await button(page, 'Accept the proof of Instagram story').click()
    await expect(dialog(page).getByRole('img', { name: 'Story.png' })).toBeVisible()
    await button(page, 'Accept proof').click()
    await expect(page.getByText('1 of 1 accepted')).toBeVisible()
  })

  await test.step('the signed PDF is verified, and a modified one is not', async () => {
    const documents = page.getByRole('region', { name: 'Documents' })
    await documents.getByRole('button', { name: /, show ?Signed$/ }).click()
    await expect(dialog(page).getByRole('region', { name: /^Page 1 of \d+$/ })).toContainText('Jonah Okoye')
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
    const signed = await readFile(await download.path())
    await page.goto(`${PLATFORM}/organizations/${organization}/deals`)
    await button(page, 'More actions').click()
    await page.getByRole('link', { name: 'Check a signed PDF' }).click()
    const check = (buffer: Buffer) =>
      page.getByLabel('PDF to check').setInputFiles({ name: 'Brought back.pdf', mimeType: 'application/pdf', buffer })
    await check(Buffer.concat([signed, Buffer.from(' ')]))
    await expect(page.getByText('Not one of your documents, or changed.')).toBeVisible()
    await check(signed)
    const result = page.getByRole('status').filter({ hasText: 'This is the signed document, unchanged.' })
    await expect(result).toContainText('Version 2, in force')
    await expect(result.getByRole('listitem')).toHaveText([
      /^Mari Okoye \(guardian\)/,
      /^Jonah Okoye \(athlete\)/,
      /^Sofia Brandt \(company, on paper\)/,
    ])
    await result.getByRole('link', { name: 'Jonah Okoye × Halden Sportswear' }).click()
  })

  await test.step('the deal is completed', async () => {
    await button(page, 'More').click()
    await button(page, 'Mark as completed').click()
    await dialog(page).getByRole('button', { name: 'Mark as completed' }).click()
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  })
})

async function sign(page: Page, name: string) {
  await page.getByLabel('Your full name').fill(name)
  await page.getByRole('checkbox').check()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await button(page, 'Sign version 2').click()
}

async function submit(page: Page) {
  await button(page, 'Submit for approval').click()
  await button(page, 'Submit').click()
  await expect(dialog(page)).toBeHidden()
}

/** In the open dialog. */
async function approve(page: Page) {
  await button(page, 'Approve').click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page)).toBeHidden()
}

test('detects an exclusivity conflict before a deal is added, and requires a reason to allow it', async ({
  page,
  request,
  openBeside,
}) => {
  const { agent, compliance, organization, athlete, halden } = await makeAgency(request)
  const deals = `organizations/${organization}/deals`
  await askAs(request, agent, 'post', deals, {
    athleteId: athlete,
    companyId: halden,
    kind: 'nil',
    terms: { startsOn: '2026-08-03', exclusivity: { kind: 'category', categories: ['apparel'] } },
  })
  await enter(page, agent, `/organizations/${organization}/deals#new`)
  await find(page, 'Athlete', 'Jonah Okoye')
  await find(page, 'Company', 'Tarn Running')
  const reason = 'The deal with Halden Sportswear is exclusive for athletic apparel, which this deal also covers.'
  await expect(dialog(page).getByText(reason)).toBeVisible()
  await page.getByLabel('Starts').fill('2026-09-01')
  await page.getByLabel('Amount (needed to submit)').fill('12k')
  await button(page, 'Create draft').click()
  await expect(heading(page, 'Jonah Okoye × Tarn Running')).toBeVisible()
  await expect(page.getByRole('note').getByText(reason)).toBeVisible()
  await expect(button(page, 'Allow the conflict…')).toBeHidden()

  const ofCompliance = await openAs(openBeside, compliance, page.url().replace(PLATFORM, ''))
  await button(ofCompliance, 'Allow the conflict…').click()
  await button(ofCompliance, 'Allow the conflict').click()
  await expect(ofCompliance.getByText('Enter a reason')).toBeVisible()
  await ofCompliance.getByLabel('Reason').fill('Halden has agreed in writing.')
  await button(ofCompliance, 'Allow the conflict').click()
  await expect(page.getByText('Lin Zhao: “Halden has agreed in writing.”')).toBeVisible()
})

test('drags a card to an allowed column of the board, with the same confirmation as its menu', async ({
  page,
  request,
}) => {
  const { agent, organization, athlete, halden } = await makeAgency(request)
  await askAs(request, agent, 'post', `organizations/${organization}/deals`, {
    athleteId: athlete,
    companyId: halden,
    kind: 'nil',
  })
  await enter(page, agent, `/organizations/${organization}/deals/board`)
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const card = column('Draft').getByRole('link', { name: 'Jonah Okoye × Halden Sportswear' })
  await expect(card).toBeVisible()
  await card.hover()
  await page.mouse.down()
  await column('In review').hover()
  await expect(column('In review')).toHaveAttribute('data-drop', 'no')
  const declined = page.getByRole('region', { name: 'Move to Declined' })
  await declined.hover()
  await expect(declined).toHaveAttribute('data-drop', 'over')
  await page.mouse.up()
  await expect(dialog(page)).toContainText('Move this deal to “Declined”?')
  await button(page, 'Move').click()
  await expect(card).toBeHidden()
  await button(page, /^Show closed/).click()
  await expect(column('Declined').getByRole('link', { name: 'Jonah Okoye × Halden Sportswear' })).toBeVisible()
})
