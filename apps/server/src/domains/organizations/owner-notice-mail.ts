import { spokenDay } from '@sherpa/contracts/days'
import { mailKind } from '../../mail/mail-kind.ts'
import { facts, greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'

/** What owners are told of, because it cannot be taken back or changes what was reported: in words, as a subject and as a sentence. */
const strongActions = {
  'archive-requested': {
    subject: 'Someone asked for an archive of all data',
    what: 'asked for an archive of everything that Sherpa keeps for',
  },
  'athlete-erased': { subject: 'An athlete was erased', what: 'erased an athlete, for good, from' },
  'books-reopened': {
    subject: 'Closed months of the books were opened again',
    what: 'opened closed months again in the books of',
  },
  'deal-signed': { subject: 'A deal was signed', what: 'signed a deal of' },
  'signed-copy-added': { subject: 'A signed copy was added to a deal', what: 'added a signed copy to a deal of' },
}
export type StrongAction = keyof typeof strongActions

type OwnerNotice = {
  name: string
  organization: string
  organizationId: string
  action: StrongAction
  by: string
  /** The organization's day. Mail that was queued earlier has an instant. */
  at: string
}

export const ownerNoticeMail = mailKind<OwnerNotice>({
  name: 'owner-notice',
  purpose: 'accounts',
  why: 'You received this email because you are an owner of an organization on Sherpa. We always tell owners of this.',
  words: (details, at) => {
    const { subject, what } = strongActions[details.action]
    const organization = greetableOrganization(details.organization)
    const by = greetableName(details.by) ?? 'A member'
    return {
      subject,
      parts: [
        greeting(details.name),
        paragraph(`${by} ${what} ${organization}. They confirmed with their password or a code.`),
        facts(['Date', spokenDay(details.at)], ['By', by]),
        link('View activity', at(`/organizations/${details.organizationId}/activity`)),
        paragraph('If this should not have happened, talk to them, or reply to this email.'),
      ],
    }
  },
})
