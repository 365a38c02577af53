import { labels } from '@sherpa/contracts/labels'
import type { OrganizationKind, Role } from '@sherpa/contracts/organization'
import { mailKind } from '../../mail/mail-kind.ts'
import { greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'

export const invitationMail = mailKind<{
  organization: string
  /** Missing in mail that an earlier release queued. */
  kind?: OrganizationKind
  role: Role
  invitedBy: string
  token: string
}>({
  name: 'invitation',
  purpose: 'accounts',
  why: 'You received this email because someone entered this address to invite you to their organization on Sherpa.',
  words: (details, at) => {
    const organization = greetableOrganization(details.organization)
    return {
      subject: `Join ${organization} on Sherpa`,
      parts: [
        greeting(),
        paragraph(
          `${greetableName(details.invitedBy) ?? 'Someone'} invited you to join ${organization} on Sherpa. Your role: ${labels[details.kind ?? 'agency'].roles[details.role]}.`,
        ),
        link('View invitation', at('/invitation', { token: details.token })),
        paragraph("This invitation expires in 7 days. If you don't know who sent it, you can ignore this email."),
      ],
    }
  },
})
