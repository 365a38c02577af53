import { dayIn } from '@sherpa/contracts/days'
import { monthAfter } from '@sherpa/contracts/finance'
import { monthly } from '../apps/server/test/signed-deal'
import { askAs, bookReceipt, enter, makeAccount, makeOrganization, makeSignedDeal } from './platform'
import { expect, test } from './site'

test('the forecast keeps guaranteed and conditional money apart, follows a receipt live, and links to its payments', async ({
  page,
  request,
}) => {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner)
  const add = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await add('athletes', { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' })
  const company = await add('companies', { name: 'Lakeside Club', kind: 'club' })
  const next = monthAfter(dayIn(new Date().toISOString(), 'America/New_York').slice(0, 7), 1)
  const bonus = {
    id: crypto.randomUUID(),
    kind: 'incentive',
    title: 'Pro Bowl',
    amountMinor: 70_000,
    inKind: false,
    schedule: { kind: 'condition', metric: 'Pro Bowl', threshold: null, estimatedDay: `${next}-20` },
  } as const
  const { payments } = await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: company.id,
    terms: {
      payments: [monthly(500_000, { from: `${next}-05`, times: 2 }), bonus],
      fee: { rateMillionths: 100_000 },
    },
  })
  await enter(page, owner, `/organizations/${organization}/finances`)
  await page.getByRole('navigation', { name: 'Finances' }).getByRole('link', { name: 'Forecast' }).click()
  const figure = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
  await expect(figure('Guaranteed').first()).toContainText('$10,000')
  await expect(figure('Conditional').first()).toContainText('$700')
  await expect(figure('Fees')).toContainText('$1,000On guaranteed money, and $70 on conditional')
  await expect(page.getByRole('row', { name: /^Guaranteed \$5,000 \$5,000/ })).toBeVisible()

  await bookReceipt(request, owner, organization, { paymentId: payments[0] ?? '', amountMinor: 200_000 })
  await expect(figure('Guaranteed').first()).toContainText('$8,000')

  await page
    .getByRole('row', { name: /^Guaranteed, NIL/ })
    .getByRole('link', { name: '$3,000' })
    .press('Enter')
  await expect(page).toHaveURL(/certainty=guaranteed/)
  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /Jonah Okoye/ })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/\$5,000\.00\$3,000\.00/)
  await page.goBack()

  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('row', { name: /NIL/ }).first().getByRole('link', { name: '$700' }).click()
  await expect(page.getByText('Pro Bowl')).toBeVisible()
  await expect(page.getByText('$700').filter({ visible: true })).toHaveCount(1)
})
