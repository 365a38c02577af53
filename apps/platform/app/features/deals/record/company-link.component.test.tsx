import type { Deal, DealLink } from '@sherpa/contracts/deal'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, showScreen } from '../../../../test/show-screen.tsx'
import { CompanyLinks } from './company-link.tsx'

const link: DealLink = {
  id: '018f0000-0000-7000-8000-0000000000ee',
  purpose: 'signature',
  number: 1,
  name: 'Sofia Brandt',
  title: null,
  email: 'sofia@halden.example',
  sentAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  expiresAt: '2126-11-30T15:00:00.000Z',
  mail: 'sent',
  openedAt: null,
  state: 'open',
  lockedUntil: null,
  reassignment: null,
}
const dealWith = (changes: Partial<DealLink>, actions: Deal['actions'] = ['send-link']) =>
  ({
    id: '018f0000-0000-7000-8000-0000000000dd',
    newestVersion: 1,
    versionInForce: null,
    versions: [{ number: 1, company: { name: 'Halden' }, terms: { payor: null } }],
    links: [{ ...link, ...changes }],
    actions,
  }) as unknown as Deal

test('says when it was sent and opened, and sends again to the same person', async () => {
  const server = fakeServer({ [`POST deals/${dealWith({}).id}/links`]: 'version-replaced' })
  await showScreen(<CompanyLinks deal={dealWith({ openedAt: new Date(Date.now() - 2 * 3_600_000).toISOString() })} />)
  await expect.element(page.getByText(/^Sent to Sofia Brandt 3 hr ago, opened 2 hr ago/)).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  const { purpose, number, name, title, email } = link
  await expect.poll(() => server.asked.at(-1)?.body).toEqual({ purpose, number, name, title, email })
  expect(server.asked.at(-1)?.call).not.toContain(organization.id)
})

test.each<[Partial<DealLink>, RegExp]>([
  [{ mail: 'failed' }, /^The mail to Sofia Brandt was refused by halden\.example\./],
  [{ state: 'expired' }, /^The link to Sofia Brandt has expired\.$/],
  [{ state: 'codes' }, /was closed after too many wrong codes/],
  [{ state: 'codes', lockedUntil: '2126-11-30T15:00:00.000Z' }, /is closed for an hour after five wrong codes/],
])('says %o in words', async (changes, words) => {
  await showScreen(<CompanyLinks deal={dealWith(changes)} />)
  await expect.element(page.getByText(words)).toBeVisible()
})

test('the page of a link that signed can be withdrawn', async () => {
  await showScreen(<CompanyLinks deal={dealWith({ state: 'signed' }, ['send-page'])} />)
  await expect
    .element(page.getByText('Sofia Brandt signed version 1 by link and can open the company page.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Withdraw link' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
})

test('after an amendment the page is sent of the version in force, and the link that signed can be withdrawn', async () => {
  const amended = {
    ...dealWith({ purpose: 'page', expiresAt: null }, ['send-page']),
    newestVersion: 2,
    versionInForce: 2,
  }
  const server = fakeServer({ [`POST deals/${amended.id}/links`]: 'version-replaced' })
  const earlier: DealLink = { ...link, id: '018f0000-0000-7000-8000-0000000000ef', name: 'Ben Ito', state: 'signed' }
  await showScreen(<CompanyLinks deal={{ ...amended, links: [earlier, ...amended.links] }} />)
  await expect.element(page.getByText('Ben Ito signed version 1 by link and can open the company page.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Withdraw link' }).elements()).toHaveLength(2)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => server.asked.at(-1)?.body).toMatchObject({ purpose: 'page', number: 2 })
})

test('a link that wrong codes closed is reopened', async () => {
  const deal = dealWith({ state: 'codes' })
  const server = fakeServer({ [`POST deals/${deal.id}/links/${link.id}/reopening`]: 'changed-meanwhile' })
  await showScreen(<CompanyLinks deal={deal} />)
  await page.getByRole('button', { name: 'Reopen link' }).click()
  await expect.poll(() => server.asked).toHaveLength(1)
})

test('a closed link has nothing to withdraw', async () => {
  await showScreen(<CompanyLinks deal={dealWith({ state: 'withdrawn' })} />)
  await expect.element(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Withdraw link' })).not.toBeInTheDocument()
})

test('without the permission there are no buttons', async () => {
  await showScreen(<CompanyLinks deal={dealWith({}, [])} />)
  await expect.element(page.getByText(/^Sent to Sofia Brandt/)).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test.each([
  ['Confirm signer', 'confirmed'],
  ['Refuse', 'refused'],
])('“%s” answers the recipient who named another signer', async (label, decision) => {
  const reassignment = { name: 'Lee Roth', title: null, email: 'lee@roth-law.example', askedAt: link.sentAt }
  const deal = dealWith({ reassignment })
  const server = fakeServer({ [`POST deals/${deal.id}/links/${link.id}/reassignment`]: 'changed-meanwhile' })
  await showScreen(<CompanyLinks deal={deal} />)
  await expect.element(page.getByText(/^Sofia Brandt wants Lee Roth to sign instead/)).toBeVisible()
  await page.getByRole('button', { name: label, exact: true }).click()
  await expect.poll(() => server.asked.at(-1)?.body).toEqual({ email: 'lee@roth-law.example', decision })
})
