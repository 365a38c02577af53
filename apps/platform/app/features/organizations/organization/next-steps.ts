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
  /** How long it takes. */
  minutes?: number
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
      minutes: 2,
      done: hasAthletes,
      to: at('athletes/import'),
      instead: { action: 'Add one', to: at('athletes#add') },
    },
    {
      part: 'path',
      title: 'Make your first deal',
      about: 'Athlete and company are enough to start. You can add the rest later.',
      action: 'New deal',
      minutes: 2,
      done: progress.hasDeal,
      to: at('deals#new'),
    },
    {
      part: 'path',
      title: 'Get it signed',
      about: 'Submit it, then add the signed copies. Working alone? You can approve it yourself.',
      action: 'Open deal',
      minutes: 2,
      done: progress.hasSignedDeal,
      to: at(progress.openDeal ? `deals/${progress.openDeal}` : 'deals'),
    },
    {
      part: 'path',
      title: 'Record the first payment',
      about: 'We calculate your fee and the athlete’s share.',
      action: 'Record payment',
      minutes: 1,
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

/** Such as "1 of 5 done. About 7 minutes to your first payment." */
export function pathInWords(steps: readonly NextStep[]) {
  const path = steps.filter(({ part }) => part === 'path')
  const open = path.filter(({ done }) => !done)
  const minutes = open.reduce((sum, { minutes = 0 }) => sum + minutes, 0)
  const time = `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to your first payment.`
  return `${path.length - open.length} of ${path.length} done. ${time}`
}
