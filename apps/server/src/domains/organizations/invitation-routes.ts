import type { SignedIn } from '@sherpa/contracts/account'
import { invitationOperations } from '@sherpa/contracts/invitation-operations'
import type { FastifyRequest } from 'fastify'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Invitations } from './invitations.ts'

/** Limits spam through invitations. */
const mails = { person: 60, email: 5 }

export type InvitationRouteParts = {
  invitations: Invitations
  /** Opens a session after authentication. */
  openSession: (person: string, request: FastifyRequest) => Promise<SignedIn>
  onMail: () => void
}

export function invitationRoutes(endpoint: DefineEndpoint, { invitations, openSession, onMail }: InvitationRouteParts) {
  endpoint(
    invitationOperations.invite,
    { limits: mails, refusals: { 409: 'They are a member or invited already, or there is no seat left' } },
    async ({ person, member, body }) => {
      await invitations.invite(person, member, body)
      onMail()
    },
  )

  // The daily limits of external mail bound the number of invitations.
  endpoint(
    invitationOperations.inviteMany,
    { limits: { person: 60 }, refusals: { 409: 'It is a sample' } },
    async ({ person, member, body }) => {
      const result = await invitations.inviteMany(person, member, body)
      if (!body.dryRun) onMail()
      return result
    },
  )

  endpoint(invitationOperations.withdrawInvitation, { limits: { person: 120 } }, ({ person, member, parameter }) =>
    invitations.withdraw(person, member, parameter('invitation')),
  )

  endpoint(
    invitationOperations.lookUpInvitation,
    { limits: { network: 100 }, refusals: { 410: 'It is used up, withdrawn or too old' } },
    ({ body }) => invitations.lookUp(body.token),
  )

  endpoint(
    invitationOperations.joinByInvitation,
    {
      limits: { network: 100 },
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
    invitationOperations.acceptInvitation,
    { limits: { person: 60 }, refusals: { 410: 'It is used up, withdrawn, too old or for someone else' } },
    ({ person, parameter }) => invitations.accept(person, parameter('invitation')),
  )

  endpoint(
    invitationOperations.refuseInvitation,
    { limits: { person: 60 }, refusals: { 410: 'It is used up, withdrawn, too old or for someone else' } },
    ({ person, parameter }) => invitations.refuse(person, parameter('invitation')),
  )
}
