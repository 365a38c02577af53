import type { User } from '@sherpa/contracts/account'
import type { SetupProgress } from '@sherpa/contracts/finance'
import type { Organization } from '@sherpa/contracts/organization-settings'
import { withNext } from '../../../session/next-address.ts'

export type NextStep = {
  title: string
  about: string
  /** The button label. */
  action: string
  done: boolean
  to: string
  /** Another way to do it. */
  instead?: { action: string; to: string }
  /** On the way to the first payment, or whenever there is time. */
  part: 'path' | 'later'
  /** How long it takes, such as "2 min". */
  takes?: string
}

type Known = {
  user: Pick<User, 'secondFactor'>
  organization: { id: string; sample: boolean }
  people: NonNullable<Organization['people']>
  hasAthletes: boolean
  progress: SetupProgress
}

/** The way of an owner to the first payment. Steps reflect the organization's state, whoever completed them. */
export function nextStepsFor({ user, organization, people, hasAthletes, progress }: Known): NextStep[] {
  const at = (path: string) => `/organizations/${organization.id}/${path}`
  return [
    {
      part: 'path',
      title: 'Create your organization',
      about: 'You can change its name and type in the settings.',
      action: 'Edit',
      done: true,
      to: at('settings'),
    },
    {
      part: 'path',
      title: 'Add your athletes',
      about: 'Import your spreadsheet as is, or add them one by one.',
      action: 'Import athletes',
      takes: '2 min',
      done: hasAthletes,
      to: at('athletes/import'),
      instead: { action: 'Add one', to: at('athletes#add') },
    },
    {
      part: 'path',
      title: 'Make your first deal',
      about: 'Athlete and company are enough to start. You can add the rest later.',
      action: 'New deal',
      takes: '2 min',
      done: progress.hasDeal,
      to: at('deals#new'),
    },
    {
      part: 'path',
      title: 'Get it signed',
      about: 'Submit it, then add the signed copies. Working alone? You can approve it yourself.',
      action: 'Open deal',
      takes: '2 min',
      done: progress.hasSignedDeal,
      to: at(progress.openDeal ? `deals/${progress.openDeal}` : 'deals'),
    },
    {
      part: 'path',
      title: 'Record the first payment',
      about: 'We calculate your fee and the athlete’s share.',
      action: 'Record payment',
      takes: '1 min',
      done: progress.hasPayment,
      to: at('finances/receipts#book'),
    },
    {
      part: 'later',
      title: 'Invite people',
      about: 'They get an email with a link and the role you choose.',
      action: 'Invite',
      done: people.members.count > 1 || people.invitations.count > 0,
      to: at('people#invite'),
    },
    {
      part: 'later',
      title: 'Turn on two-factor authentication',
      about: organization.sample
        ? 'It keeps others out of your account.'
        : 'Needed to enter amounts and record payments.',
      action: 'Set up',
      done: user.secondFactor,
      to: withNext('/account/security', `/organizations/${organization.id}`),
    },
  ]
}
