import { createHash, randomBytes } from 'node:crypto'

/** Secret of a mail link: 256 random bits. Only its hash is stored, so a database leak opens no links. */
export const newLinkToken = () => randomBytes(32).toString('base64url')

export const hashOfLinkToken = (token: string) => createHash('sha256').update(token).digest()
