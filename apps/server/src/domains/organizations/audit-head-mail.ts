import { mailKind } from '../../mail/mail-kind.ts'
import { facts, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'
import type { TrailHead } from '../audit/audit.ts'

type AuditHead = { name: string; organization: string; organizationName: string; head: TrailHead }

export const auditHeadMail = mailKind<AuditHead>({
  name: 'audit-head',
  purpose: 'accounts',
  why: 'You received this email because you are an owner of an organization on Sherpa. Owners get it once a week.',
  words: ({ name, organization, organizationName, head }, at) => ({
    subject: `Seal of the activity at ${greetableOrganization(organizationName)}`,
    parts: [
      greeting(name),
      paragraph('Keep this email. With it you can prove later that no activity before it was changed or deleted.'),
      link('Verify activity', at(`/organizations/${organization}/activity#verify-${head.hash}`)),
      facts(...headFacts(head)),
    ],
  }),
})

const headFacts = ({ hash, number, sealedAt, events }: TrailHead): [string, string][] => [
  ['Head', hash],
  ['Batch', String(number)],
  ['Events', String(events)],
  ['Sealed', `${sealedAt.slice(0, 16).replace('T', ' ')} UTC`],
]
