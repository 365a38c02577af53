import {
  allPermissions,
  ownersOnly,
  type Permission,
  type PermissionTable,
  permissions,
  type Role,
  roles as roleNames,
} from '@sherpa/contracts/organization'
import { Select } from '@sherpa/ui/select'
import { useId, useState } from 'react'
import { type Outcome, usePermissionChanges } from './use-permission-changes.ts'

type Row = PermissionTable['roles'][number]

/** All roles side by side; where there is no room for that, one role at a time. */
export function PermissionGrid({ rows }: { rows: Row[] }) {
  const [chosen, setChosen] = useState<Role>('agent')
  const selectId = useId()
  const { announcement, outcomeOf, change } = usePermissionChanges()
  const failureId = (role: Role, permission: Permission) => `${selectId} ${role} ${permission}`.replaceAll(' ', '-')
  const shownIf = (role: Role) => (role === chosen ? '' : 'max-xl:hidden')
  return (
    <>
      <div className="sticky top-15 z-10 -mx-4 border-b border-line bg-ground px-4 py-3 sm:-mx-8 sm:px-8 lg:top-0 lg:mx-0 lg:px-0 xl:hidden">
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
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="permission-grid rounded-lg border border-line bg-ground">
        <table className="w-full text-sm">
          <thead className="text-ink max-xl:sr-only">
            <tr>
              <th scope="col" className="px-6 py-4 text-left font-semibold">
                Permission
              </th>
              {rows.map(({ role }) => (
                <th key={role} scope="col" className={`min-w-26 px-2 py-4 text-center font-semibold ${shownIf(role)}`}>
                  {roleNames[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {allPermissions.map((permission) => (
              <tr key={permission}>
                <th scope="row" className="px-4 py-3.5 text-left font-normal lg:px-6">
                  <span className="block font-semibold text-ink">{permissions[permission].name}</span>
                  <span className="block text-xs">
                    {permissions[permission].about}
                    {ownersOnly.has(permission) && ' · Owners only'}
                  </span>
                  {rows.map(({ role }) => (
                    <Failure key={role} id={failureId(role, permission)} outcome={outcomeOf(role, permission)} />
                  ))}
                </th>
                {rows.map((row) => (
                  <td key={row.role} className={`w-26 px-2 py-2 text-center align-middle ${shownIf(row.role)}`}>
                    <Tick
                      row={row}
                      permission={permission}
                      outcome={outcomeOf(row.role, permission)}
                      failureId={failureId(row.role, permission)}
                      onChange={(allowed) => change({ role: row.role, permission, allowed })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Tick({
  row: { role, permissions: allowed },
  permission,
  outcome,
  failureId,
  onChange,
}: {
  row: Row
  permission: Permission
  outcome: Outcome | undefined
  failureId: string
  onChange: (allowed: boolean) => void
}) {
  const locked = role === 'owner' || ownersOnly.has(permission)
  return (
    <>
      <label
        className={`inline-grid size-11 place-items-center rounded-sm ${locked ? '' : 'cursor-pointer hover:bg-glacier-pale'}`}
      >
        <input
          type="checkbox"
          aria-label={`${roleNames[role]}: ${permissions[permission].name}`}
          aria-describedby={outcome?.reason && failureId}
          checked={allowed.includes(permission)}
          disabled={locked}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 cursor-pointer accent-glacier disabled:cursor-not-allowed disabled:opacity-40"
        />
      </label>
      {outcome && (
        <span className={`block text-xs font-semibold ${outcome.reason ? 'text-error' : 'text-success'}`}>
          {outcome.text}
        </span>
      )}
    </>
  )
}

/** The column of a box is too narrow for the reason: it stands below the permission. */
function Failure({ id, outcome }: { id: string; outcome: Outcome | undefined }) {
  if (!outcome?.reason) return null
  return (
    <span id={id} className="mt-1 block text-xs font-semibold text-error">
      {outcome.reason}
    </span>
  )
}
