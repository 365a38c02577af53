import type { linkLookup } from '@sherpa/contracts/account'
import type { acceptedInvitation, Invitation, joined, joining, NewInvitation } from '@sherpa/contracts/invitation'
import type { output } from 'zod/mini'
import { api } from './api.ts'

export const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** To someone who has an open invitation it is sent again. */
    invite: build.mutation<unknown, { organization: string; invitation: NewInvitation }>({
      query: ({ organization, invitation }) => ({
        url: `organizations/${encodeURIComponent(organization)}/invitations`,
        method: 'POST',
        body: invitation,
      }),
      invalidatesTags: ['People', 'Subscription', 'Activity'],
    }),
    withdrawInvitation: build.mutation<void, { organization: string; invitation: string }>({
      query: ({ organization, invitation }) => ({
        url: `organizations/${encodeURIComponent(organization)}/invitations/${encodeURIComponent(invitation)}`,
        method: 'DELETE',
      }),
      invalidatesTags: ['People', 'Subscription', 'Activity'],
    }),

    /** A query, although it is a POST: the token stays out of addresses and logs. */
    invitation: build.query<Invitation, string>({
      query: (token) => ({
        url: 'invitations/lookup',
        method: 'POST',
        body: { token } satisfies output<typeof linkLookup>,
      }),
    }),
    joinByInvitation: build.mutation<output<typeof joined>, output<typeof joining>>({
      query: (body) => ({ url: 'invitations/joining', method: 'POST', body }),
    }),
    acceptInvitation: build.mutation<output<typeof acceptedInvitation>, string>({
      query: (invitation) => ({ url: `invitations/${encodeURIComponent(invitation)}/acceptance`, method: 'POST' }),
    }),
    refuseInvitation: build.mutation<void, string>({
      query: (invitation) => ({ url: `invitations/${encodeURIComponent(invitation)}/refusal`, method: 'POST' }),
      invalidatesTags: ['User'],
    }),
  }),
})
