import { z } from 'zod'

/** A setting we cannot work with. Its message is for the person who started the server. */
export class BadSetting extends Error {}

const settings = z.object({
  PORT: z.coerce
    .number('must be a port number from 0 to 65535')
    .int('must be a port number from 0 to 65535')
    .min(0, 'must be a port number from 0 to 65535')
    .max(65535, 'must be a port number from 0 to 65535')
    .default(3000),
  HOST: z.string().default('localhost'),
  /** Where our own proxies are, so that their X-Forwarded-* headers may be believed. */
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .optional(),
  /** `off` while the site's own development server shows the pages. */
  SERVE_SITE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
})

export type Config = {
  port: number
  host: string
  trustedProxies: string[] | undefined
  serveSite: boolean
  logLevel: string
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) {
    const wrong = read.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name} ${issue.message}, not "${given[name]}"`
    })
    throw new BadSetting(`${wrong.join('; ')}.`)
  }
  const { PORT, HOST, TRUST_PROXY, SERVE_SITE, LOG_LEVEL } = read.data
  return {
    port: PORT,
    host: HOST,
    trustedProxies: TRUST_PROXY,
    serveSite: SERVE_SITE === 'on',
    logLevel: LOG_LEVEL,
  }
}
