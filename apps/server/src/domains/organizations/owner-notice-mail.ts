import { spokenDay } from '@sherpa/contracts/days'
import { mailKind } from '../../mail/mail-kind.ts'
import { facts, greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'

export type StrongAction =
  | 'archive-requested'
  | 'athlete-erased'
  | 'athlete-made-adult'
  | 'books-reopened'
  | 'deal-signed'
  | 'deal-entered'
  | 'agreement-entered'
  | 'signed-copy-added'

/** Irreversible actions, and changes of reported figures, that owners are notified of. */
const strongActions: Record<StrongAction, { subject: string; what: string; proof?: string }> = {
  'archive-requested': {
    subject: 'An archive of all data was created',
    what: 'created an archive of all data of',
  },
  'athlete-erased': { subject: 'An athlete was erased', what: 'permanently erased an athlete from' },
  'athlete-made-adult': {
    subject: 'An athlete’s record was changed from under 18 to adult',
    what: 'changed an athlete with a verified guardian from under 18 to adult at',
    proof: 'The reason is on the athlete’s timeline.',
  },
  'books-reopened': {
    subject: 'Closed months were reopened',
    what: 'reopened closed months in the books of',
  },
  'deal-signed': { subject: 'A deal was signed', what: 'signed a deal for' },
  'deal-entered': {
    subject: 'A deal was entered as signed',
    what: 'entered a deal that was already signed for',
  },
  'agreement-entered': {
    subject: 'A representation agreement was entered as signed',
    what: 'entered a representation agreement that was already signed for',
  },
  'signed-copy-added': { subject: 'A signed copy was added to a deal', what: 'added a signed copy to a deal for' },
}

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
  why: 'You received this email because you are an owner of an organization on Sherpa. Owners are always notified of this.',
  words: (details, at) => {
    const { subject, what, proof = 'They confirmed with their password or a code.' } = strongActions[details.action]
    const organization = greetableOrganization(details.organization)
    const by = greetableName(details.by) ?? 'A member'
    return {
      subject,
      parts: [
        greeting(details.name),
        paragraph(`${by} ${what} ${organization}. ${proof}`),
        facts(['Date', spokenDay(details.at)], ['By', by]),
        link('View activity', at(`/organizations/${details.organizationId}/activity`)),
        paragraph('If this looks wrong, talk to them or reply to this email.'),
      ],
    }
  },
})
