import { linkLookup, newAccount, signedIn } from './account.ts'
import { athleteInvitations, athleteInvitationsResult } from './bulk-invitation.ts'
import {
  guardianConfirmation,
  guardianInvitation,
  guardianshipList,
  newVerification,
  sendingAgain,
} from './guardian.ts'
import { operations } from './operation.ts'

const athlete = '/organizations/:organization/athletes/:athlete'
const own = '/guardianships/:guardianship'

/** Guardians of minors, and invitations of athletes: a minor's account needs a guardian's consent. */
export const guardianOperations = operations({
  inviteAthlete: {
    method: 'POST',
    path: `${athlete}/invitation`,
    summary: 'Invite an athlete to their own record by mail, or send the invitation again',
    access: 'athletes.edit',
    alsoNeeds: 'people.invite',
    body: sendingAgain,
    answer: { status: 201, about: 'The invitation is on its way' },
    changes: ['Player', 'People', 'Subscription', 'Activity'],
  },
  inviteAthletes: {
    method: 'POST',
    path: '/organizations/:organization/athletes/invitations',
    summary: 'Invite up to 200 athletes to their own records by mail. With `dryRun`, check only',
    access: 'athletes.edit',
    alsoNeeds: 'people.invite',
    body: athleteInvitations,
    answer: { status: 200, about: 'The result per athlete', schema: athleteInvitationsResult },
    changes: ['Player', 'People', 'Subscription', 'Activity'],
  },
  inviteGuardian: {
    method: 'POST',
    path: `${athlete}/contacts/:contact/guardianship`,
    summary: 'Ask a contact of a minor by mail to confirm that they are the guardian, or ask again',
    access: 'athletes.edit',
    alsoNeeds: 'athletes.sensitive',
    body: sendingAgain,
    answer: { status: 201, about: 'The mail is on its way' },
    changes: ['Player', 'Activity'],
  },
  verifyGuardian: {
    method: 'PUT',
    path: `${athlete}/guardians/:guardian/verification`,
    summary: 'Put on record how one made sure that someone is the guardian',
    access: 'athletes.sensitive',
    body: newVerification,
    answer: { status: 204, about: 'Verified' },
    changes: ['Player', 'Activity'],
  },
  removeGuardian: {
    method: 'DELETE',
    path: `${athlete}/guardians/:guardian`,
    summary: 'Withdraw the question to a guardian, or end the guardianship',
    access: 'athletes.edit',
    alsoNeeds: 'athletes.sensitive',
    answer: { status: 204, about: 'Ended' },
    changes: ['Player', 'People', 'Activity'],
  },
  lookUpGuardianInvitation: {
    method: 'POST',
    path: '/guardianships/lookup',
    summary: 'What a guardian is asked to confirm, for whoever has the link',
    access: 'anyone',
    body: linkLookup,
    answer: { status: 200, about: 'Who asks, and about whom', schema: guardianInvitation },
    // A POST, so that the token stays out of addresses and logs.
    reads: [],
  },
  registerAsGuardian: {
    method: 'POST',
    path: '/guardianships/accounts',
    summary:
      'Create an account with the link of a guardian’s invitation, a name and a password. It confirms nothing yet',
    access: 'anyone',
    body: newAccount,
    answer: { status: 201, about: 'Logged in', schema: signedIn },
  },
  guardianships: {
    method: 'GET',
    path: '/guardianships',
    summary: 'Whose guardian one is, and who asks to confirm it',
    access: 'person',
    inEachCell: true,
    answer: { status: 200, about: 'The guardianships', schema: guardianshipList },
    reads: ['Guardianship'],
  },
  confirmGuardianship: {
    method: 'POST',
    path: `${own}/confirmation`,
    summary: 'Confirm that one is the guardian, and say whether the athlete may have an account',
    access: 'person',
    body: guardianConfirmation,
    answer: { status: 204, about: 'Confirmed' },
    changes: ['Guardianship'],
  },
  declineGuardianship: {
    method: 'POST',
    path: `${own}/refusal`,
    summary: 'Say that one is not the guardian',
    access: 'person',
    answer: { status: 204, about: 'Declined' },
    changes: ['Guardianship'],
  },
  changeConsent: {
    method: 'PUT',
    path: `${own}/consent`,
    summary:
      'Allow the athlete to have an account, or no longer: then the account is closed unless another guardian allows it',
    access: 'person',
    body: guardianConfirmation,
    answer: { status: 204, about: 'Changed' },
    changes: ['Guardianship'],
  },
  endGuardianship: {
    method: 'DELETE',
    path: own,
    summary: 'End one’s own guardianship',
    access: 'person',
    answer: { status: 204, about: 'Ended' },
    changes: ['Guardianship'],
  },
})
