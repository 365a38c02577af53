import { useAccount } from '../frame/account-context.ts'

/** Tells password managers which account the form belongs to. */
export function UsernameForManagers() {
  const { user } = useAccount()
  return <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
}
