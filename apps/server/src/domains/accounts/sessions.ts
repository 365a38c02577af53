import type { SignedIn, User } from '@sherpa/contracts/account'
import type { KnownDevices } from '../../http/known-devices.ts'
import type { Database } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import type { Authentication } from './better-auth/authentication.ts'

/** The browser's own name for itself, shown to its owner in the list of sessions; and what it got at an earlier log-in. */
export type Device = { userAgent?: string | undefined; token?: string | undefined }

export type OpenSession = (user: User, staySignedIn: boolean, device: Device) => Promise<SignedIn>

type SessionParts = { authentication: Authentication; database: Database; devices: KnownDevices }

/** Logs someone in who has shown who they are. */
export function sessionOpener(parts: SessionParts): OpenSession {
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
  await noteEvent(database, { event, actor: user.id })
  return { token, user, device: await devices.issue(user.email, device.token) }
}
