import { Readable } from 'node:stream'
import { roles } from '@sherpa/contracts/labels'
import { isGrantable, permissions, permissionsOf } from '@sherpa/contracts/organization'
import { organizationOperations } from '@sherpa/contracts/organization-operations'
import { Refusal } from '@sherpa/contracts/problem'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { type Database, inOrganization, inTransaction } from '../../persistence/database.ts'
import { type AuditEvents, changedValues, exportTrail, recordEvent } from '../audit/audit.ts'
import type { HandoverService } from './handover.ts'
import type { Membership } from './membership.ts'
import { lockWithPermission, type Organizations, settingsOf } from './organizations.ts'
import type { People } from './people.ts'

export type OrganizationParts = {
  database: Database
  organizations: Organizations
  membership: Membership
  people: People
  events: AuditEvents
  handover: HandoverService
}

export function organizationRoutes(
  endpoint: DefineEndpoint,
  { database, organizations, membership, people, events, handover }: OrganizationParts,
) {
  const describeOrganization = async (id: string, withPeople: boolean) => ({
    ...(await organizations.find(id)),
    people: withPeople ? await people.counts(id) : null,
  })

  endpoint(organizationOperations.createOrganization, { limits: { person: 20 } }, async ({ person, body }) => {
    const id = await membership.create(person, body)
    return inOrganization(id, () => describeOrganization(id, true))
  })

  endpoint(organizationOperations.organization, { limits: 'none' }, ({ member }) =>
    describeOrganization(member.organization, member.permissions.includes('people.view')),
  )

  endpoint(organizationOperations.editOrganization, { limits: { person: 60 } }, async ({ person, member, body }) => {
    const { organization } = member
    if (body.guardiansSeePayments !== undefined && member.role !== 'owner') throw new Refusal('not-permitted')
    await inTransaction(database, async (client) => {
      await lockWithPermission(client, person, organization, 'organization.edit')
      const changes = await organizations.edit(client, organization, body)
      await recordEvent(client, { event: 'organization-edited', actor: person.id, organization, changes })
    })
    return describeOrganization(organization, member.permissions.includes('people.view'))
  })

  endpoint(organizationOperations.members, { limits: 'none' }, ({ member, query }) =>
    people.members(member.organization, query),
  )

  endpoint(organizationOperations.openInvitations, { limits: 'none' }, ({ member, query }) =>
    people.openInvitations(member.organization, query),
  )

  endpoint(
    organizationOperations.changeRole,
    { limits: { person: 120 }, refusals: { 409: 'It would be without an owner, or there is no seat left' } },
    ({ person, member, parameter, body }) => membership.changeRole(person, member, parameter('person'), body),
  )

  endpoint(
    organizationOperations.removePerson,
    { limits: { person: 120 }, refusals: { 409: 'It would be without an owner' } },
    ({ person, member, parameter, query }) => membership.remove(person, member, parameter('person'), query),
  )

  endpoint(
    organizationOperations.leaveOrganization,
    { limits: { person: 60 }, refusals: { 409: 'It would be without an owner' } },
    ({ person, member, body }) => membership.leave(person, member, body),
  )

  endpoint(organizationOperations.ownHandover, { limits: { person: 300 } }, ({ person, member }) =>
    handover.preview({ person, member }, person.id),
  )

  endpoint(organizationOperations.personHandover, { limits: { person: 300 } }, ({ person, member, parameter, query }) =>
    handover.preview({ person, member }, parameter('person'), query.role),
  )

  endpoint(organizationOperations.handovers, { limits: 'none' }, ({ member }) => handover.list(member))

  endpoint(
    organizationOperations.moveBack,
    { limits: { person: 120 }, refusals: { 409: 'The person is not a member' } },
    ({ person, member, parameter }) => handover.moveBack(person, member, parameter('handover')),
  )

  endpoint(
    organizationOperations.handOverOwnership,
    { limits: { person: 20 }, refusals: { 409: 'There is no seat left' } },
    ({ person, member, body }) => membership.handOver(person, member, body.person, body.role),
  )

  endpoint(organizationOperations.permissionTable, { limits: 'none' }, ({ member }) =>
    organizations.permissionTable(member.organization),
  )

  endpoint(organizationOperations.changePermission, { limits: { person: 300 } }, async ({ person, member, body }) => {
    if (body.role === 'owner' || !isGrantable(body.role, body.permission)) throw new Refusal('not-permitted')
    await inTransaction(database, async (client) => {
      await lockWithPermission(client, person, member.organization, 'permissions.edit')
      const wasAllowed = permissionsOf(body.role, await settingsOf(client, member.organization)).includes(
        body.permission,
      )
      await organizations.setPermission(client, member.organization, body)
      if (!body.allowed) {
        const { organization } = member
        await handover.releaseUnreachable(client, organization, { role: body.role, actor: person.id })
      }
      await recordEvent(client, {
        event: 'permission-changed',
        actor: person.id,
        organization: member.organization,
        details: `${roles[body.role]}: ${permissions[body.permission].name} ${body.allowed ? 'on' : 'off'}`,
        changes: changedValues({ allowed: wasAllowed }, { allowed: body.allowed }),
      })
    })
    return organizations.permissionTable(member.organization)
  })

  endpoint(organizationOperations.organizationActivity, { limits: 'none' }, ({ member, query }) =>
    events.ofOrganization(member, query),
  )

  endpoint(organizationOperations.verifyActivity, { limits: { person: 600 } }, ({ member, query }) =>
    events.verify(member, query),
  )

  endpoint(organizationOperations.exportActivity, { limits: { person: 30 } }, async ({ person, member, reply }) => {
    const { count, parts } = await exportTrail(database, { person, member })
    return reply
      .headers({ 'Total-Count': count, 'Content-Disposition': 'attachment; filename="activity.csv"' })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(parts))
  })
}
