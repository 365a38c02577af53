import { shortDay } from '@sherpa/contracts/days'
import type { Statement } from '@sherpa/contracts/statement'
import { type MailKind, mailKind, repliesTo, withAttachment } from '../../mail/mail-kind.ts'
import { greetableName, greetableOrganization, greeting, paragraph } from '../../mail/mail-template.ts'

type StatementInMail = { organization: string; athlete: Statement['athlete']; from: string; until: string }

export type SentBy = { sentBy: string; writeTo: string }
/** The colleague, who gets the replies. */
export const senderOf = ({ sentBy, writeTo }: SentBy) => ({ name: sentBy, email: writeTo })

/** To the athlete, a minor's guardian, or a chosen address. The amounts are only in the PDF. */
export const statementMail = mailKind<StatementInMail & SentBy & { organizationName: string }>({
  name: 'athlete-statement',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa sent you a statement.',
  words: ({ organizationName, athlete, from, until, sentBy, writeTo }) => ({
    subject: `Statement from ${greetableOrganization(organizationName)}`,
    parts: [
      greeting(),
      paragraph(
        `${greetableOrganization(organizationName)} sent you the statement of ${greetableName(athlete.name) ?? 'an athlete'} from ${shortDay(from)} to ${shortDay(until)}. The PDF is attached.`,
      ),
      paragraph(`Questions? Contact ${greetableName(sentBy) ?? 'the organization'} at ${writeTo}`),
    ],
  }),
})

export type StatementMailParts = { statementFile: (statement: StatementInMail) => Promise<Buffer> }

export function statementMailKinds({ statementFile }: StatementMailParts): MailKind[] {
  return [
    withAttachment(repliesTo(statementMail, senderOf), async ({ organization, athlete, from, until }) => ({
      filename: `Statement ${from} to ${until}.pdf`,
      contentType: 'application/pdf',
      content: await statementFile({ organization, athlete, from, until }),
    })),
  ]
}
