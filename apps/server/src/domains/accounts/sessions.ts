import type { SignedIn, User } from '@sherpa/contracts/account'
import type { KnownDevices } from '../../http/known-devices.ts'
import type { Database } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import type { Authentication } from './better-auth/authentication.ts'

/** User agent, and the device token of an earlier log-in. */
export type Device = { userAgent?: string | undefined; token?: string | undefined }

export type OpenSession = (user: User, staySignedIn: boolean, device: Device) => Promise<SignedIn>

type SessionParts = { authentication: Authentication; database: Database; devices: KnownDevices }

/** Opens a session after authentication. */
export function createSessionOpener(parts: SessionParts): OpenSession {
  return async (user, staySignedIn, device) => {
    const token = await parts.authentication.openSession(user.id, staySignedIn, device)
    return recordLogIn(token, user, device, parts)
  }
}

export async function recordLogIn(
  token: string,
  user: User,
  device: Device,
  { database, devices }: Pick<SessionParts, 'database' | 'devices'>,
  event: 'logged-in' | 'logged-in-with-recovery-code' = 'logged-in',
): Promise<SignedIn> {
  await recordEvent(database, { event, actor: user.id })
  return { token, user, device: await devices.issue(user.email, device.token) }
}
