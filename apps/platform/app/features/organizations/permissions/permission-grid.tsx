import {
  allPermissions,
  isGrantable,
  ownersOnly,
  type Permission,
  type PermissionTable,
  permissions,
  type Role,
} from '@sherpa/contracts/organization'
import { Select } from '@sherpa/ui/select'
import { useId, useState } from 'react'
import { useLabels } from '../../../frame/account-context.ts'
import { type Outcome, usePermissionChanges } from './use-permission-changes.ts'

/** Groups of permissions by prefix. */
const groupNames = {
  athletes: 'Athletes',
  deals: 'Deals',
  disclosures: 'Deals',
  money: 'Money',
  data: 'Data',
  people: 'People',
  organization: 'Organization',
  billing: 'Plan and billing',
  activity: 'Organization',
  permissions: 'Organization',
  ownership: 'Organization',
} as const satisfies Record<Area, string>
type Area = Permission extends `${infer Name}.${string}` ? Name : never
const areaOf = (permission: Permission) => permission.split('.')[0] as Area

const groups = [...new Set(Object.values(groupNames))].map((name) => ({
  name,
  permissions: allPermissions.filter((permission) => groupNames[areaOf(permission)] === name),
}))

type Row = PermissionTable['roles'][number]

/** All roles side by side; on narrow screens, one role at a time. */
export function PermissionGrid({ rows, locked }: { rows: Row[] /** Read-only. */; locked: boolean }) {
  const [chosen, setChosen] = useState<Role>('agent')
  const { roles: roleNames } = useLabels()
  const selectId = useId()
  const { announcement, outcomeOf, change } = usePermissionChanges()
  const failureId = (role: Role, permission: Permission) => `${selectId} ${role} ${permission}`.replaceAll(' ', '-')
  const shownIf = (role: Role) => (role === chosen ? '' : 'max-xl:hidden')
  return (
    <>
      <div className="sticky top-bar z-10 -mx-edge flex items-center gap-3 border-b border-line bg-ground px-edge py-2 xl:hidden">
        <label htmlFor={selectId} className="text-sm font-semibold text-ink">
          Role
        </label>
        <div className="flex-1">
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
      <div className="permission-grid border-b border-line">
        <table className="w-full text-sm">
          <thead className="text-ink max-xl:sr-only">
            <tr>
              <th scope="col" className="py-2 pr-4 text-left text-xs font-medium text-grey">
                Permission
              </th>
              {rows.map(({ role }) => (
                <th
                  key={role}
                  scope="col"
                  className={`min-w-22 px-1 py-2 text-center text-xs font-medium text-grey ${shownIf(role)}`}
                >
                  {roleNames[role]}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ name, permissions: inGroup }) => (
            <tbody key={name}>
              <tr className="permission-group">
                <th scope="rowgroup" colSpan={rows.length + 1} className="pt-6 pb-1.5 text-left font-semibold text-ink">
                  {name}
                </th>
              </tr>
              {inGroup.map((permission) => (
                <tr key={permission}>
                  <th scope="row" className="py-2 pr-4 text-left font-normal">
                    <span className="block font-medium text-ink">{permissions[permission].name}</span>
                    <span className="block text-xs text-grey">
                      {permissions[permission].about}
                      {ownersOnly.has(permission) && ' · Owners only'}
                    </span>
                    {rows.map(({ role }) => (
                      <Failure key={role} id={failureId(role, permission)} outcome={outcomeOf(role, permission)} />
                    ))}
                  </th>
                  {rows.map((row) => (
                    <td key={row.role} className={`w-22 px-1 py-1 text-center align-middle ${shownIf(row.role)}`}>
                      <Tick
                        row={row}
                        locked={locked || row.role === 'owner' || !isGrantable(row.role, permission)}
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
          ))}
        </table>
      </div>
    </>
  )
}

function Tick({
  row: { role, permissions: allowed },
  locked,
  permission,
  outcome,
  failureId,
  onChange,
}: {
  row: Row
  locked: boolean
  permission: Permission
  outcome: Outcome | undefined
  failureId: string
  onChange: (allowed: boolean) => void
}) {
  const { roles: roleNames } = useLabels()
  return (
    <>
      <label
        className={`inline-grid size-9 place-items-center rounded-sm max-md:size-11 ${locked ? '' : 'cursor-pointer hover:bg-glacier-pale'}`}
      >
        <input
          type="checkbox"
          aria-label={`${roleNames[role]}: ${permissions[permission].name}`}
          aria-describedby={outcome?.reason && failureId}
          checked={allowed.includes(permission)}
          disabled={locked}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 cursor-pointer accent-glacier max-md:size-5 disabled:cursor-not-allowed disabled:opacity-40"
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

/** The reason is shown below the permission, because the column is too narrow. */
function Failure({ id, outcome }: { id: string; outcome: Outcome | undefined }) {
  if (!outcome?.reason) return null
  return (
    <span id={id} className="mt-1 block text-xs font-semibold text-error">
      {outcome.reason}
    </span>
  )
}
