import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { BadSetting, readConfig, settingNames } from './config.ts'
import { refuseMisspelledSettings } from './misspelled-settings.ts'

test('by default the server listens on localhost:3000 and trusts no proxy', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: 'localhost', trustedProxies: undefined, serveSite: true })
})

test('an empty setting counts as unset', () => {
  expect(readConfig({ PORT: '' }).port).toBe(3000)
})

test.each(['abc', '70000', '-1', '3.5'])('rejects PORT=%s with a message that names it', (PORT) => {
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
  ['SITE_URL', 'https://sherpa.example/"><script>'],
  ['PLATFORM_URL', 'https://app.sherpa.example/path'],
  ['API_URL', '/api'],
  ['CORS_ORIGINS', 'example.com'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['DRAIN_SECONDS', '61'],
  ['DATABASE_CONNECTIONS', '3'],
  ['DATABASE_BACKGROUND_CONNECTIONS', 'many'],
  ['CELL', 'East'],
  ['CELL_ADDRESSES', 'https://b.sherpa.example'],
  ['CELL_ADDRESSES', 'b=b.sherpa.example'],
])('rejects %s=%s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} must be`)
})

test('reads drain, connections and the previous release', () => {
  const defaults = { drainSeconds: 5, connections: { requests: 40, background: 12 }, previousRelease: undefined }
  expect(readConfig({})).toMatchObject(defaults)
  const env = {
    DRAIN_SECONDS: '0',
    DATABASE_CONNECTIONS: '8',
    DATABASE_BACKGROUND_CONNECTIONS: '4',
    PREVIOUS_RELEASE: '/srv/sherpa-1',
  }
  expect(readConfig(env)).toMatchObject({
    drainSeconds: 0,
    connections: { requests: 8, background: 4 },
    previousRelease: '/srv/sherpa-1',
  })
})

test('without settings there is one cell', () => {
  expect(readConfig({}).cells).toEqual({ own: 'a', addresses: {} })
  const env = { CELL: 'b', CELL_ADDRESSES: 'a=https://app.sherpa.example, c=http://10.0.0.3:3001' }
  expect(readConfig(env).cells).toEqual({
    own: 'b',
    addresses: { a: 'https://app.sherpa.example', c: 'http://10.0.0.3:3001' },
  })
})

test('pages get the addresses that are set; by default the ports on localhost, and the API beside the site', () => {
  expect(readConfig({ PORT: '4000' }).addresses).toEqual({
    site: 'http://localhost:4000',
    platform: 'http://localhost:3001',
    api: '/api',
  })
  const set = { SITE_URL: 'https://sherpa.example/', API_URL: 'https://api.sherpa.example/api' }
  expect(readConfig({ ...set, PLATFORM_URL: 'https://app.sherpa.example' }).addresses).toEqual({
    site: 'https://sherpa.example',
    platform: 'https://app.sherpa.example',
    api: 'https://api.sherpa.example/api',
  })
})

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['DATABASE_CONECTIONS', 'DATABASE_CONNECTIONS'],
  ['smtp_url', 'SMTP_URL'],
  ['SHERPA_PLATFORM_URL', 'PLATFORM_URL'],
])('%s is refused as a misspelling of %s', (name, meant) => {
  expect(() => refuseMisspelledSettings({ [name]: 'any' })).toThrow(`${name} is not a setting; did you mean ${meant}?`)
})

test('variables that are not ours are no misspellings', () => {
  const others = ['HOME', 'PATH', 'PWD', 'HOSTNAME', 'USER', 'PS1', 'NODE_ENV', 'SITE_PACKAGES', 'OTEL_TRACES_SAMPLER']
  refuseMisspelledSettings(Object.fromEntries([...others, ...settingNames].map((name) => [name, 'any'])))
})

test('reads trusted proxies as a list', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, loopback' }).trustedProxies).toEqual(['10.0.0.1', 'loopback'])
})

