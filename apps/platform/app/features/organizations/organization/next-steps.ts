import type { User } from '@sherpa/contracts/account'
import type { Organization } from '@sherpa/contracts/organization-settings'
import type { Subscription } from '@sherpa/contracts/subscription'
import { withNext } from '../../../session/next-address.ts'

export type NextStep = {
  title: string
  about: string
  /** The button label. */
  action: string
  done: boolean
  to: string
}

type Known = {
  user: Pick<User, 'secondFactor'>
  organization: { id: string; sample: boolean }
  people: NonNullable<Organization['people']>
  hasAthletes: boolean
  subscription: Subscription | null
  /** Whether a new plan starts with a trial. */
  trialAvailable: boolean
}

/** The setup checklist of an owner. Steps reflect the organization's state, whoever completed them. */
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
      about: 'You can change its name and type in the settings.',
      action: 'Edit',
      done: true,
      to: at('settings'),
    },
    {
      title: 'Add athletes',
      about: 'Keep one record for everyone you represent, recruit or scout.',
      action: 'Add',
      done: hasAthletes,
      to: at('athletes#add'),
    },
    {
      title: 'Invite people',
      about: 'They get an email with a link and the role you choose.',
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
        : 'Required to edit money, export data and change permissions.',
      action: 'Turn on',
      done: user.secondFactor,
      to: withNext('/account/security', `/organizations/${organization.id}`),
    },
  ]
}
