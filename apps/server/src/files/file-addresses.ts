import { randomUUID } from 'node:crypto'
import { ADDRESS_SECONDS, PICTURE_KEY_SECONDS } from '@sherpa/contracts/file'
import { pathIn } from '@sherpa/contracts/place'
import { Refusal } from '@sherpa/contracts/problem'
import { z } from 'zod'
import { createSigner } from '../http/signing.ts'
import type { Secrets } from '../secrets.ts'

/** Payload of a signed URL: one file version, for the session that asked. */
const addressed = z.object({
  id: z.uuid(),
  organization: z.uuid(),
  session: z.uuid(),
  version: z.uuid(),
  expiresAt: z.number(),
})
export type Addressed = z.infer<typeof addressed>

/** Payload of a picture key: all pictures of an organization, for the session that asked. */
const keyed = addressed.pick({ organization: true, session: true, expiresAt: true })
type Keyed = z.infer<typeof keyed>

/**
 * Signed URLs for files and pictures, because browsers send no bearer token with them.
 * The endpoint checks permissions again when the URL is opened.
 */
export function createFileAddresses({ secrets, clock }: { secrets: Secrets; clock: () => Date }) {
  const files = createSigner(secrets, 'addresses of files')
  const pictures = createSigner(secrets, 'keys of pictures')

  function current<What extends { expiresAt: number }>(what: What) {
    if (what.expiresAt <= clock().getTime()) throw new Refusal('link-expired')
    return what
  }

  return {
    issue(what: Omit<Addressed, 'id' | 'expiresAt'>, path = '/files/content') {
      const expiresAt = clock().getTime() + ADDRESS_SECONDS * 1000
      const key = files.sign({ ...what, id: randomUUID(), expiresAt })
      return {
        address: `/api${pathIn(what.organization, path)}?key=${key}`,
        expiresAt: new Date(expiresAt).toISOString(),
      }
    },

    /** Refuses forged and expired URLs. */
    read: (text: string): Addressed => current(addressed.parse(files.read(text))),

    /** Stable for a period, so that browsers can cache pictures. */
    pictureKey(what: Omit<Keyed, 'expiresAt'>) {
      const period = PICTURE_KEY_SECONDS * 1000
      const expiresAt = (Math.floor(clock().getTime() / period) + 2) * period
      return { key: pictures.sign({ ...what, expiresAt }), expiresAt: new Date(expiresAt).toISOString() }
    },

    readPictureKey: (text: string): Keyed => current(keyed.parse(pictures.read(text))),
  }
}
export type FileAddresses = ReturnType<typeof createFileAddresses>
