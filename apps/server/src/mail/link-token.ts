import { createHash, randomBytes } from 'node:crypto'
import { placedIn, placeOf } from '@sherpa/contracts/place'

/** Token of a mail link, with a secret of 256 random bits. Only its hash is stored, so a database leak opens no links. */
export const newLinkToken = (organization: string) => placedIn(organization, randomBytes(32).toString('base64url'))

export const hashOfLinkToken = (token: string) => createHash('sha256').update(placeOf(token).id).digest()
