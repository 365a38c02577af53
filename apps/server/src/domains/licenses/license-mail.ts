import { mailKind } from '../../mail/mail-kind.ts'
import { greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'

export const licenseEndingMail = mailKind<{
  name: string
  organization: string
  organizationName: string
  state: string
  date: string
}>({
  name: 'license-ending',
  purpose: 'accounts',
  notification: true,
  why: 'You received this email because you have a license on record on Sherpa.',
  words: ({ name, organization, organizationName, state, date }, at) => ({
    subject: `${greetableOrganization(organizationName)}: your ${state} license expires on ${date}`,
    parts: [
      greeting(greetableName(name)),
      paragraph(`Your license as an athlete agent in ${state} expires on ${date}. Renew it and enter the new dates.`),
      link('Open my licenses', at(`/organizations/${organization}/licenses`)),
    ],
  }),
})
