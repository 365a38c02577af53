import type { PermissionChange, PermissionTable } from '@sherpa/contracts/organization'
import { organizationOperations } from '@sherpa/contracts/organization-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

const withOperations = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, organizationOperations) })

export const organizationsApi = withOperations.enhanceEndpoints({
  endpoints: {
    changePermission: {
      async onQueryStarted({ organization, body }, { dispatch, queryFulfilled }) {
        const set = (allowed: boolean) =>
          dispatch(
            withOperations.util.updateQueryData('permissionTable', { organization }, (table) => {
              setPermission(table, { ...body, allowed })
            }),
          )
        set(body.allowed)
        // Revert only this checkbox: others may have changed meanwhile.
        await queryFulfilled.catch(() => set(!body.allowed))
      },
    },
  },
})

function setPermission(table: PermissionTable, { role, permission, allowed }: PermissionChange) {
  const row = table.roles.find((one) => one.role === role)
  if (!row) return
  const others = row.permissions.filter((one) => one !== permission)
  row.permissions = allowed ? [...others, permission] : others
}
