import { athletesApi } from '@sherpa/api-client/athletes'
import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { homeApi } from '@sherpa/api-client/home'
import { organizationsApi } from '@sherpa/api-client/organizations'
import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { addDays } from '@sherpa/contracts/days'
import type { NeedScope } from '@sherpa/contracts/home'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useAccount, useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { Ready } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { CoachHome } from '../athletes/coach-home.tsx'
import { useCalendarTasks } from '../calendar/use-calendar-tasks.ts'
import { PendingInvitations } from '../organizations/home/pending-invitations.tsx'
import { Checklist, LaterSteps } from '../organizations/organization/checklist.tsx'
import { nextStepsFor, pathInWords } from '../organizations/organization/next-steps.ts'
import { SampleOffer } from '../samples/sample-offer.tsx'
import { AskSonar } from '../sonar/ask-sonar.tsx'
import { billingRows, secondFactorRow } from './account-rows.ts'
import { comingDates, DATES_SHOWN, DAYS_AHEAD } from './coming-dates.ts'
import { ComingDatesPanel } from './coming-dates-panel.tsx'
import { Figures } from './figures.tsx'
import { HomeHeading } from './home-heading.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { Housekeeping, useHousekeepingRows } from './housekeeping.tsx'
import { needsSentence, urgentNeeds } from './need-words.ts'
import { NeedsList } from './needs-list.tsx'
import { CHANGES_LOADED, RecentChanges } from './recent-changes.tsx'

