import { athletesApi } from '@sherpa/api-client/athletes'
import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { stateOf } from '../../../data/query-state.ts'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { RecordNotFound } from '../../../frame/record-not-found.tsx'
import { ScreenHeading, useScreenTitle } from '../../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../../frame/screen-place.ts'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'
import { activeDeals, moneyFigures, type RecordFigure } from '../../../records/record-figures.tsx'
import { RecordTabs } from '../../../records/record-tabs.tsx'
import { LogProvider } from '../../contact-log/log-context.tsx'
import type { AthleteContext } from './athlete-context.ts'
import { logOfAthlete } from './log-of-athlete.ts'
import { RecordHead, recordTitleClass } from './record-head.tsx'
import { RecordSkeleton } from './record-skeleton.tsx'
import { useAthleteChanges } from './use-athlete-changes.tsx'

/** The record of an athlete: header with figures, and a tab per part of the work. */
export function Component() {
  const { athlete: id = '' } = useParams()
  const { id: organization, may } = useOrganization()
  const athlete = athletesApi.useAthleteQuery({ organization, athlete: id })
  const seesDeals = may('deals.view')
  const money = financesApi.useMoneyOfAthleteQuery(
    { organization, athlete: id },
    { skip: !seesDeals || !may('money.view') },
  )
  const counts = dealsApi.useDealCountsQuery({ organization, query: { athlete: id } }, { skip: !seesDeals })
  // Also if access ends while the record is open.
  if (athlete.isError && failureOf(athlete.error).code === 'not-found') {
    return (
      <RecordNotFound title="Athlete not found" list={{ path: 'athletes', name: 'athletes' }}>
        This athlete was removed, or you don’t have access to the record.
      </RecordNotFound>
    )
  }
  // The header has its final size at once.
  const isLoading = [athlete, money, counts].some((query) => stateOf(query) === 'loading')
  const sums = moneyFigures(money.currentData?.sums ?? [], 'this-year')
  // Prospects have none of it.
  const figures = [
    ...[counts.currentData]
      .flatMap((data) => (data ? activeDeals(data) : []))
      .filter(({ value }) => sums.length > 0 || value !== 0),
    ...sums,
  ]
  const deals = counts.currentData?.stages.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return (
    <>
      {(isLoading || stateOf(athlete) === 'failed') && (
        <div className={isLoading ? 'sr-only' : ''}>
          <ScreenHeading title="Athlete" />
        </div>
      )}
      {isLoading ? (
        <RecordSkeleton hasFigures={seesDeals} hasTabs />
      ) : (
        <Loaded query={athlete}>
          {(data) => <AthleteRecord key={data.id} athlete={data} figures={figures} deals={deals} />}
        </Loaded>
      )}
    </>
  )
}

function AthleteRecord({
  athlete,
  figures,
  deals,
}: {
  athlete: Athlete
  figures: RecordFigure[]
  /** How many there are; undefined without permission. */
  deals: number | undefined
}) {
  const { id: organization } = useOrganization()
  const { save, dialog } = useAthleteChanges(organization)
  const composer = useRef<HTMLTextAreaElement>(null)
  const [isNoteAsked, setNoteAsked] = useOpenedByAddress('note')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const record = `/organizations/${organization}/athletes/${athlete.id}`

  useEffect(() => {
    if (!isNoteAsked) return
    composer.current?.focus()
    setNoteAsked(false)
  }, [isNoteAsked, setNoteAsked])

  function addNote() {
    if (composer.current) composer.current.focus()
    else void navigate(`${record}/activity#note`)
  }

  return (
    <LogProvider target={logOfAthlete(athlete)}>
      <div>
        <RecordHead
          athlete={athlete}
          save={save}
          onAddNote={addNote}
          title={<Title athlete={athlete} />}
          figures={figures}
          tab={pathname.slice(record.length)}
        />
        <Tabs record={record} deals={deals} />
        <Outlet context={{ athlete, save, composer } satisfies AthleteContext} />
        {dialog}
      </div>
    </LogProvider>
  )
}

function Tabs({ record, deals }: { record: string; deals: number | undefined }) {
  const { may } = useOrganization()
  return (
    <RecordTabs
      record={record}
      tabs={[
        { path: '', name: 'Overview', isShown: true },
        { path: '/deals', name: 'Deals', count: deals, isShown: may('deals.view') },
        { path: '/money', name: 'Money', isShown: may('deals.view') && may('money.view') },
        { path: '/documents', name: 'Documents', isShown: true },
        { path: '/activity', name: 'Activity', isShown: true },
      ]}
    />
  )
}

function Title({ athlete }: { athlete: Athlete }) {
  const name = athleteName(athlete)
  const { name: organization } = useOrganization()
  const heading = useScreenTitle(name, organization, athlete.id)
  useNameOfRecord(name)
  return (
    <h1 ref={heading} tabIndex={-1} className={recordTitleClass}>
      {name}
    </h1>
  )
}
