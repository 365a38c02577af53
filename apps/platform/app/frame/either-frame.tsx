import { useAppSelector } from '../store.ts'
import { Component as SignedInFrame } from './signed-in-frame.tsx'
import { Component as SignedOutFrame } from './signed-out-frame.tsx'

/** Layout of public screens; with a session, the signed-in frame. */
export function Component() {
  const isSignedIn = useAppSelector(({ auth }) => auth.token !== null)
  return isSignedIn ? <SignedInFrame /> : <SignedOutFrame />
}
