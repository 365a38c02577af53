import { LeaveOrganization } from '../../organizations/organization/leave-organization.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ChangeEmailPanel } from './change-email-panel.tsx'
import { DeleteAccountPanel } from './delete-account-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'

export function Component() {
  return (
    <AccountFrame title="Profile">
      <ProfilePanel />
      <ChangeEmailPanel />
      <LeaveOrganization />
      <DeleteAccountPanel />
    </AccountFrame>
  )
}
