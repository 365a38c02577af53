import { useAccount } from '../frame/account-context.ts'

/** Not for people: tells password managers whose password the form is about. */
export function UsernameForManagers() {
  const { user } = useAccount()
  return <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
}
