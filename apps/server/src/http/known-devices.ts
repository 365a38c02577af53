import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const VALID_DAYS = 90
const DAY_MS = 86_400_000

export type KnownDevices = ReturnType<typeof knownDevices>

type Parts = {
  secret: string
  clock: () => Date
  /** Undefined, if there is no such account. */
  passwordChangedAt: (email: string) => Promise<number | undefined>
}

/**
 * A browser that has logged in to an account gets a device token. Guessing is then counted for that browser alone, so that
 * strangers who try the same address cannot lock its owner out. The token opens nothing by itself. It is good for 90 days, and
 * until the password changes: whoever had the old one must not keep the allowance.
 */
export function knownDevices({ secret, clock, passwordChangedAt }: Parts) {
  const seal = (id: string, issued: string, email: string, password: number) =>
    createHmac('sha256', secret).update(`device ${id} ${issued} ${email.toLowerCase()} ${password}`).digest()

  /** The browser's id, if it has logged in with this address before. */
  async function recognize(email: string, device: string): Promise<string | undefined> {
    const [id = '', issued = '', given = ''] = device.split('.')
    const age = clock().getTime() - Number.parseInt(issued, 36)
    if (!(age < VALID_DAYS * DAY_MS)) return undefined
    const password = await passwordChangedAt(email)
    if (password === undefined) return undefined
    const expected = seal(id, issued, email, password)
    const actual = Buffer.from(given, 'base64url')
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined
  }

  return {
    recognize,

    /** A new token at each log-in. A known browser keeps its id, so that its tries are still counted together. */
    async issue(email: string, known?: string) {
      const id = (known && (await recognize(email, known))) || randomBytes(12).toString('base64url')
      const issued = clock().getTime().toString(36)
      const password = (await passwordChangedAt(email)) ?? 0
      return `${id}.${issued}.${seal(id, issued, email, password).toString('base64url')}`
    },
  }
}
