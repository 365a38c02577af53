import { InvitationsList } from './invitations-list.tsx'
import { PeopleFrame } from './people-frame.tsx'

export function Component() {
  return <PeopleFrame>{(roles) => <InvitationsList roles={roles} />}</PeopleFrame>
}