test('reads company, bank account and tax of invoices', () => {
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

test('by default there is no tax, and invoices ask to reply for bank details', () => {
  const { issuer, tax } = readConfig({}).invoicing
  expect(tax).toBeNull()
  expect(issuer.paymentInstructions).toMatch(/^To pay, reply/)
})

test.each([
  [{ DATABASE_OWNER_URL: 'postgres://owner@host/name' }, 'DATABASE_URL must be set beside DATABASE_OWNER_URL'],
  [
    { AUTH_SECRET_OTHER: 'a secret of more than thirty-two characters' },
    'AUTH_SECRET must be set beside AUTH_SECRET_OTHER',
  ],
  [{ COMPANY_TIME_ZONE: 'Mars/Olympus' }, 'COMPANY_TIME_ZONE must be a time zone'],
  [{ COMPANY_TIME_ZONE: '+05:00' }, 'COMPANY_TIME_ZONE must be a time zone'],
  [{ DEMO_RETENTION_DAYS: '0' }, 'DEMO_RETENTION_DAYS must be a number of days'],
  [{ FILES_BUCKET_URL: 's3://files' }, 'FILES_BUCKET_URL must be an address'],
  [{ FILES_BUCKET_URL: 'https://s3.example/files' }, 'FILES_ACCESS_KEY and FILES_SECRET_KEY must be set together'],
  [{ FILES_SESSION_TOKEN: 'token' }, 'FILES_SESSION_TOKEN needs FILES_BUCKET_URL'],
  [{ TAX_PERCENT: '8.25' }, 'TAX_NAME and TAX_PERCENT must be set together'],
  [{ TAX_NAME: 'VAT', TAX_PERCENT: '20%' }, 'TAX_PERCENT must be'],
])('rejects %j', (settings, message) => {
  expect(() => readConfig(settings)).toThrow(message)
})

test('reads the bucket for files', () => {
  expect(readConfig({}).filesBucket).toBeUndefined()
  const bucket = { FILES_BUCKET_URL: 'https://s3.example/files/', FILES_ACCESS_KEY: 'key', FILES_SECRET_KEY: 'secret' }
  const read = { url: 'https://s3.example/files', accessKey: 'key', secretKey: 'secret', region: 'us-east-1' }
  expect(readConfig(bucket).filesBucket).toEqual({ ...read, readOnly: false })
})

describe('the sender of mail', () => {
  test('has one mailbox per purpose', () => {
    expect(readConfig({}).mailboxes.from).toEqual({
      demo: 'Sherpa Demos <demo@sherpa.example>',
      accounts: 'Sherpa Accounts <accounts@sherpa.example>',
      billing: 'Sherpa Billing <billing@sherpa.example>',
    })
  })

  test('defaults to MAIL_FROM', () => {
    const { from } = readConfig({ MAIL_FROM: 'old@sherpa.example', MAIL_FROM_BILLING: 'new@sherpa.example' }).mailboxes
    expect(from).toEqual({ demo: 'old@sherpa.example', accounts: 'old@sherpa.example', billing: 'new@sherpa.example' })
  })

  test('sends replies to staff, and billing replies to BILLING_MAILBOX if set', () => {
    const answersOf = (env: Record<string, string>) => readConfig(env).mailboxes.replyTo
    const staff = 'staff@sherpa.example'
    expect(answersOf({ STAFF_MAILBOX: staff })).toEqual({ demo: staff, accounts: staff, billing: staff })
    expect(answersOf({ STAFF_MAILBOX: staff, BILLING_MAILBOX: 'books@sherpa.example' })).toEqual({
      demo: staff,
      accounts: staff,
      billing: 'books@sherpa.example',
    })
  })

  test('has a company with postal address and site URL, with or without trailing slash', () => {
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

test('traces go nowhere without an endpoint; with one, one request of ten is traced unless a share is set', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(readConfig({}).tracing).toBeUndefined()
  expect(readConfig(endpoint).tracing).toEqual({ endpoint: 'http://collector:4318', ratio: 0.1, serviceName: 'sherpa' })
  expect(readConfig({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '1' }).tracing).toMatchObject({ ratio: 1 })
})

test('the example for a release is valid and names documented settings only', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
  const example = parseEnv(read('deploy/sherpa.env.example').replace(/^# (?=[A-Z_]+=)/gm, ''))
  const secrets = { AUTH_SECRET: 'a secret of more than thirty-two characters', METRICS_TOKEN: 'a token of its own' }
  expect(readConfig({ ...example, ...secrets })).toMatchObject({
    dataDirectory: '/var/lib/sherpa',
    trustedProxies: ['loopback'],
    previousRelease: '/opt/sherpa-previous',
  })
  const documented = read('docs/operations.md')
  expect(Object.keys(example).filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
})
