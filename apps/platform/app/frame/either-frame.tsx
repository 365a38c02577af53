import { useAppSelector } from '../store.ts'
import { Component as SignedInFrame } from './signed-in-frame.tsx'
import { Component as SignedOutFrame } from './signed-out-frame.tsx'

/** Around screens that anyone may come to: whoever is signed in keeps their navigation. */
export function Component() {
  const isSignedIn = useAppSelector(({ auth }) => auth.token !== null)
  return isSignedIn ? <SignedInFrame /> : <SignedOutFrame />
}
