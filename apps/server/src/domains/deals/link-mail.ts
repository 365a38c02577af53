import { CODE_MINUTES } from '@sherpa/contracts/deal-link'
import { type MailKind, mailKind } from '../../mail/mail-kind.ts'
import {
  facts,
  greetableName,
  greetableOrganization,
  greetableTitle,
  greeting,
  link,
  paragraph,
} from '../../mail/mail-template.ts'
import type { Queryable } from '../../persistence/database.ts'
import { enterToFinish } from '../../persistence/database.ts'

/** Deal mail to the company. The token is in the fragment, which browsers send to no server. */
type AboutLink = {
  link: string
  token: string
  name: string
  title: string
  organization: string
  organizationName: string
  deal: string
  sender: string
  /** For a signature. */
  until?: string
  /** Who named the recipient to sign instead. */
  reassignedBy?: string
}

const addressOf = (at: (path: string) => string, { token }: AboutLink) => `${at('/agreement')}#${token}`

export const signatureLinkMail = mailKind<AboutLink>({
  name: 'deal-signature-link',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa sent you a deal to sign.',
  words: (details, at) => ({
    subject: `Please read and sign: ${greetableTitle(details.title)}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        `${greetableName(details.sender) ?? 'Someone'} of ${greetableOrganization(details.organizationName)} sent you the deal “${greetableTitle(details.title)}” for your signature.`,
      ),
      ...(details.reassignedBy === undefined
        ? []
        : [paragraph(`${greetableName(details.reassignedBy) ?? 'A colleague'} named you to sign it instead.`)]),
      link('Read deal', addressOf(at, details)),
      paragraph(
        `You can sign it, ask for changes or decline. You need no account. The link is for you alone and works until ${details.until}.`,
      ),
    ],
  }),
})

export const pageLinkMail = mailKind<AboutLink>({
  name: 'deal-page-link',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa shared a signed deal with you.',
  words: (details, at) => ({
    subject: `Your deal: ${greetableTitle(details.title)}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        `${greetableName(details.sender) ?? 'Someone'} of ${greetableOrganization(details.organizationName)} shared the signed deal “${greetableTitle(details.title)}” with you: copies, deliverables with proof, and due dates.`,
      ),
      link('View deal', addressOf(at, details)),
      paragraph('You need no account. The page asks for a code that we send to this address.'),
    ],
  }),
})

/** Limited by `createLinkCodes`. */
export const linkCodeMail = mailKind<{ name: string; title: string; code: string; organization: string; deal: string }>(
  {
    name: 'deal-link-code',
    purpose: 'accounts',
    unlimited: true,
    why: 'You received this email because someone asked for a code on the page of a deal that was sent to you.',
    words: (details) => ({
      subject: `${details.code} is your code for ${greetableTitle(details.title)}`,
      parts: [
        greeting(greetableName(details.name)),
        facts(['Code', details.code]),
        paragraph(
          `Enter it on the page of the deal “${greetableTitle(details.title)}” within ${CODE_MINUTES} minutes. Give it to nobody: whoever has it can sign for you.`,
        ),
        paragraph('If you did not ask for it, you can ignore this email.'),
      ],
    }),
  },
)

export type LinkMailParts = {
  /** Records whether the receiving server accepted the link. */
  linkMailed: (
    client: Queryable,
    link: { organization: string; id: string },
    outcome: 'sent' | 'failed',
  ) => Promise<void>
}

export function linkMailKinds({ linkMailed }: LinkMailParts): MailKind[] {
  const recorded = (kind: MailKind): MailKind => ({
    ...kind,
    async recordOutcome(client, { details }, outcome) {
      if (outcome === 'skipped') return
      const { organization, link: id } = details as AboutLink
      await enterToFinish(client, organization)
      await linkMailed(client, { organization, id }, outcome)
    },
  })
  return [recorded(signatureLinkMail), recorded(pageLinkMail), linkCodeMail]
}
