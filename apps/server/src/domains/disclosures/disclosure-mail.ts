import type { MissingInput } from '@sherpa/contracts/compliance/judgment'
import { cannotTellInWords } from '@sherpa/contracts/compliance/verdicts'
import { ATTESTATION_DAYS } from '@sherpa/contracts/disclosure-clock'
import { type MailKind, type MailOutcome, mailKind } from '../../mail/mail-kind.ts'
import {
  facts,
  greetableName,
  greetableOrganization,
  greetableTitle,
  greeting,
  link,
  paragraph,
} from '../../mail/mail-template.ts'
import { enterToFinish, type Queryable } from '../../persistence/database.ts'

/** To the athletic director. Never an amount. */
type Notice = {
  organization: string
  organizationName: string
  disclosure: string
  athlete: string
  fields: { label: string; value: string }[]
}

export const schoolNoticeMail = mailKind<Notice>({
  name: 'school-notice',
  purpose: 'accounts',
  why: 'You received this email because an agency on Sherpa notified your athletic department about an agreement.',
  words: ({ organizationName, athlete, fields }) => ({
    subject: `Notice of an agency contract: ${greetableTitle(athlete, 'an athlete')}`,
    parts: [
      greeting(),
      paragraph(
        `${greetableOrganization(organizationName)} gives notice under 15 U.S.C. 7802(b) that a student athlete entered into an agency contract.`,
      ),
      facts(...fields.map(({ label, value }): [string, string] => [label, value])),
      paragraph('Information, not legal advice. Sherpa sends this notice for the agency.'),
    ],
  }),
})

/** To the payor's contact. Neither amounts nor terms. The token is in the fragment, which browsers send to no server. */
type Request = {
  organization: string
  organizationName: string
  request: string
  token: string
  name: string
  athlete: string
  /** 0, 2 or 4. */
  day: number
}

export const payorRequestMail = mailKind<Request>({
  name: 'payor-request',
  purpose: 'accounts',
  why: 'You received this email because your company has a deal with an athlete who has to report it.',
  words: ({ organizationName, token, name, athlete, day }, at) => ({
    subject: `${day === 0 ? 'Please answer' : 'Reminder, please answer'}: your deal with ${greetableTitle(athlete, 'an athlete')}`,
    parts: [
      greeting(greetableName(name)),
      paragraph(
        `${greetableOrganization(organizationName)} reports a deal with your company to the clearinghouse of college sports. It asks who owns your company and how it is related to the school.`,
      ),
      link('Answer two questions', `${at('/attestation')}#${token}`),
      paragraph(
        `You need no account. The clearinghouse also invites you by mail. Without your answer there within ${ATTESTATION_DAYS} days, it may presume that your company is associated with the school.`,
      ),
      paragraph('This page is not the clearinghouse, and your answer here is not the attestation.'),
    ],
  }),
})

export const disclosureDueMail = mailKind<{
  name: string
  organization: string
  organizationName: string
  disclosure: string
  title: string
  date: string
  missing?: MissingInput[]
}>({
  name: 'disclosure-due',
  purpose: 'accounts',
  notification: true,
  why: 'You received this email because you file disclosures on Sherpa.',
  words: ({ name, organization, organizationName, disclosure, title, date, missing = [] }, at) => ({
    subject: `${greetableOrganization(organizationName)}: a disclosure ${missing.length > 0 ? 'may be' : 'is'} due on ${date}`,
    parts: [
      greeting(greetableName(name)),
      paragraph(
        missing.length > 0
          ? `${greetableTitle(title, 'A disclosure')}. ${cannotTellInWords(missing, date)}.`
          : `${greetableTitle(title, 'A disclosure')} is due on ${date}.`,
      ),
      link('Open disclosure', at(`/organizations/${organization}/compliance/${disclosure}`)),
    ],
  }),
})

export type DisclosureMailParts = {
  /** Record whether the receiving server accepted the mail. */
  noticeMailed: (
    client: Queryable,
    notice: { organization: string; id: string },
    outcome: 'sent' | 'failed',
  ) => Promise<void>
  payorMailed: (
    client: Queryable,
    request: { organization: string; id: string },
    outcome: 'sent' | 'failed',
  ) => Promise<void>
}

export function disclosureMailKinds({ noticeMailed, payorMailed }: DisclosureMailParts): MailKind[] {
  const recorded = (kind: MailKind, record: DisclosureMailParts['noticeMailed'], field: string): MailKind => ({
    ...kind,
    async recordOutcome(client, { details }, outcome: MailOutcome) {
      if (outcome === 'skipped') return
      const { organization, [field]: id = '' } = details as Record<string, string> & { organization: string }
      await enterToFinish(client, organization)
      await record(client, { organization, id }, outcome)
    },
  })
  return [
    recorded(schoolNoticeMail, noticeMailed, 'disclosure'),
    recorded(payorRequestMail, payorMailed, 'request'),
    disclosureDueMail,
  ]
}
