import { type ContactRelation, contactRelations } from '@sherpa/contracts/athlete'
import { spokenDay } from '@sherpa/contracts/days'
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

/** To the athlete and those who manage them. */
export const cameOfAgeMail = mailKind<{
  name: string
  organization: string
  athlete: string
  /** Undefined: the athlete. */
  about?: string
}>({
  name: 'came-of-age',
  purpose: 'accounts',
  notification: true,
  why: 'You received this email because you are part of an organization on Sherpa.',
  words: ({ name, organization, athlete, about }, at) => {
    const who = about === undefined ? 'You' : (greetableName(about) ?? 'An athlete')
    return {
      subject: `${who} ${about === undefined ? 'are' : 'is'} 18 now`,
      parts: [
        greeting(greetableName(name)),
        paragraph(
          about === undefined
            ? 'You are 18 now: you sign your deals yourself, and the access of your parent or guardian to your record has ended. For 90 days they can still download copies of deals that they signed, and nothing newer.'
            : `${who} is 18 now: new deals need no guardian’s signature, and guardians no longer see the record.`,
        ),
        link('View record', at(`/organizations/${organization}/athletes/${athlete}`)),
      ],
    }
  },
})

/** To the former guardian. */
export const guardianshipEndedMail = mailKind<{
  name: string
  organization: string
  athlete: string
  /** The last day of the copies. Missing in mail of older releases. */
  until?: string
}>({
  name: 'guardianship-ended',
  purpose: 'accounts',
  unlimited: true,
  why: 'You received this email because you were the guardian of an athlete on Sherpa.',
  words: (details, at) => {
    const athlete = greetableName(details.athlete) ?? 'The athlete'
    return {
      subject: `${athlete} is 18 now`,
      parts: [
        greeting(greetableName(details.name)),
        paragraph(
          `${athlete} is 18 now: deals at ${greetableOrganization(details.organization)} no longer need your signature, and you no longer see the record.`,
        ),
        ...(details.until
          ? [
              paragraph(
                `Copies of deals that you signed as the guardian stay on your page until ${spokenDay(details.until)}. Nothing newer appears there. Download them before.`,
              ),
              link('Open your page', at('/account/guardianships')),
            ]
          : [link('Open Sherpa', at('/'))]),
      ],
    }
  },
})

export const guardianMailKinds = [
  guardianInvitationMail,
  contactAddedMail,
  contactDataChangedMail,
  cameOfAgeMail,
  guardianshipEndedMail,
]

function upperFirst(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
