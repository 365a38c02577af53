import { buttonClass } from '@sherpa/ui/button'
import { Outlet } from 'react-router'
import { useAccount } from '../../frame/account-context.ts'
import { NotForYou } from '../../frame/not-for-you.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { SecondFactorLink } from '../../frame/second-factor-notice.tsx'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { CellNote } from './cell-note.tsx'

export function Component() {
  const { user } = useAccount()
  if (!user.staff) return <NotForYou title="Page not found">Check the address for typos.</NotForYou>
  if (!user.secondFactor) {
    return (
      <>
        <ScreenHeading title="Staff" lead="Staff accounts need two-factor authentication." />
        <SecondFactorLink className={`${buttonClass()} self-start`}>Set up two-factor authentication</SecondFactorLink>
      </>
    )
  }
  return <StaffScreens />
}

function StaffScreens() {
  useLiveUpdates('/staff/live')
  return (
    <>
      <CellNote />
      <Outlet />
    </>
  )
}
