import { knownBillingDetails } from '@sherpa/contracts/billing-details'
import { expect, test } from 'vitest'
import { customerForTests } from '../../../test/customer.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { goodPassword } from '../../../test/people.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'

const customer = customerForTests({
  renderPdf: renderInWorker,
  invoicing: {
    issuer: {
      name: 'Sherpa Sports, Inc.',
      addressLines: ['500 Example Street', 'New York, NY 10001'],
      taxId: '12-3456789',
      bankDetails: ['Example Bank', 'Account 000123456789'],
      paymentInstructions: 'Please pay by bank transfer.',
    },
    tax: { name: 'sales tax', rateMillionths: 88_750 },
  },
})
const { world, people, buy, agree, pass, pay, subscribed, mails, newestInvoice } = customer

const details = {
  billingEmail: 'books@agency.example',
  legalName: 'Ridgeline Sports, LLC',
  addressLine1: '12 Lakeside Avenue',
  addressLine2: 'Floor 3',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60601',
  country: 'US',
  taxId: '98-7654321',
}
const address = () => `/api/organizations/${people.organization}/billing-details`
const saveDetails = (changes: object = {}) => people.owner.ask('PUT', address(), { ...details, ...changes })
const loadDetails = async () => knownBillingDetails.parse((await people.owner.ask('GET', address())).json())
const download = async () =>
  people.owner.ask('GET', `/api/invoices/${(await newestInvoice()).id}/pdf?organization=${people.organization}`)

test('billing details start empty, take the billing email from the purchase, and are stored as entered', async () => {
  expect(await loadDetails()).toMatchObject({ billingEmail: null, legalName: null, country: null })
  await buy()
  expect(await loadDetails()).toMatchObject({ billingEmail: people.owner.email, legalName: null })
  expect((await saveDetails()).statusCode).toBe(204)
  expect(await loadDetails()).toEqual({ ...details, tax: { name: 'sales tax', rateMillionths: 88_750 } })
  expect((await customer.subscription())?.billingEmail).toBe('books@agency.example')
})

test.each([
  [{ country: 'XX' }, 'country'],
  [{ state: '' }, 'state'],
  [{ country: 'CA', postalCode: '' }, 'postalCode'],
  [{ legalName: ' ' }, 'legalName'],
  [{ billingEmail: 'nowhere' }, 'billingEmail'],
  [{ taxExempt: true }, 'taxExempt'],
])('billing details with %j are rejected with the field', async (wrong, field) => {
  const answer = await saveDetails(wrong)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toMatchObject([{ field }])
})

test('billing details need no state in countries without states', async () => {
  expect((await saveDetails({ country: 'IE', state: '', postalCode: '' })).statusCode).toBe(204)
})

test('an invoice has issuer, customer, tax, total and payment instructions', async () => {
  await saveDetails()
  await subscribed()
  const answer = await download()
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="SH-2026-00001.pdf"')
  const { size, lines } = readPdf(answer.rawPayload)
  expect(size).toBe('612 792')
  expect(lines).toEqual([
    'Sherpa Sports, Inc.',
    '500 Example Street',
    'New York, NY 10001',
    'Tax ID: 12-3456789',
    'Billed to',
    'Ridgeline Sports, LLC',
    '12 Lakeside Avenue',
    'Floor 3',
    'Chicago, IL 60601',
    'United States',
    'Tax ID: 98-7654321',
    'Invoice SH-2026-00001',
    'Date of issue\tNovember 29, 2026',
    'Due date\tDecember 13, 2026',
    'Amount due\t$54.44',
    'Description\tQuantity\tUnit price\tAmount',
    'Agency Professional, November 29, 2026 to \t5\t$10.00\t$50.00',
    'December 29, 2026',
    'Subtotal\t$50.00',
    '8.875% sales tax\t$4.44',
    'Total\t$54.44',
    'How to pay',
    'Please pay by bank transfer.',
    'Example Bank',
    'Account 000123456789',
    'Please include the invoice number SH-2026-00001 with your payment.',
  ])
  expect(await newestInvoice()).toMatchObject({
    subtotalCents: 5000,
    tax: { name: 'sales tax', rateMillionths: 88_750, cents: 444 },
    totalCents: 5444,
  })
})

test('an invoice keeps the details of its issue date, even before its first download', async () => {
  await saveDetails({ country: 'DE', city: 'München', postalCode: '80331', state: '' })
  await subscribed()
  await saveDetails({ legalName: 'Another name' })
  const { size, lines } = readPdf((await download()).rawPayload)
  expect(size).toBe('595.28 841.89')
  expect(lines).toContain('Ridgeline Sports, LLC')
  expect(lines).toContain('80331 München')
  expect(lines).not.toContain('Another name')
})

