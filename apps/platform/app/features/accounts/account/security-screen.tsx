import { AccountFrame } from './account-frame.tsx'
import { ChangePasswordPanel } from './change-password-panel.tsx'
import { RecentEventsPanel } from './recent-events-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function Component() {
  return (
    <AccountFrame title="Security">
      <SecondFactorPanel />
      <ChangePasswordPanel />
      <SessionsPanel />
      <RecentEventsPanel />
    </AccountFrame>
  )
}
