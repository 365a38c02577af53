import { hkdfSync } from 'node:crypto'

/** The key of a person for drafts on their devices. It is the same on all servers and as long as their secret. */
export function createDraftKeys(secret: string) {
  return (person: string) => Buffer.from(hkdfSync('sha256', secret, person, 'drafts on devices', 32)).toString('base64')
}
