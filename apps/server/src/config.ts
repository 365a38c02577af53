import { isIP } from 'node:net'
import { z } from 'zod'
import { readMailbox } from './mail/mailbox.ts'
import { isTimeZone } from './mail/zoned-time.ts'
import type { Secrets } from './secrets.ts'

/** Invalid setting. The message is shown to the operator. */
export class BadSetting extends Error {}

const port = z.coerce
  .number('must be a port number from 0 to 65535')
  .int('must be a port number from 0 to 65535')
  .min(0, 'must be a port number from 0 to 65535')
  .max(65535, 'must be a port number from 0 to 65535')

/** Lines separated by `|`. */
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

const connections = z
  .string()
  .regex(/^([4-9]|[1-9]\d{1,3})$/, 'must be a number of connections from 4 to 9999')
  .transform(Number)
/** The code of a cell, as in `/api/in/<cell>/…`. */
const cellCode = '[a-z][a-z0-9]{0,7}'
const cellAddress = 'https?://[\\w.:[\\]-]+'
/** Inserted into pages verbatim, so it has no character that HTML or JSON escapes. */
const webAddress = (example: string) =>
  z
    .string()
    .regex(/^https?:\/\/[\w.:[\]-]+(\/[\w.~%/-]*)?$/, `must be an address such as ${example}`)
    .transform((address) => address.replace(/\/+$/, ''))

/** Connections for readiness probes. */
const PROBES = 2

