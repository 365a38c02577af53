import { linkLookup } from './account.ts'
import { bulkInvitation, bulkInvitationResult } from './bulk-invitation.ts'
import { acceptedInvitation, invitation, joined, joining, newInvitation } from './invitation.ts'
import { operations } from './operation.ts'

export const invitationOperations = operations({
  invite: {
    method: 'POST',
    path: '/organizations/:organization/invitations',
    summary: 'Invite someone by mail, or send an invitation again',
    access: 'people.invite',
    body: newInvitation,
    answer: { status: 201, about: 'The invitation is on its way' },
    changes: ['People', 'Subscription', 'Activity'],
  },
  inviteMany: {
    method: 'POST',
    path: '/organizations/:organization/invitations/batch',
    summary: 'Invite up to 200 people with one role by mail. With `dryRun`, check only',
    access: 'people.invite',
    body: bulkInvitation,
    answer: { status: 200, about: 'The result per address', schema: bulkInvitationResult },
    changes: ['People', 'Subscription', 'Activity'],
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/organizations/:organization/invitations/:invitation',
    summary: 'Withdraw an invitation',
    access: 'people.invite',
    answer: { status: 204, about: 'Its link is worth nothing from now on' },
    // An athlete's record tells whether they are invited.
    changes: ['People', 'Subscription', 'Activity', 'Player'],
  },
  lookUpInvitation: {
    method: 'POST',
    path: '/invitations/lookup',
    summary: 'What an invitation is about, for whoever has its link',
    access: 'anyone',
    body: linkLookup,
    answer: { status: 200, about: 'The invitation', schema: invitation },
    // A POST, so that the token stays out of addresses and logs.
    reads: [],
  },
  joinByInvitation: {
    method: 'POST',
    path: '/invitations/joining',
    summary: 'Create an account with the link of an invitation, a name and a password, and join the organization',
    access: 'anyone',
    body: joining,
    answer: { status: 201, about: 'A member now, and logged in', schema: joined },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/:invitation/acceptance',
    summary: 'Accept an invitation to one’s own address',
    access: 'person',
    answer: { status: 200, about: 'A member now', schema: acceptedInvitation },
  },
  refuseInvitation: {
    method: 'POST',
    path: '/invitations/:invitation/refusal',
    summary: 'Decline an invitation to one’s own address',
    access: 'person',
    answer: { status: 204, about: 'Declined' },
    changes: ['User'],
  },
})
