import { allHandoverKinds, type HandoverCounts, type HandoverKind, handoverInWords } from '@sherpa/contracts/handover'
import { mailKind } from '../../mail/mail-kind.ts'
import { greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'

/** Where the receiver finds their work, relative to the organization. */
const places: Record<HandoverKind, { label: string; path: string }> = {
  athletes: { label: 'Your athletes', path: '/athletes?assignee=me' },
  deals: { label: 'Your deals', path: '/deals?lead=me' },
  reviews: { label: 'Your reviews', path: '' },
  tasks: { label: 'Your tasks', path: '/tasks' },
  disclosures: { label: 'Your disclosures', path: '/compliance?scope=mine' },
}

/** Without names of records. */
export const workReceivedMail = mailKind<{
  name: string
  organization: string
  organizationName: string
  counts: HandoverCounts
}>({
  name: 'work-received',
  purpose: 'accounts',
  notification: true,
  why: 'You received this email because work was handed over to you on Sherpa.',
  words: ({ name, organization, organizationName, counts }, at) => {
    const work = handoverInWords(counts)
    const agency = greetableOrganization(organizationName)
    return {
      subject: `${agency}: ${work} handed over to you`,
      parts: [
        greeting(greetableName(name)),
        paragraph(`You are now responsible for ${work} at ${agency}.`),
        ...allHandoverKinds
          .filter((kind) => counts[kind])
          .map((kind) => link(places[kind].label, at(`/organizations/${organization}${places[kind].path}`))),
      ],
    }
  },
})
