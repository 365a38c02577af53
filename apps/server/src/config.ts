import { isIP } from 'node:net'
import { z } from 'zod'
import { readMailbox } from './mail/mailbox.ts'
import { isTimeZone } from './mail/zoned-time.ts'

/** A setting we cannot work with. Its message is for the person who started the server. */
export class BadSetting extends Error {}

const port = z.coerce
  .number('must be a port number from 0 to 65535')
  .int('must be a port number from 0 to 65535')
  .min(0, 'must be a port number from 0 to 65535')
  .max(65535, 'must be a port number from 0 to 65535')

/** Several lines of text in one setting. */
const lines = (fallback: string) =>
  z
    .string()
    .max(500, 'must have at most 500 characters')
    .default(fallback)
    .transform((text) => text.split('|').map((line) => line.trim()))
    .transform((all) => all.filter((line) => line !== ''))

const mailbox = z
  .string()
  .refine((text) => readMailbox(text) !== undefined, 'must be one mailbox such as Sherpa <demo@sherpa.example>')

const settings = z.object({
  PORT: port.default(3000),
  /** Where the platform listens. */
  PLATFORM_PORT: port.default(3001),
  /** Where people find the platform, for links in mail. */
  PLATFORM_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+$/, 'must be an origin such as https://app.sherpa.example')
    .optional(),
  /** Where people find the site, for links in mail. */
  SITE_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#\s][^?#\s]*$/, 'must be an address such as https://www.sherpa.example')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  /** Signs and encrypts what accounts need kept secret. All servers of one database need the same. */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  HOST: z.string().default('localhost'),
  /** Where our own proxies are, so that their X-Forwarded-* headers may be believed. */
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine(
      (list) => list.every(isNetwork),
      'must be addresses or networks such as 10.0.0.0/8, or loopback, separated by commas',
    )
    .optional(),
  /** `off` while the site's own development server shows the pages. */
  SERVE_SITE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /** A PostgreSQL server; without it, one of our own keeps its files in DATA_DIRECTORY. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address such as postgres://user@host/name')
    .optional(),
  /** The owner of the tables, who may change them. Without it, DATABASE_URL is the owner's, and gives its rights up to serve. */
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address such as postgres://owner@host/name')
    .optional(),
  DATA_DIRECTORY: z.string().default('.data'),
  /** A bucket of an S3-compatible store, with its name at the end; without it, files are kept in DATA_DIRECTORY/files. */
  FILES_BUCKET_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+(\/[^?#\s]+)?$/, 'must be an address such as https://s3.example/files')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  FILES_ACCESS_KEY: z.string().optional(),
  FILES_SECRET_KEY: z.string().optional(),
  FILES_REGION: z.string().default('us-east-1'),
  /** A mail server; without it, mail is written to DATA_DIRECTORY/mail. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an address such as smtp://user:password@host:587')
    .optional(),
  /** The sender of all mail whose purpose has none of its own. */
  MAIL_FROM: mailbox.optional(),
  MAIL_FROM_DEMO: mailbox.optional(),
  MAIL_FROM_ACCOUNTS: mailbox.optional(),
  MAIL_FROM_BILLING: mailbox.optional(),
  /** Who we are, for invoices and the footer of mail. */
  COMPANY_NAME: z.string().max(100, 'must have at most 100 characters').default('Sherpa'),
  COMPANY_ADDRESS: lines('500 Example Street|New York, NY 10001'),
  /** By whose clock we promise answers: what is a weekday, and when a day ends. */
  COMPANY_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as America/New_York')
    .default('America/New_York'),
  /** After so many days, demo requests no longer tell who asked. */
  DEMO_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a number of days')
    .transform(Number)
    .default(730),
  COMPANY_TAX_ID: z.string().max(40, 'must have at most 40 characters').optional(),
  /** The bank account that customers pay to. */
  BANK_DETAILS: lines(''),
  /** How to pay, in a sentence or two. */
  PAYMENT_INSTRUCTIONS: z.string().max(500, 'must have at most 500 characters').optional(),
  /** The tax that is added to invoices, such as "sales tax" and 8.25. */
  TAX_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  TAX_PERCENT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a percentage such as 8.25')
    .optional(),
  STAFF_MAILBOX: z.email('must be an email address').default('info@sherpa.example'),
  /** Where answers to mail about billing go; without it, STAFF_MAILBOX. */
  BILLING_MAILBOX: z.email('must be an email address').optional(),
  RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /** Other origins that may call the API: where the site lives, if not here. */
  CORS_ORIGINS: z
    .string()
    .regex(
      /^https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*$/,
      'must be origins such as https://www.sherpa.example, separated by commas',
    )
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .default([]),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
})

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) {
    const wrong = read.error.issues.map((issue) => {
      const name = String(issue.path[0])
      // Addresses of databases and mail servers hold passwords: they are not repeated.
      return /URL|TOKEN|SECRET/.test(name)
        ? `${name} ${issue.message}`
        : `${name} ${issue.message}, not "${given[name]}"`
    })
    throw new BadSetting(`${wrong.join('; ')}.`)
  }
  const values = read.data
  if (values.DATABASE_URL && !values.AUTH_SECRET) {
    throw new BadSetting(
      'AUTH_SECRET must be set beside DATABASE_URL: at least 32 characters, the same on all servers.',
    )
  }
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
    throw new BadSetting(
      'DATABASE_URL must be set beside DATABASE_OWNER_URL: the user who serves, of the same database.',
    )
  }
  if ((values.TAX_NAME === undefined) !== (values.TAX_PERCENT === undefined)) {
    throw new BadSetting('TAX_NAME and TAX_PERCENT must be set together, or neither.')
  }
  const { FILES_BUCKET_URL: url, FILES_ACCESS_KEY: accessKey, FILES_SECRET_KEY: secretKey } = values
  if (new Set([url, accessKey, secretKey].map((value) => value === undefined)).size > 1) {
    throw new BadSetting(
      'FILES_BUCKET_URL, FILES_ACCESS_KEY and FILES_SECRET_KEY must be set together, or none of them.',
    )
  }
  return {
    port: values.PORT,
    platformPort: values.PLATFORM_PORT,
    platformUrl: values.PLATFORM_URL ?? `http://localhost:${values.PLATFORM_PORT}`,
    authSecret: values.AUTH_SECRET,
    host: values.HOST,
    trustedProxies: values.TRUST_PROXY,
    serveSite: values.SERVE_SITE === 'on',
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    dataDirectory: values.DATA_DIRECTORY,
    filesBucket: url && accessKey && secretKey ? { url, accessKey, secretKey, region: values.FILES_REGION } : undefined,
    smtpUrl: values.SMTP_URL,
    invoicing: {
      issuer: {
        name: values.COMPANY_NAME,
        addressLines: values.COMPANY_ADDRESS,
        taxId: values.COMPANY_TAX_ID ?? null,
        bankDetails: values.BANK_DETAILS,
        paymentInstructions:
          values.PAYMENT_INSTRUCTIONS ??
          (values.BANK_DETAILS.length > 0
            ? 'Please pay by bank transfer to the account below.'
            : 'To pay, reply to the email that this invoice is attached to. We will send you our bank details.'),
      },
      tax:
        values.TAX_NAME && values.TAX_PERCENT
          ? { name: values.TAX_NAME, rateMillionths: Math.round(Number(values.TAX_PERCENT) * 10_000) }
          : null,
    },
    mailboxes: {
      from: {
        demo: values.MAIL_FROM_DEMO ?? values.MAIL_FROM ?? 'Sherpa Demos <demo@sherpa.example>',
        accounts: values.MAIL_FROM_ACCOUNTS ?? values.MAIL_FROM ?? 'Sherpa Accounts <accounts@sherpa.example>',
        billing: values.MAIL_FROM_BILLING ?? values.MAIL_FROM ?? 'Sherpa Billing <billing@sherpa.example>',
      },
      replyTo: {
        demo: values.STAFF_MAILBOX,
        accounts: values.STAFF_MAILBOX,
        billing: values.BILLING_MAILBOX ?? values.STAFF_MAILBOX,
      },
      staff: values.STAFF_MAILBOX,
    },
    company: {
      name: values.COMPANY_NAME,
      postalAddress: values.COMPANY_ADDRESS.join(', '),
      siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    },
    demoDesk: { companyTimeZone: values.COMPANY_TIME_ZONE, retentionDays: values.DEMO_RETENTION_DAYS },
    rateLimited: values.RATE_LIMIT === 'on',
    corsOrigins: values.CORS_ORIGINS,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  }
}

function isNetwork(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}
