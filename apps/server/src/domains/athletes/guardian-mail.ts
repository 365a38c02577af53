import { type ContactRelation, contactRelations } from '@sherpa/contracts/athlete'
import { mailKind } from '../../mail/mail-kind.ts'
import { facts, greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'

type GuardianInvitation = {
  organization: string
  /** First name and initial, since the recipient is not verified yet. */
  athlete: string
  invitedBy: string
  token: string
}

export const guardianInvitationMail = mailKind<GuardianInvitation>({
  name: 'guardian-invitation',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa entered this address for an athlete’s parent or guardian.',
  words: (details, at) => {
    const organization = greetableOrganization(details.organization)
    const athlete = greetableName(details.athlete) ?? 'an athlete'
    return {
      subject: `Are you the parent or guardian of ${athlete}?`,
      parts: [
        greeting(),
        paragraph(
          `${upperFirst(organization)} has a record of ${athlete} on Sherpa. ${greetableName(details.invitedBy) ?? 'Someone'} at ${organization} asks you to confirm that you are the parent or legal guardian.`,
        ),
        paragraph(
          'You also decide whether the athlete can have an account of their own. You can change this at any time. It is free, and you don’t sign a contract.',
        ),
        link('Review and answer', at('/guardian', { token: details.token })),
        paragraph(
          'This link expires in 14 days. If you are not the parent or guardian, say so there, or ignore this email.',
        ),
      ],
    }
  },
})

type AddedContact = {
  organization: string
  athlete: string
  contact: string
  relation: ContactRelation
  addedBy: string
  /** Email address of the member who added the contact. */
  writeTo: string
}

export const contactAddedMail = mailKind<AddedContact>({
  name: 'contact-added',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa lists you as a contact of an athlete under 18. We notify you when another contact is added.',
  words: (details) => {
    const organization = greetableOrganization(details.organization)
    const athlete = greetableName(details.athlete) ?? 'an athlete'
    const addedBy = greetableName(details.addedBy) ?? 'a member of the organization'
    return {
      subject: `A new contact for ${athlete}`,
      parts: [
        greeting(),
        paragraph(`${upperFirst(organization)} has added a contact to the record of ${athlete} on Sherpa.`),
        facts(
          ['Contact', greetableName(details.contact) ?? 'Someone'],
          ['Relationship', contactRelations[details.relation]],
          ['Added by', addedBy],
        ),
        paragraph(`If this is wrong, write to ${addedBy} at ${details.writeTo}.`),
      ],
    }
  },
})

type ChangedContactData = { organization: string; athlete: string; fields: string }

export const contactDataChangedMail = mailKind<ChangedContactData>({
  name: 'contact-data-changed',
  purpose: 'accounts',
  why: 'You received this email because you are the guardian of an athlete under 18 on Sherpa.',
  words: (details) => {
    const organization = greetableOrganization(details.organization)
    const athlete = greetableName(details.athlete) ?? 'The athlete'
    return {
      subject: `${athlete} updated their contact data`,
      parts: [
        greeting(),
        paragraph(`${athlete} updated their contact data at ${organization}: ${details.fields}.`),
        paragraph(`If this is wrong, contact ${organization}.`),
      ],
    }
  },
})

export const guardianMailKinds = [guardianInvitationMail, contactAddedMail, contactDataChangedMail]

function upperFirst(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
