import type { DefineEndpoint } from '../../http/endpoint.ts'
import { athleteNames } from '../athletes/athletes.ts'
import { createAuditService } from '../audit/audit.ts'
import { dealNames } from '../deals/deals.ts'
import { deleteViews } from '../views/views.ts'
import { createHandoverService, type HandoverParts } from './handover.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { createInvitationService, type InvitationParts } from './invitations.ts'
import { createMembershipService, type MembershipParts } from './membership.ts'
import { createOrganizationService, type OnTimeZone } from './organizations.ts'
import { createPeopleService } from './people.ts'
import { organizationRoutes } from './routes.ts'

type Parts = Omit<MembershipParts, 'deleteViews' | 'handover'> &
  InvitationParts &
  HandoverParts & { onTimeZone: OnTimeZone }

type RouteParts = Pick<Parameters<typeof invitationRoutes>[1], 'openSession' | 'onMail'>

export function composeOrganizations(parts: Parts) {
  const { database } = parts
  const organizations = createOrganizationService(database, parts.onTimeZone)
  const handover = createHandoverService(parts)
  const membership = createMembershipService({ ...parts, deleteViews, handover })
  const invitations = createInvitationService(parts)
  const events = createAuditService(
    database,
    (organization, ids) => athleteNames(database, organization, ids),
    (organization, ids) => dealNames(database, organization, ids),
  )

  return {
    membership,
    handover,
    events,
    inviteAthlete: invitations.inviteAthlete,

    listAffiliations: async ({ id, email }: { id: string; email: string }) => ({
      organizations: await organizations.listOfPerson(id),
      invitations: await invitations.listOpen(email),
    }),

    addRoutes(endpoint: DefineEndpoint, { openSession, onMail }: RouteParts) {
      organizationRoutes(endpoint, {
        database,
        organizations,
        membership,
        people: createPeopleService(database),
        events,
        handover,
      })
      invitationRoutes(endpoint, { invitations, openSession, onMail })
    },
  }
}
