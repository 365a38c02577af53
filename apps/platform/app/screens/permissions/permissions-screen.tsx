import { organisationsApi } from '@sherpa/api-client/organisations'
import { useQuery } from '../../data/use-query.ts'
import { useOrganisation } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { PermissionGrid } from './permission-grid.tsx'

export function Component() {
  const { id, name } = useOrganisation()
  const table = useQuery(organisationsApi.endpoints.permissionTable, id)
  return (
    <>
      <ScreenHeading
        title="Permissions"
        within={name}
        lead={`What each role may do in ${name}. A tick counts at once, for everyone with that role.`}
      />
      <Loaded query={table}>{({ roles }) => <PermissionGrid rows={roles} />}</Loaded>
      <p className="max-w-[68ch] text-sm">
        Owners may do everything, always. Setting permissions and handing over ownership stay with them, so that nobody
        can give themselves more.
      </p>
    </>
  )
}
