import { activity, activityQuery } from '@sherpa/contracts/activity'
import {
  handOver,
  newOrganization,
  organization,
  ownersOnly,
  people,
  permissionChange,
  permissions,
  permissionTable,
  roleChange,
  roles,
} from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { type Database, inOrganization, inTransaction } from '../../persistence/database.ts'
import { type AuditEvents, noteEvent } from '../audit/audit.ts'
import type { Membership } from './membership.ts'
import { lockFor, type Organizations } from './organizations.ts'

export type OrganizationParts = {
  database: Database
  organizations: Organizations
  membership: Membership
  events: AuditEvents
}

export function organizationRoutes(
  endpoint: DefineEndpoint,
  { database, organizations, membership, events }: OrganizationParts,
) {
  endpoint(
    {
      method: 'POST',
      path: '/api/organizations',
      operation: 'createOrganization',
      summary: 'Create an agency, a team, an athletic department or a collective, and be its owner',
      access: 'person',
      body: newOrganization,
      limits: { person: 20 },
      answer: { status: 201, about: 'Created', schema: organization },
    },
    async ({ person, body }) => {
      const id = await membership.found(person, body)
      return inOrganization(id, () => organizations.find(id))
    },
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/organizations/:organization',
      operation: 'organization',
      summary: 'An organization that one belongs to',
      access: 'member',
      limits: 'none',
      answer: { status: 200, about: 'The organization', schema: organization },
    },
    ({ member }) => organizations.find(member.organization),
  )

  endpoint(
    {
      method: 'PATCH',
      path: '/api/organizations/:organization',
      operation: 'editOrganization',
      summary: 'Change its name and type',
      access: 'organization.edit',
      body: newOrganization,
      limits: { person: 60 },
      answer: { status: 200, about: 'The organization as it is now', schema: organization },
    },
    async ({ person, member, body }) => {
      const { organization } = member
      await inTransaction(database, async (client) => {
        await lockFor(client, person, organization, 'organization.edit')
        await organizations.edit(client, organization, body)
        await noteEvent(client, { event: 'organization-edited', actor: person.id, organization })
      })
      return organizations.find(organization)
    },
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/organizations/:organization/people',
      operation: 'people',
      summary: 'Members and open invitations',
      access: 'people.view',
      limits: 'none',
      answer: { status: 200, about: 'The people', schema: people },
    },
    ({ member }) => organizations.people(member.organization),
  )

  endpoint(
    {
      method: 'PATCH',
      path: '/api/organizations/:organization/people/:person',
      operation: 'changeRole',
      summary: 'Give a member another role. Nobody hands out permissions that they do not have',
      access: 'people.manage',
      body: roleChange,
      limits: { person: 120 },
      answer: { status: 204, about: 'Changed' },
      refusals: { 409: 'It would be without an owner, or there is no seat left' },
    },
    ({ person, member, parameter, body }) => membership.changeRole(person, member, parameter('person'), body.role),
  )

  endpoint(
    {
      method: 'DELETE',
      path: '/api/organizations/:organization/people/:person',
      operation: 'removePerson',
      summary: 'Remove a member',
      access: 'people.manage',
      limits: { person: 120 },
      answer: { status: 204, about: 'Removed' },
      refusals: { 409: 'It would be without an owner' },
    },
    ({ person, member, parameter }) => membership.remove(person, member, parameter('person')),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/organizations/:organization/leaving',
      operation: 'leaveOrganization',
      summary: 'Leave the organization',
      access: 'member',
      limits: { person: 60 },
      answer: { status: 204, about: 'Left' },
      refusals: { 409: 'It would be without an owner' },
    },
    ({ person, member }) => membership.leave(person, member),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/organizations/:organization/ownership',
      operation: 'handOver',
      summary: 'Make another member the owner, and take another role oneself',
      access: 'ownership.hand-over',
      body: handOver,
      limits: { person: 20 },
      answer: { status: 204, about: 'Handed over' },
      refusals: { 409: 'There is no seat left' },
    },
    ({ person, member, body }) => membership.handOver(person, member, body.person, body.role),
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/organizations/:organization/permissions',
      operation: 'permissions',
      summary: 'What each role may do',
      access: 'people.view',
      limits: 'none',
      answer: { status: 200, about: 'The table', schema: permissionTable },
    },
    ({ member }) => organizations.permissionTable(member.organization),
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/organizations/:organization/permissions',
      operation: 'setPermission',
      summary: 'Allow a role something, or not. What belongs to owners alone stays with them',
      access: 'permissions.edit',
      body: permissionChange,
      limits: { person: 300 },
      answer: { status: 200, about: 'The table as it is now', schema: permissionTable },
    },
    async ({ person, member, body }) => {
      if (body.role === 'owner' || ownersOnly.has(body.permission)) throw new Refusal('not-permitted')
      await inTransaction(database, async (client) => {
        await lockFor(client, person, member.organization, 'permissions.edit')
        await organizations.setPermission(client, member.organization, body)
        await noteEvent(client, {
          event: 'permission-changed',
          actor: person.id,
          organization: member.organization,
          details: `${roles[body.role]}: ${permissions[body.permission].name} ${body.allowed ? 'on' : 'off'}`,
        })
      })
      return organizations.permissionTable(member.organization)
    },
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/organizations/:organization/activity',
      operation: 'activity',
      summary: 'Who did what, and when',
      access: 'activity.view',
      query: activityQuery,
      limits: 'none',
      answer: { status: 200, about: 'A page of events, the newest first', schema: activity },
    },
    ({ member, query }) => events.ofOrganization(member, query),
  )
}
