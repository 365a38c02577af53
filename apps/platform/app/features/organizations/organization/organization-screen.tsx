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
import { MemberAccess, Places } from './member-access.tsx'
import { nextStepsFor } from './next-steps.ts'
import { RecentChanges } from './recent-changes.tsx'
import { TodoList } from './todo-list.tsx'
import { billingTodos, dealTodos, expenseTodos, guardianTodos, secondFactorTodo } from './todos.ts'

const todayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Home: to-dos, key figures, dates and recent changes, as far as the role allows. */
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
  const progress = financesApi.useSetupProgressQuery({ organization: id }, { skip: !isOwner })
  const subscription = current.currentData?.subscription
  const todos = [
    ...dealTodos(id, dealWork.currentData?.waiting ?? []),
    ...guardianTodos(id, dealWork.currentData?.guardiansWhoAreMembers ?? []),
    ...expenseTodos(id, expenses.currentData?.pages[0]?.rows ?? []),
    ...billingTodos({ organization, subscription }),
    // Owners have it on their checklist.
    ...(!isOwner && organization.permissions.some(lacksSecondFactorFor) ? [secondFactorTodo(id)] : []),
  ]
  const steps =
    isOwner && people && progress.currentData
      ? nextStepsFor({ user, organization, people, hasAthletes: recent.length > 0, progress: progress.currentData })
      : []
  const ahead = steps.filter(({ done }) => !done)
  // Wait for all queries, to avoid layout shifts.
  const queries = [whole, open, current, roster, mine, activity, dealWork, expenses, late, progress, ...totals.queries]
  const isKnown = queries.every((query) => stateOf(query) === 'ready')
  const todoCount = invitations.length + todos.length + ahead.length

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
            <TodoList todos={todos} hasNext={invitations.length === 0} />
            {ahead.length > 0 && <Checklist steps={steps} hasNext={invitations.length + todos.length === 0} />}
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
      <ScreenHeading
        title={name}
        lead={`${todayFormat.format(new Date(today))}. ${isKnown ? formatCount(todoCount) : ''}`}
      />
      <PendingInvitations />
      <Ready queries={queries}>{sections}</Ready>
    </>
  )
}

function formatCount(todos: number) {
  if (todos === 0) return 'No open to-dos.'
  return todos === 1 ? '1 to-do.' : `${todos} to-dos.`
}
