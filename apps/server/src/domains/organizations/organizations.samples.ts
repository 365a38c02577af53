import { randomUUID } from 'node:crypto'
import type { invitationOperations } from '@sherpa/contracts/invitation-operations'
import type { organizationOperations } from '@sherpa/contracts/organization-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof organizationOperations & typeof invitationOperations> = {
  async parameters(owner, { organization }) {
    const invitation = randomUUID()
    await owner.query(
      `insert into invitations (id, organization_id, email, role, token_hash, expires_at)
       values ($1, $2, 'invited@agency.example', 'athlete', $3, now() + interval '1 day')`,
      [invitation, organization, Buffer.from(invitation)],
    )
    return { invitation }
  },
  bodies: {
    createOrganization: () => ({ name: 'One more', kind: 'team' }),
    editOrganization: () => ({ name: 'Another name', kind: 'agency' }),
    changeRole: () => ({ role: 'athlete' }),
    handOverOwnership: ({ person }) => ({ person, role: 'agent' }),
    changePermission: () => ({ role: 'coach', permission: 'activity.view', allowed: true }),
    invite: () => ({ email: 'new@agency.example', role: 'athlete' }),
  },
}
