import type { AccountOrganisation, User } from '@sherpa/contracts/account'
import type { People } from '@sherpa/contracts/organisation'
import type { Subscription } from '@sherpa/contracts/subscription'

export type NextStep = {
  title: string
  about: string
  done: boolean
  /** Where it is done. */
  to?: string
}

type Known = {
  user: Pick<User, 'secondFactor'>
  organisation: Pick<AccountOrganisation, 'id' | 'role' | 'permissions'>
  /** Not known to those who may not see it. */
  people: People | undefined
  subscription: Subscription | null | undefined
  /** Whether a plan that is chosen now begins with a trial. */
  trialAvailable: boolean
}

/** What there is left to do before someone is all set, as far as they may do it. */
export function nextStepsFor({ user, organisation, people, subscription, trialAvailable }: Known): NextStep[] {
  const { id, role, permissions } = organisation
  const steps: NextStep[] = [
    role === 'owner'
      ? { title: 'Create your organization', about: 'Done: it is yours.', done: true }
      : { title: 'Join your organization', about: 'Done: you are in.', done: true },
  ]
  if (permissions.includes('people.invite') && people) {
    steps.push({
      title: 'Invite your first colleague',
      about: 'They get a mail with a link, and the role you give them.',
      done: people.members.length > 1 || people.invitations.length > 0,
      to: `/organisations/${id}/people`,
    })
  }
  if (permissions.includes('billing.manage') && subscription !== undefined) {
    steps.push({
      title: 'Choose a plan',
      about: trialAvailable
        ? 'Free for the first 14 days, without a card.'
        : 'Your trial has been used: go on with a plan.',
      done: subscription !== null && subscription.status !== 'cancelled',
      to: `/organisations/${id}/billing`,
    })
  }
  steps.push({
    title: 'Protect your account',
    about: 'A code from your phone, besides your password, keeps others out.',
    done: user.secondFactor,
    to: '/account/security',
  })
  return steps
}
