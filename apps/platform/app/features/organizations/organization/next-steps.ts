import type { User } from '@sherpa/contracts/account'
import type { Organization } from '@sherpa/contracts/organization-settings'
import type { Subscription } from '@sherpa/contracts/subscription'
import { withNext } from '../../../session/next-address.ts'

export type NextStep = {
  title: string
  about: string
  /** What the button says. */
  action: string
  done: boolean
  /** Where it is done. */
  to: string
}

type Known = {
  user: Pick<User, 'secondFactor'>
  organization: { id: string; sample: boolean }
  people: NonNullable<Organization['people']>
  hasAthletes: boolean
  subscription: Subscription | null
  /** Whether a plan that is chosen now begins with a trial. */
  trialAvailable: boolean
}

/** What an owner has left to set up. Each step says what is true of the organization, whoever of its owners did it. */
export function nextStepsFor({
  user,
  organization,
  people,
  hasAthletes,
  subscription,
  trialAvailable,
}: Known): NextStep[] {
  const at = (path: string) => `/organizations/${organization.id}/${path}`
  return [
    {
      title: 'Create the organization',
      about: 'Its name and type can be changed in the settings.',
      action: 'Edit',
      done: true,
      to: at('settings'),
    },
    {
      title: 'Add athletes',
      about: 'Everyone you represent or recruit has one record.',
      action: 'Add',
      done: hasAthletes,
      to: at('athletes#add'),
    },
    {
      title: 'Invite people',
      about: 'They get an email with a link, and the role you choose for them.',
      action: 'Invite',
      done: people.members.count > 1 || people.invitations.count > 0,
      to: at('people#invite'),
    },
    {
      title: 'Choose a plan',
      about: trialAvailable
        ? 'Free for 14 days, no credit card needed.'
        : 'The free trial was used. Choose a plan to continue.',
      action: 'Choose',
      done: subscription !== null && subscription.status !== 'canceled',
      to: at('billing'),
    },
    {
      title: 'Turn on two-factor authentication',
      about: organization.sample
        ? 'It keeps others out of your account.'
        : 'You need it to book money, export data and change permissions.',
      action: 'Turn on',
      done: user.secondFactor,
      to: withNext('/account/security', `/organizations/${organization.id}`),
    },
  ]
}
