import { hkdfSync } from 'node:crypto'

/** The first encrypts and signs. During a rotation, what the other one encrypted or signed is accepted as well. */
export type Secrets = readonly [current: string, ...others: string[]]

/** A key of each secret for this purpose, in their order. */
export function deriveKeys([current, ...others]: Secrets, purpose: string, salt = ''): [Buffer, ...Buffer[]] {
  const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32))
  return [derive(current), ...others.map(derive)]
}

/** Stored in the database, where it tells whether a server has another secret. It does not reveal the secret. */
export function fingerprintsOf(secrets: Secrets): [string, ...string[]] {
  const [current, ...others] = deriveKeys(secrets, 'fingerprint').map((key) => key.toString('hex', 0, 8))
  return [current as string, ...others]
}
