import { randomUUID } from 'node:crypto'
import type { invitationOperations } from '@sherpa/contracts/invitation-operations'
import type { organizationOperations } from '@sherpa/contracts/organization-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof organizationOperations & typeof invitationOperations> = {
  async parameters(owner, { organization, person }) {
    const [invitation, athlete, handover] = [randomUUID(), randomUUID(), randomUUID()]
    await owner.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage)
       values ($1, $2, 'Ana', 'Silva', 'pro', 'prospect')`,
      [organization, athlete],
    )
    await owner.query(
      `insert into invitations (id, organization_id, email, role, token_hash, athlete_id, expires_at)
       values ($1, $2, 'invited@agency.example', 'athlete', $3, $4, now() + interval '1 day')`,
      [invitation, organization, Buffer.from(invitation), athlete],
    )
    await owner.query('insert into handovers (organization_id, id, person_id) values ($1, $2, $3)', [
      organization,
      handover,
      person,
    ])
    return { invitation, handover }
  },
  bodies: {
    createOrganization: () => ({ name: 'One more', kind: 'team' }),
    editOrganization: () => ({ name: 'Another name', kind: 'agency' }),
    leaveOrganization: () => ({}),
    changeRole: () => ({ role: 'athlete' }),
    handOverOwnership: ({ person }) => ({ person, role: 'agent' }),
    changePermission: () => ({ role: 'coach', permission: 'activity.view', allowed: true }),
    // Resent: new invitations of athletes start from their record, and other roles may exceed the caller's permissions.
    inviteMany: () => ({ emails: ['coach@agency.example'], role: 'coach', dryRun: true }),
    invite: () => ({ email: 'invited@agency.example', role: 'athlete', replace: true }),
  },
}
