import { Navigate, Outlet, useLocation } from 'react-router'
import { nextAddress } from '../session/next-address.ts'
import { useAppSelector } from '../store.ts'

/** Redirects people with a session to their destination. */
export function Component() {
  const { search } = useLocation()
  const isSignedIn = useAppSelector(({ auth }) => auth.token !== null)
  return isSignedIn ? <Navigate to={nextAddress(search, window.location.origin)} replace /> : <Outlet />
}
