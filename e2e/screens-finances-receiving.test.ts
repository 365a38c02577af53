import { monthly, signedDeal } from '../apps/server/test/signed-deal'
import { askAs, enter, inDatabase, makeAccount, makeOrganization, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

test('payments, receipts and bank transactions are accessible and responsive, with their dialogs', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}/finances${path}`
  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  await enter(page, owner, `/organizations/${organization}/finances/payments`)
  await expect(page.getByText('No payments yet')).toBeVisible()
  await expectScreen(page, 'Finances')
  const { id: athlete } = await ask<{ id: string }>('athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
  })
  const name = 'The Extraordinarily-Long-Named Sportswear Company'
  const { id: company } = await ask<{ id: string }>('companies', { name, kind: 'brand' })
  await inDatabase(async (client) => {
    // The open list must not load a part of the payments.
    await client.query('begin')
    const terms = { payments: [monthly(123_456_789, { from: '2026-01-01' })] }
    const { deal } = await signedDeal(client, { organization, athlete, company, title: name, terms })
    await client.query(
      `insert into bank_imports (organization_id, id, name, currency, mapping, lines, added) values ($1, $2, 'a', 'USD', '{}', 1, 1)`,
      [organization, deal],
    )
    await client.query(
      `insert into bank_lines (organization_id, id, import_id, booked_on, currency, amount_minor, payer, reference, fingerprint, occurrence,
         state)
       values ($1, $2, $2, '2026-01-05', 'USD', 123456789, $3, 'Wire', '\\x00', 1, 'open'),
         ($1, gen_random_uuid(), $2, '2026-01-06', 'USD', -123456789, $3, 'Refund', '\\x01', 1, 'open')`,
      [organization, deal, name],
    )
    await client.query('commit')
  })
  for (const path of ['/payments', '/receipts/bank']) {
    await visit(page, at(path))
    await expect(page.getByRole('cell', { name: /days late|Certain/ }).first()).toBeVisible()
    await expectScreen(page, 'Finances')
  }
  await page.getByRole('button', { name: /^Confirm: / }).click()
  await expect(page.getByText(/ recorded\.$/)).toBeVisible()
  await visit(page, at('/receipts'))
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('button', { name: 'Reverse receipt' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await visit(page, at('/receipts/bank?direction=out'))
  for (const item of ['Reverse receipt', 'Ignore']) {
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('button', { name: item, exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await page.keyboard.press('Escape')
  }
  await visit(page, at('/payments'))
  await expect(page.getByRole('table', { name: 'Payments' })).toBeVisible()
  for (const [action, dialog] of [
    [/^Record/, 'Record payment'],
    [/^Remind/, 'Remind payer'],
  ] as const) {
    await page.getByRole('row').getByRole('button', { name: action }).first().click()
    await expect(page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await page.keyboard.press('Escape')
  }
})
