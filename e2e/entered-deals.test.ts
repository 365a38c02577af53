import { pdf } from '../apps/server/test/sample-files.ts'
import { totp } from '../apps/server/test/totp.ts'
import { askAs, assumeSecondFactor, enter, inDatabase, makeAccount, makeOrganization, password, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: /responded with a status of 4\d\d/ })

test('a deal signed in 2024 is entered with two payments received before, and mails nobody outside', async ({
  page,
  request,
}) => {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner)
  await assumeSecondFactor(owner, false)
  const setup = await askAs<{ secret: string; recoveryCodes: string[] }>(
    request,
    owner,
    'post',
    'account/second-factor',
    {
      password,
    },
  )
  const confirmed = { code: totp(setup.secret) }
  owner.token = (await askAs<{ token: string }>(request, owner, 'put', 'account/second-factor', confirmed)).token
  const [code = ''] = setup.recoveryCodes
  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = {
    givenName: 'Rafael',
    familyName: 'Quintero',
    level: 'pro',
    stage: 'signed',
    birthDate: '1999-03-03',
  }
  await ask('athletes', athlete)
  await ask('companies', { name: 'Sunward Eyewear', kind: 'brand' })
  await enter(page, owner, `/organizations/${organization}/deals`)
  await page.getByRole('button', { name: 'New deal' }).click()
  // The dialog grows once its form is loaded.
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Company' })).toBeVisible()
  await page.getByRole('button', { name: 'It is already signed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deal that is already signed' })
  await dialog.getByRole('combobox', { name: 'Athlete' }).fill('Quintero')
  await dialog.getByRole('option', { name: /Rafael Quintero/ }).click()
  await dialog.getByRole('combobox', { name: 'Company' }).fill('Sunward')
  await dialog.getByRole('option', { name: /Sunward Eyewear/ }).click()
  await dialog.getByLabel('Signed on').fill('2024-03-18')
  await dialog.getByLabel('Starts').fill('2024-04-01')
  await dialog.getByLabel(/^Ends/).fill('2030-03-31')
  await dialog
    .getByLabel('Signed contract (PDF)')
    .setInputFiles({ name: 'Sunward.pdf', mimeType: 'application/pdf', buffer: pdf })
  await dialog.getByLabel(/^Your fee/).fill('18%')
  await dialog.getByLabel('Amount (USD)').fill('9500')
  await dialog.getByLabel('Frequency').selectOption('Every year')
  await dialog.getByLabel('First payment').fill('2024-04-15')
  await dialog.getByLabel('Number of payments').fill('6')
  await dialog.getByRole('checkbox', { name: 'Received before Sherpa, Apr 15, 2024' }).check()
  await dialog.getByRole('checkbox', { name: 'Received before Sherpa, Apr 15, 2025' }).check()
  await expect(dialog.getByText('$19,000')).toBeVisible()
  await expect(dialog.getByText('$38,000')).toBeVisible()
  await expect(dialog.getByText('$6,840')).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await dialog.getByRole('button', { name: 'Add signed deal' }).click()
  const identity = page.getByRole('dialog', { name: 'Confirm it is you' })
  const codeField = identity.getByRole('textbox')
  await codeField.fill('000000')
  await identity.getByRole('button', { name: 'Add signed deal' }).click()
  await expect(identity.getByText(/Wrong code/)).toBeVisible()
  await codeField.fill(code)
  await identity.getByRole('button', { name: 'Add signed deal' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Rafael Quintero × Sunward Eyewear' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Version 1 is in force' })).toBeVisible()
  await expect(page.getByText(/Entered as signed on Mar(ch)? 18, 2024\. \$19,000 was received before\./)).toBeVisible()
  await expect(page.getByText('All parties have signed')).toHaveCount(0)
  const [, id] = /deals\/([\da-f-]+)/.exec(page.url()) ?? []
  const { sums } = await askAs<{ sums: object[] }>(
    request,
    owner,
    'get',
    `organizations/${organization}/finances/deals/${id}`,
    undefined,
  )
  expect(sums).toMatchObject([{ receivedMinor: 1_900_000, promisedMinor: 5_700_000, feesMinor: 0 }])
  const { deals } = await inDatabase(async (client) => {
    const { rows } = await client.query('select id from deals where organization_id = $1', [organization])
    return { deals: rows }
  })
  // The wrong code left no second draft.
  expect(deals).toHaveLength(1)
  const mails = await inDatabase(async (client) => {
    const { rows } = await client.query("select kind from outgoing_mail where details ->> 'deal' = $1", [id])
    return rows
  })
  expect(mails).toEqual([])
})
