import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../secrets.ts'
import { isSame } from './signing.ts'

const VALID_DAYS = 90
const DAY_MS = 86_400_000

export type KnownDevices = ReturnType<typeof createKnownDevices>

type Parts = {
  secrets: Secrets
  clock: () => Date
  /** Undefined if the account does not exist. */
  passwordChangedAt: (email: string) => Promise<number | undefined>
}

/**
 * Device tokens for browsers that have logged in. Attempts from a known device have their own limit, so strangers
 * cannot lock the owner out. A token grants no access. It expires after 90 days, and when the password changes:
 * whoever knew the old one must not keep the limit.
 */
export function createKnownDevices({ secrets, clock, passwordChangedAt }: Parts) {
  const seal = (secret: string, id: string, issued: string, email: string, password: number) =>
    createHmac('sha256', secret).update(`device ${id} ${issued} ${email.toLowerCase()} ${password}`).digest()

  /** Returns the device id if the browser has logged in with this address before. */
  async function recognize(email: string, device: string): Promise<string | undefined> {
    const [id = '', issued = '', given = ''] = device.split('.')
    const age = clock().getTime() - Number.parseInt(issued, 36)
    if (!(age < VALID_DAYS * DAY_MS)) return undefined
    const password = await passwordChangedAt(email)
    if (password === undefined) return undefined
    const actual = Buffer.from(given, 'base64url')
    return secrets.some((secret) => isSame(actual, seal(secret, id, issued, email, password))) ? id : undefined
  }

  return {
    recognize,

    /** Issues a token at each log-in. A known browser keeps its id, and with it its limit. */
    async issue(email: string, known?: string) {
      const id = (known && (await recognize(email, known))) || randomBytes(12).toString('base64url')
      const issued = clock().getTime().toString(36)
      const password = (await passwordChangedAt(email)) ?? 0
      return `${id}.${issued}.${seal(secrets[0], id, issued, email, password).toString('base64url')}`
    },
  }
}
