import { HandoversPanel } from './handovers-panel.tsx'
import { MembersList } from './members-list.tsx'
import { PeopleFrame } from './people-frame.tsx'

export function Component() {
  return (
    <PeopleFrame>
      {(roles, table) => (
        <>
          <MembersList roles={roles} table={table} />
          <HandoversPanel />
        </>
      )}
    </PeopleFrame>
  )
}
