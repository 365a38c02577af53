import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type KnownDevices = ReturnType<typeof knownDevices>

/**
 * A browser that has logged in to an account gets a token that says so. Guessing is then counted for that browser alone, so that
 * strangers who try the same address cannot lock its owner out. The token opens nothing by itself.
 */
export function knownDevices(secret: string) {
  const seal = (id: string, email: string) =>
    createHmac('sha256', secret).update(`device ${id} ${email.toLowerCase()}`).digest()

  return {
    /** The token that the browser has already, or a new one. */
    issue(email: string, known?: string) {
      if (known && this.recognize(email, known)) return known
      const id = randomBytes(12).toString('base64url')
      return `${id}.${seal(id, email).toString('base64url')}`
    },

    /** The browser's id, if it has logged in with this address before. */
    recognize(email: string, device: string): string | undefined {
      const [id = '', given = ''] = device.split('.')
      const expected = seal(id, email)
      const actual = Buffer.from(given, 'base64url')
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined
    },
  }
}