const settings = z.object({
  PORT: port.default(3000),
  PLATFORM_PORT: port.default(3001),
  /** Public URL of the platform, for links in mail and on the site. */
  PLATFORM_URL: z
    .string()
    .regex(/^https?:\/\/[\w.:[\]-]+$/, 'must be an origin such as https://app.sherpa.example')
    .optional(),
  /** Public URL of the site, for links in mail and its canonical links. */
  SITE_URL: webAddress('https://www.sherpa.example').optional(),
  /** URL of the API for the site's pages. Default: same origin. */
  API_URL: webAddress('https://api.sherpa.example/api').optional(),
  /** Signing and encryption key of accounts, shared by all servers of a database. */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** During a rotation: the next or the previous AUTH_SECRET, which is accepted as well. */
  AUTH_SECRET_OTHER: z.string().min(32, 'must have at least 32 characters').optional(),
  HOST: z.string().default('localhost'),
  /** Proxies whose X-Forwarded-* headers are trusted. */
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine(
      (list) => list.every(isNetwork),
      'must be addresses or networks such as 10.0.0.0/8, or loopback, separated by commas',
    )
    .optional(),
  /** Folder of the previous release: its scripts stay loadable for open windows. */
  PREVIOUS_RELEASE: z.string().optional(),
  /** `off` in development, when Vite serves the pages. */
  SERVE_SITE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /** Default: an embedded PostgreSQL in DATA_DIRECTORY. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address such as postgres://user@host/name')
    .optional(),
  /** Role that owns the tables and migrates. Default: DATABASE_URL, which then switches to the serving role. */
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address such as postgres://owner@host/name')
    .optional(),
  /** Maximum connections for requests and for background work. */
  DATABASE_CONNECTIONS: connections.default(40),
  DATABASE_BACKGROUND_CONNECTIONS: connections.default(12),
  /** Code of the cell whose database this is (decision 0024). */
  CELL: z
    .string()
    .regex(new RegExp(`^${cellCode}$`), 'must be a code of at most 8 lowercase letters and digits, such as a')
    .default('a'),
  /** Public addresses of the other cells. */
  CELL_ADDRESSES: z
    .string()
    .regex(
      new RegExp(`^${cellCode}=${cellAddress}(\\s*,\\s*${cellCode}=${cellAddress})*$`),
      'must be codes with origins such as b=https://b.sherpa.example, separated by commas',
    )
    .transform((list) => Object.fromEntries(list.split(',').map((cell) => cell.trim().split('='))))
    .default({}),
  DATA_DIRECTORY: z.string().default('.data'),
  /** Grace period after SIGTERM during which requests are still accepted. */
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-9]|[1-5][0-9]|60)$/, 'must be a number of seconds from 0 to 60')
    .transform(Number)
    .default(5),
  /** S3-compatible bucket, ending with its name. Default: DATA_DIRECTORY/files. */
  FILES_BUCKET_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+(\/[^?#\s]+)?$/, 'must be an address such as https://s3.example/files')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  FILES_ACCESS_KEY: z.string().optional(),
  FILES_SECRET_KEY: z.string().optional(),
  /** For temporary keys. */
  FILES_SESSION_TOKEN: z.string().optional(),
  FILES_REGION: z.string().default('us-east-1'),
  FILES_READ_ONLY: z.enum(['on', 'off'], 'must be on or off').default('off'),
  /** Default: mail is written to DATA_DIRECTORY/mail. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an address such as smtp://user:password@host:587')
    .optional(),
  /** Default sender for all purposes. */
  MAIL_FROM: mailbox.optional(),
  MAIL_FROM_DEMO: mailbox.optional(),
  MAIL_FROM_ACCOUNTS: mailbox.optional(),
  MAIL_FROM_BILLING: mailbox.optional(),
  /** For invoices and the footer of mail. */
  COMPANY_NAME: z.string().max(100, 'must have at most 100 characters').default('Sherpa'),
  COMPANY_ADDRESS: lines('500 Example Street|New York, NY 10001'),
  /** Time zone of response promises to demo requests. */
  COMPANY_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as America/New_York')
    .default('America/New_York'),
  /** Demo requests are anonymized after this. */
  DEMO_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a number of days')
    .transform(Number)
    .default(730),
  COMPANY_TAX_ID: z.string().max(40, 'must have at most 40 characters').optional(),
  /** Bank account for payments to us. */
  BANK_DETAILS: lines(''),
  PAYMENT_INSTRUCTIONS: z.string().max(500, 'must have at most 500 characters').optional(),
  /** Tax on invoices, such as "sales tax" and 8.25. */
  TAX_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  TAX_PERCENT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a percentage such as 8.25')
    .optional(),
  STAFF_MAILBOX: z.email('must be an email address').default('info@sherpa.example'),
  /** Reply-to of billing mail. Default: STAFF_MAILBOX. */
  BILLING_MAILBOX: z.email('must be an email address').optional(),
  RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /** Origins that may call the API, if the site is hosted elsewhere. */
  CORS_ORIGINS: z
    .string()
    .regex(
      /^https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*$/,
      'must be origins such as https://www.sherpa.example, separated by commas',
    )
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .default([]),
  /** OpenAI-compatible API that reads what the rules of Sonar leave over, if an organization turned it on. */
  SONAR_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+[^?#\s]*$/, 'must be an address such as https://llm.example/v1')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  SONAR_KEY: z.string().optional(),
  SONAR_MODEL: z.string().max(200, 'must have at most 200 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Where traces go, by OTLP over HTTP; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+[^?#\s]*$/, 'must be an address such as http://collector:4318')
    .optional(),
  /** The share of requests that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share from 0 to 1')
    .default('0.1')
    .transform(Number),
  OTEL_SERVICE_NAME: z.string().max(100, 'must have at most 100 characters').default('sherpa'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
})

export const settingNames = Object.keys(settings.shape)

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) {
    const wrong = read.error.issues.map((issue) => {
      const name = String(issue.path[0])
      // URLs of databases and mail servers contain passwords: not printed.
      return /URL|TOKEN|SECRET|KEY/.test(name)
        ? `${name} ${issue.message}`
        : `${name} ${issue.message}, not "${given[name]}"`
    })
    throw new BadSetting(`${wrong.join('; ')}.`)
  }
  const values = read.data
  const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`
  const platformUrl = values.PLATFORM_URL ?? `http://localhost:${values.PLATFORM_PORT}`
  if (values.DATABASE_URL && !values.AUTH_SECRET) {
    throw new BadSetting(
      'AUTH_SECRET must be set beside DATABASE_URL: at least 32 characters, the same on all servers.',
    )
  }
  if (values.AUTH_SECRET_OTHER && !values.AUTH_SECRET) {
    throw new BadSetting('AUTH_SECRET must be set beside AUTH_SECRET_OTHER.')
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
  if ((values.SONAR_URL === undefined) !== (values.SONAR_MODEL === undefined)) {
    throw new BadSetting('SONAR_URL and SONAR_MODEL must be set together, or neither.')
  }
  if (values.FILES_SESSION_TOKEN && !url) {
    throw new BadSetting('FILES_SESSION_TOKEN needs FILES_BUCKET_URL and its keys.')
  }
  return {
    port: values.PORT,
    platformPort: values.PLATFORM_PORT,
    platformUrl,
    addresses: { site: siteUrl, platform: platformUrl, api: values.API_URL ?? '/api' },
    authSecrets: secretsOf(values),
    cells: { own: values.CELL, addresses: values.CELL_ADDRESSES },
    host: values.HOST,
    trustedProxies: values.TRUST_PROXY,
    serveSite: values.SERVE_SITE === 'on',
    previousRelease: values.PREVIOUS_RELEASE,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    connections: {
      requests: values.DATABASE_CONNECTIONS,
      background: values.DATABASE_BACKGROUND_CONNECTIONS,
      all: values.DATABASE_CONNECTIONS + values.DATABASE_BACKGROUND_CONNECTIONS + PROBES,
    },
    dataDirectory: values.DATA_DIRECTORY,
    drainSeconds: values.DRAIN_SECONDS,
    filesBucket:
      url && accessKey && secretKey
        ? {
            url,
            accessKey,
            secretKey,
            sessionToken: values.FILES_SESSION_TOKEN,
            region: values.FILES_REGION,
            readOnly: values.FILES_READ_ONLY === 'on',
          }
        : undefined,
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
      siteUrl,
    },
    demoDesk: { companyTimeZone: values.COMPANY_TIME_ZONE, retentionDays: values.DEMO_RETENTION_DAYS },
    rateLimited: values.RATE_LIMIT === 'on',
    corsOrigins: values.CORS_ORIGINS,
    engine:
      values.SONAR_URL && values.SONAR_MODEL
        ? { url: values.SONAR_URL, key: values.SONAR_KEY, model: values.SONAR_MODEL }
        : undefined,
    metricsToken: values.METRICS_TOKEN,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          ratio: values.OTEL_TRACES_SAMPLER_ARG,
          serviceName: values.OTEL_SERVICE_NAME,
        }
      : undefined,
    logLevel: values.LOG_LEVEL,
  }
}

function secretsOf({ AUTH_SECRET: secret, AUTH_SECRET_OTHER: other }: z.output<typeof settings>): Secrets | undefined {
  if (!secret) return undefined
  return other ? [secret, other] : [secret]
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
