import { activity, activityQuery } from '@sherpa/contracts/activity'
import {
  handOver,
  newOrganisation,
  organisation,
  ownersOnly,
  people,
  permissionChange,
  permissions,
  permissionTable,
  roleChange,
  roles,
} from '@sherpa/contracts/organisation'
import { Refusal } from '@sherpa/contracts/problem'
import { type AuditEvents, noteEvent } from '../audit/audit-events.ts'
import type { DefineEndpoint } from '../http/endpoint.ts'
import { type Database, inTransaction } from '../persistence/database.ts'
import type { Membership } from './membership.ts'
import { lockFor, type Organisations } from './organisations.ts'

export type OrganisationParts = {
  database: Database
  organisations: Organisations
  membership: Membership
  events: AuditEvents
}

export function organisationRoutes(
  endpoint: DefineEndpoint,
  { database, organisations, membership, events }: OrganisationParts,
) {
  endpoint(
    {
      method: 'POST',
      path: '/api/organisations',
      operation: 'createOrganisation',
      summary: 'Create an agency, a team, an athletic department or a collective, and be its owner',
      access: 'person',
      body: newOrganisation,
      limits: { person: 20 },
      answer: { status: 201, about: 'Created', schema: organisation },
    },
    async ({ person, body }) => organisations.find(await membership.found(person, body)),
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/organisations/:organisation',
      operation: 'organisation',
      summary: 'An organisation that one belongs to',
      access: 'member',
      limits: 'none',
      answer: { status: 200, about: 'The organisation', schema: organisation },
    },
    ({ member }) => organisations.find(member.organisation),
  )

  endpoint(
    {
      method: 'PATCH',
      path: '/api/organisations/:organisation',
      operation: 'editOrganisation',
      summary: 'Change its name and type',
      access: 'organisation.edit',
      body: newOrganisation,
      limits: { person: 60 },
      answer: { status: 200, about: 'The organisation as it is now', schema: organisation },
    },
    async ({ person, member, body }) => {
      const { organisation } = member
      await inTransaction(database, async (client) => {
        await lockFor(client, person, organisation, 'organisation.edit')
        await organisations.edit(client, organisation, body)
        await noteEvent(client, { event: 'organisation-edited', actor: person.id, organisation })
      })
      return organisations.find(organisation)
    },
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/organisations/:organisation/people',
      operation: 'people',
      summary: 'Members and open invitations',
      access: 'people.view',
      limits: 'none',
      answer: { status: 200, about: 'The people', schema: people },
    },
    ({ member }) => organisations.people(member.organisation),
  )

  endpoint(
    {
      method: 'PATCH',
      path: '/api/organisations/:organisation/people/:person',
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
      path: '/api/organisations/:organisation/people/:person',
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
      path: '/api/organisations/:organisation/leaving',
      operation: 'leaveOrganisation',
      summary: 'Leave the organisation',
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
      path: '/api/organisations/:organisation/ownership',
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
      path: '/api/organisations/:organisation/permissions',
      operation: 'permissions',
      summary: 'What each role may do',
      access: 'people.view',
      limits: 'none',
      answer: { status: 200, about: 'The table', schema: permissionTable },
    },
    ({ member }) => organisations.permissionTable(member.organisation),
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/organisations/:organisation/permissions',
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
        await lockFor(client, person, member.organisation, 'permissions.edit')
        await organisations.setPermission(client, member.organisation, body)
        await noteEvent(client, {
          event: 'permission-changed',
          actor: person.id,
          organisation: member.organisation,
          details: `${roles[body.role]}: ${permissions[body.permission].name} ${body.allowed ? 'on' : 'off'}`,
        })
      })
      return organisations.permissionTable(member.organisation)
    },
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/organisations/:organisation/activity',
      operation: 'activity',
      summary: 'Who did what, and when',
      access: 'activity.view',
      query: activityQuery,
      limits: 'none',
      answer: { status: 200, about: 'A page of events, the newest first', schema: activity },
    },
    ({ member, query }) => events.ofOrganisation(member, query),
  )
}