test('without billing details an invoice is addressed to the organization', async () => {
  await subscribed()
  expect(readPdf((await download()).rawPayload).lines).toContain('Ridgeline')
})

test('a tax exemption applies to later invoices', async () => {
  const { id } = await subscribed()
  const taxed = await newestInvoice()
  const setExempt = (value: boolean) =>
    people.staff.ask('PUT', `/api/staff/subscriptions/${id}/tax-exemption`, { exempt: value })
  expect((await setExempt(true)).statusCode).toBe(204)
  expect((await setExempt(true)).statusCode).toBe(204)
  expect((await loadDetails()).tax).toBeNull()
  await pay(taxed)
  await pass(31)
  expect(await newestInvoice()).toMatchObject({ tax: null, totalCents: 5000 })
  await setExempt(false)
  expect((await loadDetails()).tax).not.toBeNull()
  const { rows } = await world.database.query(
    "select count(*)::int as times from audit_events where event = 'tax-exemption-changed' and organization_id = $1",
    [people.organization],
  )
  expect(rows[0].times).toBe(2)
})

test('billing mail goes to the current billing email', async () => {
  await subscribed()
  await saveDetails()
  await pass(15)
  await pay(await newestInvoice())
  const toBooks = (await mails()).filter(({ recipient }) => recipient === 'books@agency.example')
  expect(toBooks.map(({ kind }) => kind)).toEqual(['payment-overdue', 'payment-received'])
})

test.each([
  ['an owner, without another address', undefined],
  ['a billing email entered since', 'books@agency.example'],
])(
  'account deletion redirects pending billing mail to %s, and removes the address from invoices',
  async (_, newEmail) => {
    const leaver = await world.people.register('Unmistakable Leaver', 'leaver@unmistakable.example')
    await world.people.join(people.owner, people.organization, leaver, 'support-staff')
    const { id } = (await buy({ billingEmail: leaver.email })).json()
    await agree(id, 1000)
    await saveDetails({ billingEmail: leaver.email })
    await pass(14)
    if (newEmail) await saveDetails({ billingEmail: newEmail })
    const before = (await download()).rawPayload
    const toLeaver = (await mails()).filter(({ recipient }) => recipient === leaver.email)
    expect(toLeaver.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['price-offer', 'invoice']))

    expect((await world.people.deleteAccount(leaver)).statusCode).toBe(204)
    const recipient = newEmail ?? people.owner.email
    expect(await mails()).toEqual([
      { kind: 'price-needed', recipient: 'info@sherpa.example' },
      { kind: 'price-offer', recipient },
      { kind: 'price-accepted', recipient },
      { kind: 'invoice', recipient },
      { kind: 'account-deleted', recipient: leaver.email },
    ])
    const { rows } = await world.database.query('select billed_to, billing_email from invoices')
    expect(rows).toEqual([{ billed_to: 'Ridgeline Sports, LLC', billing_email: null }])
    expect((await download()).rawPayload.equals(before)).toBe(true)
  },
)

test('the billing email is removed when the last member deletes their account', async () => {
  const founder = await world.people.register()
  const organization = await world.people.createOrganization(founder, 'Alone')
  await founder.ask('POST', '/api/subscriptions/purchase', { organization, planId: 'agency-starter', seats: 1 })
  await world.people.deleteAccount(founder)
  const { rows } = await world.database.query('select billing_email from billing_details where organization_id = $1', [
    organization,
  ])
  expect(rows).toEqual([{ billing_email: null }])
})

test('an email change updates the billing email and pending billing mail', async () => {
  const founder = await world.people.register()
  const organization = await world.people.createOrganization(founder)
  const choice = { organization, planId: 'agency-starter', seats: 1 }
  const { id } = (await founder.ask('POST', '/api/subscriptions/purchase', choice)).json()
  await customer.offer(id, 4900)
  const email = 'new-address@agency.example'
  await world.people.assumeSecondFactor(founder, false)
  await founder.ask('POST', '/api/account/email-change', { email, password: goodPassword })
  for (const [address, kind] of [
    [founder.email, 'approve-new-email'],
    [email, 'confirm-new-email'],
  ] as const) {
    const { token } = await world.people.mailTo(address, kind)
    await founder.ask('POST', '/api/account/email-change/confirmation', { token })
  }
  const current = await founder.ask('GET', `/api/subscriptions/current?organization=${organization}`)
  expect(current.json().subscription.billingEmail).toBe(email)
  expect(await mails()).toContainEqual({ kind: 'price-offer', recipient: email })
})
