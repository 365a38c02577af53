import { createHash, randomBytes } from 'node:crypto'

/** For the link of a mail. Only its hash is kept: whoever reads the database cannot follow the link. */
export const newLinkToken = () => randomBytes(24).toString('base64url')

export const hashOfLinkToken = (token: string) => createHash('sha256').update(token).digest()
