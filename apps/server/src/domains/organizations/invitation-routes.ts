import { linkLookup, type SignedIn } from '@sherpa/contracts/account'
import { acceptedInvitation, invitation, joined, joining, newInvitation } from '@sherpa/contracts/invitation'
import type { FastifyRequest } from 'fastify'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Invitations } from './invitations.ts'

/** Mail to strangers is what a spammer would come for. */
const mails = { person: 60, email: 5 }

export type InvitationRouteParts = {
  invitations: Invitations
  /** Logs in someone who has shown who they are. */
  openSession: (person: string, request: FastifyRequest) => Promise<SignedIn>
  onMail: () => void
}

export function invitationRoutes(endpoint: DefineEndpoint, { invitations, openSession, onMail }: InvitationRouteParts) {
  endpoint(
    {
      method: 'POST',
      path: '/api/organizations/:organization/invitations',
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
      path: '/api/organizations/:organization/invitations/:invitation',
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
      body: linkLookup,
      limits: { network: 100 },
      answer: { status: 200, about: 'The invitation', schema: invitation },
      refusals: { 410: 'It is used up, withdrawn or too old' },
    },
    ({ body }) => invitations.lookUp(body.token),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/invitations/joining',
      operation: 'joinByInvitation',
      summary: 'Create an account with the link of an invitation, a name and a password, and join the organization',
      access: 'anyone',
      body: joining,
      limits: { network: 100 },
      answer: { status: 201, about: 'A member now, and logged in', schema: joined },
      refusals: {
        409: 'The address has an account: log in to accept',
        410: 'It was used or withdrawn, or has expired',
      },
    },
    async ({ body, request }) => {
      const { person, organization } = await invitations.join(body)
      return { ...(await openSession(person, request)), organization }
    },
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