/** Home of members: what needs them, figures, dates and recent changes, as far as the role allows. */
export function TeamHome() {
  const { user, invitations } = useAccount()
  const organization = useOrganization()
  const { id, role, may, permissions, lacksSecondFactorFor } = organization
  const today = useToday()
  const { scope, isAll, switchTo, showAll } = useHomeAddress(may('athletes.all'))
  const isOwner = role === 'owner'
  const seesDeals = may('deals.view')
  const isCoach = !seesDeals && may('athletes.view')
  const [search, setSearch] = useState('')

  const needs = homeApi.useNeedsQuery({ organization: id, query: { scope, ...(isAll && { all: 'yes' }) } })
  const figures = homeApi.useHomeFiguresQuery({ organization: id, query: { scope } }, { skip: !seesDeals })
  const calendar = dealsApi.useCalendarQuery(
    {
      organization: id,
      query: {
        from: today,
        until: addDays(today, DAYS_AHEAD),
        kind: 'key-date,deliverable',
        open: 'yes',
        ...(scope === 'mine' && { lead: 'me' }),
      },
    },
    { skip: !seesDeals },
  )
  const others = useCalendarTasks({
    from: today,
    until: addDays(today, DAYS_AHEAD),
    kind: 'agreement,disclosure',
    isMine: scope === 'mine',
  })
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
  const roster = useFirstPage(athletesApi.endpoints.athletes, { organization: id, query: { limit: '1' } }, 'athletes', {
    skip: !isOwner,
  })
  const activity = useFirstPage(
    organizationsApi.endpoints.organizationActivity,
    { organization: id, query: { limit: CHANGES_LOADED } },
    'activity',
    { skip: !may('activity.view') },
  )
  const progress = financesApi.useSetupProgressQuery({ organization: id }, { skip: !isOwner })
  const counted = useHousekeepingRows(needs.currentData?.housekeeping ?? [])
  const subscription = current.currentData?.subscription
  const hasAthletes = (roster.currentData?.pages[0]?.rows.length ?? 0) > 0
  const steps =
    isOwner && people && progress.currentData
      ? nextStepsFor({ user, organization, people, hasAthletes, progress: progress.currentData })
      : []
  const isStarting = steps.some(({ part, done }) => part === 'path' && !done)
  const isTeam = whole.currentData !== undefined && people?.members.count !== 1
  const housekeeping = [
    ...counted,
    ...billingRows({ organization, subscription }),
    // Owners have it on their checklist.
    ...(!isOwner && permissions.some(lacksSecondFactorFor) ? [secondFactorRow(id)] : []),
  ]
  const hasNeeds = needs.currentData ? urgentNeeds(needs.currentData) > 0 : false
  const sentence = isStarting && !hasNeeds ? pathInWords(steps) : needs.currentData && needsSentence(needs.currentData)
  // Wait for all queries, to avoid layout shifts.
  const queries = [needs, figures, calendar, ...others.queries, whole, open, current, roster, activity, progress]

  return (
    <>
      <HomeHeading
        today={today}
        sentence={sentence}
        field={<AskSonar withExamples={!isStarting} {...(isCoach && { onFind: setSearch })} />}
        action={
          may('athletes.all') && seesDeals
            ? isTeam && (
                <LinkSwitch
                  label="Whose work"
                  choices={[
                    { name: 'Mine', is: scope === 'mine', to: switchTo('mine') },
                    { name: 'Everyone', is: scope === 'everyone', to: switchTo('everyone') },
                  ]}
                />
              )
            : null
        }
      />
      <PendingInvitations />
      <Ready queries={queries} skeleton={<HomeSkeleton hasFigures={seesDeals} />}>
        {() => {
          const items = [...(calendar.currentData?.items ?? []), ...others.items]
          const dates = comingDates(
            { subscription, invitations: open.currentData?.pages[0]?.rows ?? [], items },
            organization.timeZone,
          )
          const shown = new Set(dates.slice(0, DATES_SHOWN).map((date) => date.id))
          const hasNext = invitations.length === 0 && !hasNeeds
          const later = (
            <>
              <LaterSteps steps={steps} hasNext={hasNext} />
              {isOwner && !hasAthletes && !whole.currentData?.sample && <SampleOffer />}
            </>
          )
          return (
            <>
              {figures.currentData && !isStarting && <Figures figures={figures.currentData} />}
              <div className={seesDeals ? 'home-columns' : 'flex flex-col gap-7'}>
                <div className="flex min-w-0 flex-col gap-7">
                  {needs.currentData && (
                    <NeedsList
                      needs={needs.currentData}
                      hasNext={invitations.length === 0}
                      showAll={showAll}
                      isShownElsewhere={({ id }) => shown.has(id)}
                    />
                  )}
                  {isStarting && <Checklist steps={steps} hasNext={hasNext} />}
                  {isCoach && <CoachHome search={search} />}
                  {permissions.length === 0 && whole.currentData && <NoAccess owners={whole.currentData.owners} />}
                </div>
                {seesDeals && (
                  <div className="flex min-w-0 flex-col gap-7">
                    {isStarting && later}
                    {(!isStarting || dates.length > 0) && <ComingDatesPanel dates={dates} />}
                  </div>
                )}
                <div className="flex min-w-0 flex-col gap-7">
                  {!isStarting && later}
                  <Housekeeping rows={housekeeping} />
                  {activity.currentData && <RecentChanges newest={activity.currentData.pages[0]?.rows ?? []} />}
                </div>
              </div>
            </>
          )
        }}
      </Ready>
    </>
  )
}

function NoAccess({ owners }: { owners: string[] }) {
  const { name } = useOrganization()
  return (
    <EmptyState title={`Your role has no permissions in ${name} yet`}>
      Ask {listInWords(owners)} to change that.
    </EmptyState>
  )
}

/** Scope and length of the list, from the address. */
function useHomeAddress(mayChoose: boolean) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const scope: NeedScope = mayChoose && params.get('scope') === 'everyone' ? 'everyone' : 'mine'
  const switchTo = (to: NeedScope) => (to === 'everyone' ? `${pathname}?scope=everyone` : pathname)
  return {
    scope,
    isAll: params.get('all') === 'yes',
    switchTo,
    showAll: `${pathname}?${new URLSearchParams({ ...(scope === 'everyone' && { scope }), all: 'yes' })}`,
  }
}
