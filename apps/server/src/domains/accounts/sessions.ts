import type { SignedIn, User } from '@sherpa/contracts/account'
import type { KnownDevices } from '../../http/known-devices.ts'
import type { Database } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import type { Auth } from './auth.ts'

/** The browser's own name for itself, shown to its owner in the list of sessions; and what it got at an earlier log-in. */
export type Device = { userAgent?: string | undefined; token?: string | undefined }

export type OpenSession = (user: User, stay: boolean, device: Device) => Promise<SignedIn>

/** Logs someone in who has shown who they are. */
export function sessionOpener(parts: { auth: Auth; database: Database; devices: KnownDevices }): OpenSession {
  return async (user, stay, device) => {
    const { internalAdapter } = await parts.auth.$context
    const { token } = await internalAdapter.createSession(user.id, !stay, { userAgent: device.userAgent })
    return welcome(token, user, device, parts)
  }
}

export async function welcome(
  token: string,
  user: User,
  device: Device,
  { database, devices }: { database: Database; devices: KnownDevices },
): Promise<SignedIn> {
  await noteEvent(database, { event: 'logged-in', actor: user.id })
  return { token, user, device: devices.issue(user.email, device.token) }
}
