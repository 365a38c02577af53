import { organisationsApi } from '@sherpa/api-client/organisations'
import {
  allPermissions,
  ownersOnly,
  type Permission,
  type PermissionTable,
  permissions,
  type Role,
  roles as roleNames,
} from '@sherpa/contracts/organisation'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useId, useState } from 'react'
import { failureOf } from '../../forms/failure.ts'
import { useOrganisation } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'

type Row = PermissionTable['roles'][number]

/** All roles side by side; where there is no room for that, one role at a time. */
export function PermissionGrid({ rows }: { rows: Row[] }) {
  const [chosen, setChosen] = useState<Role>('agent')
  const selectId = useId()
  return (
    <div className="rounded-lg border border-line bg-white">
      <div className="border-b border-line p-4 lg:hidden">
        <label htmlFor={selectId} className="text-sm font-semibold text-ink">
          Role
        </label>
        <div className="mt-1.5">
          <Select id={selectId} value={chosen} onChange={(event) => setChosen(event.target.value as Role)}>
            {rows.map(({ role }) => (
              <option key={role} value={role}>
                {roleNames[role]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <table className="w-full text-sm">
        <thead className="border-b border-line text-ink max-lg:sr-only">
          <tr>
            <th scope="col" className="px-6 py-4 text-left font-semibold">
              Permission
            </th>
            {rows.map(({ role }) => (
              <th
                key={role}
                scope="col"
                className={`w-28 px-2 py-4 text-center font-semibold ${shownIf(role === chosen)}`}
              >
                {roleNames[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {allPermissions.map((permission) => (
            <tr key={permission} className="hover:bg-snow">
              <th scope="row" className="px-4 py-3.5 text-left font-normal lg:px-6">
                <span className="block font-semibold text-ink">{permissions[permission].name}</span>
                <span className="block text-xs">
                  {permissions[permission].about}
                  {ownersOnly.has(permission) && ' · Owners only'}
                </span>
              </th>
              {rows.map((row) => (
                <td key={row.role} className={`w-16 px-2 py-2 text-center ${shownIf(row.role === chosen)}`}>
                  <Tick row={row} permission={permission} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const shownIf = (chosen: boolean) => (chosen ? '' : 'max-lg:hidden')

function Tick({ row: { role, permissions: allowed }, permission }: { row: Row; permission: Permission }) {
  const dispatch = useAppDispatch()
  const { id: organisation } = useOrganisation()
  const locked = role === 'owner' || ownersOnly.has(permission)

  async function set(checked: boolean) {
    const change = { role, permission, allowed: checked }
    const { error } = await dispatch(organisationsApi.endpoints.changePermission.initiate({ organisation, change }))
    if (error) showToast('error', `“${permissions[permission].name}” stays as it was. ${failureOf(error).text}`)
  }

  return (
    <label
      className={`inline-grid size-11 place-items-center rounded-sm ${locked ? '' : 'cursor-pointer hover:bg-glacier-pale'}`}
    >
      <input
        type="checkbox"
        aria-label={`${roleNames[role]}: ${permissions[permission].name}`}
        checked={allowed.includes(permission)}
        disabled={locked}
        onChange={(event) => set(event.target.checked)}
        className="size-5 cursor-pointer accent-glacier disabled:cursor-not-allowed"
      />
    </label>
  )
}
