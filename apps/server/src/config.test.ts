import { describe, expect, test } from 'vitest'
import { BadSetting, readConfig } from './config.ts'

test('without settings the server listens on localhost:3000 and believes no proxy', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: 'localhost', trustedProxies: undefined, serveSite: true })
})

test('an empty setting counts as none', () => {
  expect(readConfig({ PORT: '' }).port).toBe(3000)
})

test.each(['abc', '70000', '-1', '3.5'])('PORT=%s is refused in one sentence that names it', (PORT) => {
  expect(() => readConfig({ PORT })).toThrow(
    new BadSetting(`PORT must be a port number from 0 to 65535, not "${PORT}".`),
  )
})

test.each([
  ['TRUST_PROXY', 'nonsense'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM_BILLING', 'nobody'],
  ['BILLING_MAILBOX', 'nobody'],
  ['SITE_URL', 'sherpa.example'],
  ['CORS_ORIGINS', 'example.com'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} must be`)
})

test('trusted proxies are a list', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, loopback' }).trustedProxies).toEqual(['10.0.0.1', 'loopback'])
})

test('invoices come from a company with an address, a bank account and a tax, each as it is set', () => {
  const { issuer, tax } = readConfig({
    COMPANY_NAME: 'Sherpa Sports, Inc.',
    COMPANY_ADDRESS: '500 Example Street | New York, NY 10001',
    COMPANY_TAX_ID: '12-3456789',
    BANK_DETAILS: 'Example Bank|Account 000123456789|',
    TAX_NAME: 'sales tax',
    TAX_PERCENT: '8.875',
  }).invoicing
  expect(issuer).toEqual({
    name: 'Sherpa Sports, Inc.',
    addressLines: ['500 Example Street', 'New York, NY 10001'],
    taxId: '12-3456789',
    bankDetails: ['Example Bank', 'Account 000123456789'],
    paymentInstructions: 'Please pay by bank transfer to the account below.',
  })
  expect(tax).toEqual({ name: 'sales tax', rateMillionths: 88_750 })
})

test('without settings there is no tax, and invoices ask to reply for the bank details', () => {
  const { issuer, tax } = readConfig({}).invoicing
  expect(tax).toBeNull()
  expect(issuer.paymentInstructions).toMatch(/^To pay, reply/)
})

test.each([
  [{ DATABASE_OWNER_URL: 'postgres://owner@host/name' }, 'DATABASE_URL must be set beside DATABASE_OWNER_URL'],
  [{ COMPANY_TIME_ZONE: 'Mars/Olympus' }, 'COMPANY_TIME_ZONE must be a time zone'],
  [{ COMPANY_TIME_ZONE: '+05:00' }, 'COMPANY_TIME_ZONE must be a time zone'],
  [{ DEMO_RETENTION_DAYS: '0' }, 'DEMO_RETENTION_DAYS must be a number of days'],
  [{ FILES_BUCKET_URL: 's3://files' }, 'FILES_BUCKET_URL must be an address'],
  [{ FILES_BUCKET_URL: 'https://s3.example/files' }, 'FILES_ACCESS_KEY and FILES_SECRET_KEY must be set together'],
  [{ TAX_PERCENT: '8.25' }, 'TAX_NAME and TAX_PERCENT must be set together'],
  [{ TAX_NAME: 'VAT', TAX_PERCENT: '20%' }, 'TAX_PERCENT must be'],
])('%j is refused', (settings, message) => {
  expect(() => readConfig(settings)).toThrow(message)
})

test('files are kept in a bucket where one is named', () => {
  expect(readConfig({}).filesBucket).toBeUndefined()
  const bucket = { FILES_BUCKET_URL: 'https://s3.example/files/', FILES_ACCESS_KEY: 'key', FILES_SECRET_KEY: 'secret' }
  const read = { url: 'https://s3.example/files', accessKey: 'key', secretKey: 'secret', region: 'us-east-1' }
  expect(readConfig(bucket).filesBucket).toEqual(read)
})

describe('the sender of mail', () => {
  test('is one for each purpose', () => {
    expect(readConfig({}).mailboxes.from).toEqual({
      demo: 'Sherpa Demos <demo@sherpa.example>',
      accounts: 'Sherpa Accounts <accounts@sherpa.example>',
      billing: 'Sherpa Billing <billing@sherpa.example>',
    })
  })

  test('is MAIL_FROM for every purpose that has none of its own', () => {
    const { from } = readConfig({ MAIL_FROM: 'old@sherpa.example', MAIL_FROM_BILLING: 'new@sherpa.example' }).mailboxes
    expect(from).toEqual({ demo: 'old@sherpa.example', accounts: 'old@sherpa.example', billing: 'new@sherpa.example' })
  })

  test('has answers go to the staff, and those about billing to a mailbox of their own where there is one', () => {
    const answersOf = (env: Record<string, string>) => readConfig(env).mailboxes.replyTo
    const staff = 'staff@sherpa.example'
    expect(answersOf({ STAFF_MAILBOX: staff })).toEqual({ demo: staff, accounts: staff, billing: staff })
    expect(answersOf({ STAFF_MAILBOX: staff, BILLING_MAILBOX: 'books@sherpa.example' })).toEqual({
      demo: staff,
      accounts: staff,
      billing: 'books@sherpa.example',
    })
  })

  test('is a company with a postal address and a site, whose address may end with a slash', () => {
    const company = {
      COMPANY_NAME: 'Sherpa Inc.',
      COMPANY_ADDRESS: '1 Main Street',
      SITE_URL: 'https://sherpa.example/',
    }
    expect(readConfig(company).company).toEqual({
      name: 'Sherpa Inc.',
      postalAddress: '1 Main Street',
      siteUrl: 'https://sherpa.example',
    })
  })
})
