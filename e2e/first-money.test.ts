import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { dayIn } from '@sherpa/contracts/days'
import { pdf } from '../apps/server/test/sample-files'
import { totp } from '../apps/server/test/totp'
import {
  addMembers,
  askAs,
  enter,
  fillSecondFactor,
  heading,
  linkTo,
  type Member,
  makeTeam,
  newAddress,
  PLATFORM,
  password,
  test,
} from './platform'
import { expect } from './site'

// 401: calls in flight while the second factor renews the session. 409: refused submissions.
test.use({ expectedErrors: /responded with a status of 40[149]/ })

const MOST_ACTIVATIONS = 40
const MOST_SCREENS = 16

test('one person gets from registering to the first recorded payment, with few steps', { tag: '@quick' }, async ({
  page,
}) => {
  const { activations, screens } = await countSteps(page)
  const email = newAddress('riley')

  await test.step('register and create the organization', async () => {
    await page.goto(`${PLATFORM}/register`)
    await page.getByLabel('Work email').fill(email)
    await button(page, 'Continue').click()
    await page.goto(await linkTo(email, /finish creating your sherpa account/i))
    await page.getByLabel('Your name').fill('Riley Osei')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Create account').click()
    await page.getByLabel('Name', { exact: true }).fill('Tallgrass Sports')
    await page.getByText('Agency', { exact: true }).click()
    await button(page, 'Create organization').click()
    await expect(heading(page, 'Tallgrass Sports')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Trial' })).toContainText('14 days left in your trial.')
  })

  await test.step('import 20 athletes', async () => {
    await page.getByRole('link', { name: 'Import athletes' }).click()
    const buffer = await readFile(join(import.meta.dirname, 'fixtures/roster-20.csv'))
    await page.getByLabel('Choose a file').setInputFiles({ name: 'roster-20.csv', mimeType: 'text/csv', buffer })
    await button(page, 'Check rows').click()
    await expect(page.getByRole('heading', { name: 'Unrecognized values' })).toBeVisible()
    await page.getByLabel('Meaning of Pro').selectOption('Leave this value empty')
    await page.getByLabel('Meaning of Rowing').selectOption('Other')
    await button(page, 'Check again').click()
    await button(page, 'Import 20 athletes').click()
    await expect(page.getByRole('listitem').filter({ hasText: /^Added/ })).toContainText('20')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByText('2 of 5 done')).toBeVisible()
  })

  let secret = ''
  await test.step('create a deal, with two-factor setup inside the form', async () => {
    await page.getByRole('link', { name: 'New deal' }).click()
    await page.getByRole('combobox', { name: 'Athlete' }).fill('Marcus')
    await page.getByRole('option', { name: /Marcus Bell/ }).click()
    await page.getByRole('combobox', { name: 'Company' }).fill('Halden Sportswear')
    await page.getByRole('option', { name: /Add “Halden Sportswear”/ }).click()
    await page.getByLabel('Starts').fill(dayIn(new Date().toISOString(), 'America/New_York'))
    await page.getByLabel('Business purpose').fill('Promotion of the fall line')
    await button(page, 'Set it up').click()
    secret = await fillSecondFactor(page)
    await expect(page.getByRole('combobox', { name: 'Athlete' })).toHaveValue('Marcus Bell')
    await expect(page.getByLabel('Business purpose')).toHaveValue('Promotion of the fall line')
    await page.getByLabel('Amount (needed to submit)').fill('4,000')
    await page.getByLabel('Your fee').fill('15%')
    await button(page, 'Create draft').click()
    await expect(heading(page, 'Marcus Bell × Halden Sportswear')).toBeVisible()
  })

  await test.step('approve it alone, and add the signed copies', async () => {
    await button(page, 'Submit for approval').click()
    const submitting = page.getByRole('dialog', { name: 'You’re the only approver here. Approve it yourself?' })
    await submitting.getByLabel('Comment').fill('I negotiated it myself')
    await submitting.getByRole('button', { name: 'Submit and approve' }).click()
    await button(page, 'Add signed copies').click()
    const copy = (side: string) => ({ name: `${side}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
    await expect(page.getByLabel('Signed for the athlete by')).toHaveValue('Marcus Bell')
    await page.getByLabel('Signed for the company by').fill('Sofia Brandt')
    await page.getByLabel('Athlete’s signed copy').setInputFiles(copy('athlete'))
    await page.getByLabel('Company’s signed copy').setInputFiles(copy('company'))
    await button(page, 'Continue').click()
    const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
    // The setup used the current code.
    await proof.getByLabel('6-digit code').fill(totp(secret, Date.now() + 30_000))
    await proof.getByRole('button', { name: 'Add signed copies' }).click()
    await expect(page.getByRole('heading', { name: 'Version 1 is in force' })).toBeVisible()
  })

  await test.step('record the payment, which is prefilled', async () => {
    await button(page, 'Record payment for this deal').click()
    const recording = page.getByRole('dialog', { name: 'Record payment' })
    await expect(recording.getByLabel('Amount', { exact: true })).toHaveValue('4000.00')
    await expect(recording.getByText('$600', { exact: true })).toBeVisible()
    await recording.getByRole('button', { name: 'Record payment' }).click()
    await expect(page.getByText('from Halden Sportswear recorded')).toBeVisible()
  })

  console.info(`${activations.length} activations, ${screens.length} screens`)
  expect(activations.length, activations.join('\n')).toBeLessThanOrEqual(MOST_ACTIVATIONS)
  expect(screens.length, screens.join('\n')).toBeLessThanOrEqual(MOST_SCREENS)

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'When you have a minute' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To your first payment' })).toBeHidden()
})

test('every reason of a refused submission leads to its solution', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await addMembers(organization, ['Cory Coach', 'Casey Coach', 'Chris Coach'])
  const deal = await makeDraft(request, owner, organization)
  await enter(page, owner, `/organizations/${organization}/deals/${deal}`)

  await page.getByRole('list', { name: 'Needed to submit' }).getByRole('link', { name: 'Add the start date' }).click()
  await expect(page.getByLabel('Start of term', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')

  // Nobody can approve: the dialog offers what helps instead of a submission that is refused.
  await button(page, 'Submit for approval').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It cannot be submitted yet')
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeHidden()
  await dialog.getByRole('link', { name: 'Invite an approver' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite people' })
  await inviting.getByLabel('Email').fill(newAddress('lin'))
  await inviting.getByRole('button', { name: 'Send invitation' }).click()
  await expect(heading(page, 'Marcus Bell × Halden Sportswear')).toBeVisible()
  await addMembers(organization, ['Lin Zhao'], 'compliance')
  await page.reload()

  await button(page, 'Submit for approval').click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByRole('link', { name: 'Add the business purpose' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Business purpose', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Add a payment' }).click()
  await expect(page.getByRole('button', { name: 'Add payment' })).toBeVisible()
  await button(page, 'Cancel').click()

  await complete(request, owner, organization, deal)
  await expect(page.getByRole('list', { name: 'Needed to submit' })).toBeHidden()
  await button(page, 'Submit for approval').click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 is waiting for Lin Zhao' })).toBeVisible()
})

test('an approver who joins meanwhile is asked instead', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  const deal = await makeDraft(request, owner, organization)
  await complete(request, owner, organization, deal)
  await enter(page, owner, `/organizations/${organization}/deals/${deal}`)
  await button(page, 'Submit for approval').click()
  await page.getByLabel('Comment').fill('I negotiated it myself')
  await addMembers(organization, ['Lin Zhao'], 'compliance')
  await button(page, 'Submit and approve').click()
  const dialog = page.getByRole('dialog', { name: 'Submit version 1 for approval?' })
  await expect(dialog).toContainText('Someone else can approve this deal now.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 is waiting for Lin Zhao' })).toBeVisible()
})

test('Back and reload ask before a changed form is lost', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await enter(page, owner, `/organizations/${organization}`)
  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await button(page, 'New deal').click()
  const purpose = page.getByLabel('Business purpose')
  await purpose.fill('Promotion of the fall line')

  await page.goBack()
  const asking = page.getByRole('dialog', { name: 'Leave without saving?' })
  await asking.getByRole('button', { name: 'Keep editing' }).click()
  await expect(purpose).toHaveValue('Promotion of the fall line')

  const [question] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => setTimeout(() => location.reload())),
  ])
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(purpose).toHaveValue('Promotion of the fall line')

  await page.goBack()
  await asking.getByRole('button', { name: 'Leave' }).click()
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
})

async function makeDraft(request: APIRequestContext, owner: Member, organization: string) {
  const ask = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const facts = { givenName: 'Marcus', familyName: 'Bell', birthDate: '2005-03-14', level: 'college', stage: 'signed' }
  const athlete = await ask('athletes', facts)
  const company = await ask('companies', { name: 'Halden Sportswear', kind: 'brand' })
  return (await ask('deals', { athleteId: athlete.id, companyId: company.id, kind: 'nil' })).id
}

async function complete(request: APIRequestContext, owner: Member, organization: string, deal: string) {
  const path = `organizations/${organization}/deals/${deal}`
  const { version } = await askAs<{ version: number }>(request, owner, 'get', path)
  const payment = {
    id: crypto.randomUUID(),
    kind: 'base',
    title: 'Retainer',
    amountMinor: 400_000,
    inKind: false,
    schedule: { kind: 'day', day: '2026-12-01' },
  }
  const terms = { startsOn: '2026-11-01', businessPurpose: 'Promotion of the fall line', payments: [payment] }
  await askAs(request, owner, 'patch', path, { version, changes: { terms } })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Counts in the page: activated controls, chosen options and files, and each address or dialog that appears. */
async function countSteps(page: Page) {
  const activations: string[] = []
  const screens: string[] = []
  let address = ''
  await page.exposeFunction('noteActivation', (name: string) => void activations.push(name))
  await page.exposeFunction('noteDialog', (name: string) => void screens.push(`dialog: ${name}`))
  await page.exposeFunction('noteAddress', (path: string) => {
    if (path === address) return
    address = path
    screens.push(path)
  })
  await page.addInitScript(() => {
    const { noteActivation, noteDialog, noteAddress } = window as unknown as Record<string, (text: string) => void>
    const controls = 'button, a, summary, [role=option], input[type=radio], input[type=checkbox]'
    addEventListener(
      'click',
      ({ target, isTrusted }) => {
        const control = isTrusted && (target as Element).closest(controls)
        if (control) noteActivation?.(control.textContent || control.getAttribute('value') || control.tagName)
      },
      true,
    )
    addEventListener(
      'change',
      ({ target }) => {
        if ((target as Element).matches('select, input[type=file]')) noteActivation?.((target as Element).tagName)
      },
      true,
    )
    new MutationObserver((changes) => {
      noteAddress?.(location.pathname)
      for (const { target, attributeName } of changes) {
        if (attributeName === 'open' && target instanceof HTMLDialogElement && target.open) {
          noteDialog?.(target.querySelector('h2')?.textContent ?? '')
        }
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] })
  })
  return { activations, screens }
}
