import type { DefineEndpoint } from '../../http/endpoint.ts'
import { athleteNames } from '../athletes/athletes.ts'
import { auditEvents } from '../audit/audit.ts'
import { forgetViews } from '../views/views.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { type InvitationParts, invitations as invitationsOf } from './invitations.ts'
import { type MembershipParts, membership as membershipOf } from './membership.ts'
import { organizations as organizationsOf } from './organizations.ts'
import { people } from './people.ts'
import { organizationRoutes } from './routes.ts'

type Parts = Omit<MembershipParts, 'forgetViews'> & InvitationParts

type RouteParts = Pick<Parameters<typeof invitationRoutes>[1], 'openSession' | 'onMail'>

export function composeOrganizations(parts: Parts) {
  const { database } = parts
  const organizations = organizationsOf(database)
  const membership = membershipOf({ ...parts, forgetViews })
  const invitations = invitationsOf(parts)
  const events = auditEvents(database, (organization, ids) => athleteNames(database, organization, ids))

  return {
    membership,
    events,
    inviteAthlete: invitations.inviteAthlete,

    placesOf: async ({ id, email }: { id: string; email: string }) => ({
      organizations: await organizations.ofPerson(id),
      invitations: await invitations.openTo(email),
    }),

    addRoutes(endpoint: DefineEndpoint, { openSession, onMail }: RouteParts) {
      organizationRoutes(endpoint, { database, organizations, membership, people: people(database), events })
      invitationRoutes(endpoint, { invitations, openSession, onMail })
    },
  }
}
