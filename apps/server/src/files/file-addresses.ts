import { randomUUID } from 'node:crypto'
import { ADDRESS_SECONDS, PICTURE_KEY_SECONDS } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'
import { z } from 'zod'
import { signing } from '../http/signing.ts'

/** Which version of a file an address opens, and for whom: for the session that asked, as long as it lasts. */
const addressed = z.object({
  id: z.uuid(),
  organization: z.uuid(),
  session: z.uuid(),
  version: z.uuid(),
  expiresAt: z.number(),
})
export type Addressed = z.infer<typeof addressed>

/** Whose pictures a key opens, and for which session. */
const keyed = addressed.pick({ organization: true, session: true, expiresAt: true })
type Keyed = z.infer<typeof keyed>

/**
 * Addresses of files and pictures: browsers send no token with those. An address proves who asked for what a moment ago;
 * whether they still may is for whoever opens it.
 */
export function fileAddresses({ secret, clock }: { secret: string; clock: () => Date }) {
  const files = signing(secret, 'addresses of files')
  const pictures = signing(secret, 'keys of pictures')

  function current<What extends { expiresAt: number }>(what: What) {
    if (what.expiresAt <= clock().getTime()) throw new Refusal('link-expired')
    return what
  }

  return {
    issue(what: Omit<Addressed, 'id' | 'expiresAt'>, path = '/api/files/content') {
      const expiresAt = clock().getTime() + ADDRESS_SECONDS * 1000
      const key = files.sign({ ...what, id: randomUUID(), expiresAt })
      return { address: `${path}?key=${key}`, expiresAt: new Date(expiresAt).toISOString() }
    },

    /** Refuses what we did not issue, and what is too old. */
    read: (text: string): Addressed => current(addressed.parse(files.read(text))),

    /** For all pictures of an organization. It is the same for a while, so that browsers keep what they have loaded with it. */
    pictureKey(what: Omit<Keyed, 'expiresAt'>) {
      const period = PICTURE_KEY_SECONDS * 1000
      const expiresAt = (Math.floor(clock().getTime() / period) + 2) * period
      return { key: pictures.sign({ ...what, expiresAt }), expiresAt: new Date(expiresAt).toISOString() }
    },

    readPictureKey: (text: string): Keyed => current(keyed.parse(pictures.read(text))),
  }
}
export type FileAddresses = ReturnType<typeof fileAddresses>
