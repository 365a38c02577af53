import { organizationsApi } from '@sherpa/api-client/organizations'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../../frame/second-factor-notice.tsx'
import { PermissionGrid } from './permission-grid.tsx'

export function Component() {
  const { id, name, sample, may } = useOrganization()
  const table = organizationsApi.usePermissionTableQuery({ organization: id })
  return (
    <>
      <ScreenHeading
        title="Permissions"
        within={name}
        lead={`Changes apply at once. Owners can do everything.${sample ? '' : ' Editing money, exports and owner-only permissions need two-factor authentication.'}`}
      />
      <SecondFactorNotice of="permissions.edit" />
      <Loaded query={table}>{({ roles }) => <PermissionGrid rows={roles} locked={!may('permissions.edit')} />}</Loaded>
    </>
  )
}
