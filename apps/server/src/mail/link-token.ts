import { createHash, randomBytes } from 'node:crypto'
import { placedIn, placeOf } from '@sherpa/contracts/place'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../persistence/database.ts'

/** Token of a mail link, with a secret of 256 random bits. Only its hash is stored, so a database leak opens no links. */
export const newLinkToken = (organization: string) => placedIn(organization, randomBytes(32).toString('base64url'))

export const hashOfLinkToken = (token: string) => createHash('sha256').update(placeOf(token).id).digest()

/** For a link that nothing here knows: it has expired, or its organization has moved to another cell. */
export async function refuseLink(database: Queryable, token: string): Promise<never> {
  await database.query('select require_link_here($1)', [hashOfLinkToken(token)])
  throw new Refusal('link-expired')
}
