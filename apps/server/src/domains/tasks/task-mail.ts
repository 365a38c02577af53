import { dueTasksInWords } from '@sherpa/contracts/notification'
import { mailKind } from '../../mail/mail-kind.ts'
import { greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'

/** Without titles, which may contain names. */
export const tasksDueMail = mailKind<{
  name: string
  organization: string
  organizationName: string
  count: number
  late: number
}>({
  name: 'tasks-due',
  purpose: 'accounts',
  notification: true,
  why: 'You received this email because you have tasks on Sherpa.',
  words: ({ name, organization, organizationName, count, late }, at) => ({
    subject: `${greetableOrganization(organizationName)}: ${dueTasksInWords({ count, late })}`,
    parts: [
      greeting(greetableName(name)),
      paragraph(`You have ${dueTasksInWords({ count, late })}.`),
      link('Open tasks', at(`/organizations/${organization}/tasks`)),
    ],
  }),
})
