import { viewScreens, type WatchableList } from '@sherpa/contracts/view'
import { mailKind } from '../../mail/mail-kind.ts'
import { greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'

/** The name of the view and a number: rows have names and amounts. */
export const viewAlertMail = mailKind<{
  name: string
  organization: string
  organizationName: string
  view: string
  viewName: string
  list: WatchableList
  count: number
}>({
  name: 'view-alert',
  purpose: 'accounts',
  notification: true,
  why: 'You received this email because you turned on the daily alert of a saved search.',
  words: ({ name, organization, organizationName, view, viewName, list, count }, at) => {
    const found = `${count} new ${count === 1 ? 'result' : 'results'}`
    return {
      subject: `${greetableOrganization(organizationName)}: ${found} in a saved search`,
      parts: [
        greeting(greetableName(name)),
        paragraph(`“${viewName}” has ${found} since yesterday.`),
        link('Open saved search', at(`/organizations/${organization}/${viewScreens[list]}?view=${view}`)),
      ],
    }
  },
})
