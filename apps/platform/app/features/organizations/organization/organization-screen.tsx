import { athletesApi } from '@sherpa/api-client/athletes'
import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { organizationsApi } from '@sherpa/api-client/organizations'
import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { stateOf } from '../../../data/query-state.ts'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { useToday } from '../../../frame/use-today.ts'
import { useFirstPage } from '../../../list/use-first-page.ts'
import { AthletesHere } from '../../athletes/athletes-here.tsx'
import { useStageTotals } from '../../athletes/use-stage-totals.ts'
import { SampleOffer } from '../../samples/sample-offer.tsx'
import { PendingInvitations } from '../home/pending-invitations.tsx'
import { Checklist } from './checklist.tsx'
import { comingDates } from './coming-dates.ts'
import { ComingDatesPanel } from './coming-dates-panel.tsx'
import { Facts } from './facts.tsx'
import { matterOfSecondFactor, mattersFor, mattersOfDeals, mattersOfExpenses, mattersOfGuardians } from './matters.ts'
import { MemberAccess, Places } from './member-access.tsx'
import { nextStepsFor } from './next-steps.ts'
import { RecentChanges } from './recent-changes.tsx'
import { Waiting } from './waiting.tsx'

const todayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Home: what needs the reader, the most important facts, and what changed, as far as their role lets them see it. */
export function Component() {
  const { user, invitations } = useAccount()
  const organization = useOrganization()
  const { id, name, role, may, lacksSecondFactorFor } = organization
  const today = useToday()
  const isOwner = role === 'owner'
  const whole = organizationsApi.useOrganizationQuery({ organization: id })
  const people = whole.currentData?.people ?? undefined
  const open = useFirstPage(
    organizationsApi.endpoints.openInvitations,
    { organization: id, query: { sort: 'sent' } },
    'invitations',
    { skip: !may('people.view') },
  )
  const current = subscriptionsApi.useCurrentSubscriptionQuery(
    { query: { organization: id } },
    { skip: !may('billing.view') },
  )
  const seesAthletes = may('athletes.view') && role !== 'athlete'
  const roster = useFirstPage(
    athletesApi.endpoints.athletes,
    { organization: id, query: { sort: '-active', limit: '6' } },
    'athletes',
    { skip: !seesAthletes },
  )
  const recent = roster.currentData?.pages[0]?.rows ?? []
  const mine = useFirstPage(
    athletesApi.endpoints.athletes,
    { organization: id, query: { assignee: 'me', sort: '-active', limit: '6' } },
    'athletes',
    { skip: !seesAthletes },
  )
  const activity = useFirstPage(
    organizationsApi.endpoints.organizationActivity,
    { organization: id, query: { limit: '6' } },
    'activity',
    { skip: !may('activity.view') },
  )
  const totals = useStageTotals({ skip: !seesAthletes })
  const late = financesApi.useLatePaymentsQuery(
    { organization: id },
    { skip: !may('money.view') || !may('deals.view') },
  )
  const dealWork = dealsApi.useDealWorkQuery({ organization: id }, { skip: !may('deals.view') })
  const expenses = useFirstPage(
    financesApi.endpoints.expenses,
    { organization: id, query: { forMe: 'yes', sort: 'day', limit: '20' } },
    'expenses',
    { skip: !may('money.edit') || !may('money.view') || !may('deals.view') || role === 'athlete' },
  )
  const subscription = current.currentData?.subscription
  const matters = [
    ...mattersOfDeals(id, dealWork.currentData?.waiting ?? []),
    ...mattersOfGuardians(id, dealWork.currentData?.guardiansWhoAreMembers ?? []),
    ...mattersOfExpenses(id, expenses.currentData?.pages[0]?.rows ?? []),
    ...mattersFor({ organization, subscription }),
    // An owner has it on the list of what is left to set up.
    ...(!isOwner && organization.permissions.some(lacksSecondFactorFor) ? [matterOfSecondFactor(id)] : []),
  ]
  const steps =
    isOwner && people && current.currentData
      ? nextStepsFor({ user, organization, people, hasAthletes: recent.length > 0, ...current.currentData })
      : []
  const ahead = steps.filter(({ done }) => !done)
  // All of them before anything is shown: a part that came later would move what is being read.
  const queries = [whole, open, current, roster, mine, activity, dealWork, expenses, late, ...totals.queries]
  const isKnown = queries.every((query) => stateOf(query) === 'ready')
  const needs = invitations.length + matters.length + ahead.length

  const sections = () => {
    const dates = comingDates(
      {
        subscription,
        invitations: open.currentData?.pages[0]?.rows ?? [],
        dealWork: dealWork.currentData,
      },
      organization.timeZone,
    )
    const hasAside = !isOwner || dates.length > 0
    return (
      <>
        <Facts
          athletes={recent.length > 0 ? totals.stages : undefined}
          late={late.currentData?.late ?? []}
          people={people}
          subscription={subscription}
          trialAvailable={isOwner && (current.currentData?.trialAvailable ?? false)}
        />
        <div className={hasAside ? 'home-columns' : 'flex flex-col gap-7'}>
          <div className="flex min-w-0 flex-col gap-7">
            <Waiting matters={matters} hasNext={invitations.length === 0} />
            {ahead.length > 0 && <Checklist steps={steps} hasNext={invitations.length + matters.length === 0} />}
            {recent.length > 0 && <AthletesHere mine={mine.currentData?.pages[0]} recent={recent} />}
            {isOwner && recent.length === 0 && !whole.currentData?.sample && <SampleOffer />}
            {!isOwner && whole.currentData && <MemberAccess owners={whole.currentData.owners} />}
            {activity.currentData && <RecentChanges newest={activity.currentData.pages[0]?.rows ?? []} />}
          </div>
          {hasAside && (
            <div className="flex min-w-0 flex-col gap-7">
              <ComingDatesPanel dates={dates} />
              {!isOwner && <Places />}
            </div>
          )}
        </div>
      </>
    )
  }

  return (
    <>
      <ScreenHeading title={name} lead={`${todayFormat.format(new Date(today))}. ${isKnown ? inWords(needs) : ''}`} />
      <PendingInvitations />
      <Ready queries={queries}>{sections}</Ready>
    </>
  )
}

function inWords(needs: number) {
  if (needs === 0) return 'Nothing needs you right now.'
  return needs === 1 ? '1 thing needs you.' : `${needs} things need you.`
}
