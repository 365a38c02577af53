import { acceptedInvitation, invitation, invitationLookup, newInvitation } from '@sherpa/contracts/invitation'
import type { DefineEndpoint } from '../http/endpoint.ts'
import type { Invitations } from './invitations.ts'

/** Mail to strangers is what a spammer would come for. */
const mails = { person: 60, email: 5 }

export function invitationRoutes(endpoint: DefineEndpoint, invitations: Invitations, onMail: () => void) {
  endpoint(
    {
      method: 'POST',
      path: '/api/organisations/:organisation/invitations',
      operation: 'invite',
      summary: 'Invite someone by mail, or send an invitation again',
      access: 'people.invite',
      body: newInvitation,
      limits: mails,
      answer: { status: 201, about: 'The invitation is on its way' },
      refusals: { 409: 'They are a member or invited already, or there is no seat left' },
    },
    async ({ person, member, body }) => {
      await invitations.invite(person, member, body)
      onMail()
    },
  )

  endpoint(
    {
      method: 'DELETE',
      path: '/api/organisations/:organisation/invitations/:invitation',
      operation: 'withdrawInvitation',
      summary: 'Withdraw an invitation',
      access: 'people.invite',
      limits: { person: 120 },
      answer: { status: 204, about: 'Its link is worth nothing from now on' },
    },
    ({ person, member, parameter }) => invitations.withdraw(person, member, parameter('invitation')),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/invitations/lookup',
      operation: 'lookUpInvitation',
      summary: 'What an invitation is about, for whoever has its link',
      access: 'anyone',
      body: invitationLookup,
      limits: { network: 100 },
      answer: { status: 200, about: 'The invitation', schema: invitation },
      refusals: { 410: 'It is used up, withdrawn or too old' },
    },
    ({ body }) => invitations.look(body.token),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/invitations/:invitation/acceptance',
      operation: 'acceptInvitation',
      summary: 'Accept an invitation to one’s own address',
      access: 'person',
      limits: { person: 60 },
      answer: { status: 200, about: 'A member now', schema: acceptedInvitation },
      refusals: { 410: 'It is used up, withdrawn, too old or for someone else' },
    },
    ({ person, parameter }) => invitations.accept(person, parameter('invitation')),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/invitations/:invitation/refusal',
      operation: 'refuseInvitation',
      summary: 'Decline an invitation to one’s own address',
      access: 'person',
      limits: { person: 60 },
      answer: { status: 204, about: 'Declined' },
      refusals: { 410: 'It is used up, withdrawn, too old or for someone else' },
    },
    ({ person, parameter }) => invitations.refuse(person, parameter('invitation')),
  )
}
