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
        lead={`What each role can do in ${name}. Changes apply immediately to everyone with the role. Owners can always do everything.${sample ? '' : ' Editing money, exporting data and owner-only permissions also require two-factor authentication.'}`}
      />
      <SecondFactorNotice of="permissions.edit" />
      <Loaded query={table}>{({ roles }) => <PermissionGrid rows={roles} locked={!may('permissions.edit')} />}</Loaded>
    </>
  )
}
