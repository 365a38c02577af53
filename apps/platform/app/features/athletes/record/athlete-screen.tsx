import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { buttonClass } from '@sherpa/ui/button'
import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import { stateOf } from '../../../data/query-state.ts'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading, useScreenTitle } from '../../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../../frame/screen-place.ts'
import { LogProvider } from '../../contact-log/log-context.tsx'
import { DealsOfAthlete } from '../../deals/deals-of-athlete.tsx'
import { MoneyOfAthlete } from '../../finances/money-panel.tsx'
import { ProgramsPanel } from '../../programs/programs-panel.tsx'
import { TasksOfRecord } from '../../tasks/tasks-of-record.tsx'
import { AgreementsPanel } from '../agreements/agreements-panel.tsx'
import { AthleteFiles } from '../files/athlete-files.tsx'
import { GuardiansPanel } from '../guardians/guardians-panel.tsx'
import { AvailabilityPanel } from './availability-panel.tsx'
import { ContactDataPanel } from './contact-data-panel.tsx'
import { ContactsPanel } from './contacts-panel.tsx'
import { EligibilityPanel } from './eligibility-panel.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { logOfAthlete } from './log-of-athlete.ts'
import { MeasurablesPanel } from './measurables-panel.tsx'
import { RecordHead, recordTitleClass } from './record-head.tsx'
import { RecordSkeleton } from './record-skeleton.tsx'
import { SocialPanel } from './social-panel.tsx'
import { Timeline } from './timeline.tsx'
import { useAthleteChanges } from './use-athlete-changes.tsx'

/** The record of an athlete: details on the left, timeline on the right. */
export function Component() {
  const { athlete: id = '' } = useParams()
  const { id: organization } = useOrganization()
  const athlete = athletesApi.useAthleteQuery({ organization, athlete: id })
  // Also if access ends while the record is open.
  if (athlete.isError && failureOf(athlete.error).code === 'not-found') return <NotFound />
  const state = stateOf(athlete)
  return (
    <>
      {state !== 'ready' && (
        <div className={state === 'loading' ? 'sr-only' : ''}>
          <ScreenHeading title="Athlete" />
        </div>
      )}
      {state === 'loading' ? (
        <RecordSkeleton />
      ) : (
        <Loaded query={athlete}>{(data) => <AthleteRecord key={data.id} athlete={data} />}</Loaded>
      )}
    </>
  )
}

function AthleteRecord({ athlete }: { athlete: Athlete }) {
  const { id: organization, may } = useOrganization()
  const { save, dialog } = useAthleteChanges(organization)
  const composer = useRef<HTMLTextAreaElement>(null)
  return (
    <LogProvider target={logOfAthlete(athlete)}>
      <div>
        <RecordHead
          athlete={athlete}
          save={save}
          onAddNote={() => composer.current?.focus()}
          title={<Title athlete={athlete} />}
        />
        <div className="record-body">
          <div className="record-main">
            <div className="flex flex-col gap-7">
              <TasksOfRecord about={{ kind: 'athlete', id: athlete.id }} />
              <div className="record-columns">
                <div className="flex min-w-0 flex-col gap-7">
                  <FactsPanel athlete={athlete} save={save} />
                  <ProgramsPanel athlete={athlete} />
                  <ContactDataPanel athlete={athlete} />
                  <SocialPanel athlete={athlete} />
                </div>
                <div className="flex min-w-0 flex-col gap-7">
                  <AvailabilityPanel athlete={athlete.id} />
                  <MeasurablesPanel athlete={athlete} />
                  <EligibilityPanel athlete={athlete} />
                </div>
              </div>
              <AgreementsPanel athlete={athlete.id} />
              <MoneyOfAthlete athlete={athlete.id} />
              {may('deals.view') && <DealsOfAthlete athlete={{ id: athlete.id, name: athleteName(athlete) }} />}
              <ContactsPanel athlete={athlete} />
              <GuardiansPanel athlete={athlete} />
              <AthleteFiles athlete={athlete.id} minor={athlete.minor} />
            </div>
          </div>
          <aside aria-label="Timeline" className="record-side">
            <Timeline athlete={athlete} composer={composer} />
          </aside>
        </div>
        {dialog}
      </div>
    </LogProvider>
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

function NotFound() {
  const { id } = useOrganization()
  return (
    <div className="flex flex-col items-start gap-4">
      <ScreenHeading title="Athlete not found" />
      <p className="max-w-[60ch]">This athlete was removed, or you don’t have access to the record.</p>
      <Link to={`/organizations/${id}/athletes`} className={buttonClass({ look: 'secondary' })}>
        Go to athletes
      </Link>
    </div>
  )
}
