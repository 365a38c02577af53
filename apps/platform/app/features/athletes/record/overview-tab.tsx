import { athletesApi } from '@sherpa/api-client/athletes'
import { homeApi } from '@sherpa/api-client/home'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { DealsOfRecord, useDealsOf } from '../../deals/deals-of-record.tsx'
import { AttentionCard } from '../../home/attention-card.tsx'
import { ProgramsPanel } from '../../programs/programs-panel.tsx'
import { TasksOfRecord, useTaskQueries } from '../../tasks/tasks-of-record.tsx'
import { GuardiansPanel } from '../guardians/guardians-panel.tsx'
import { namedAthlete, useAthleteRecord } from './athlete-context.ts'
import { AvailabilityPanel } from './availability-panel.tsx'
import { ContactDataPanel } from './contact-data-panel.tsx'
import { ContactsPanel } from './contacts-panel.tsx'
import { EligibilityPanel } from './eligibility-panel.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { MeasurablesPanel } from './measurables-panel.tsx'
import { SocialPanel } from './social-panel.tsx'
import { Timeline } from './timeline.tsx'

const DEALS_SHOWN = 5

/** What needs attention, deals and facts; the latest activity beside them. */
export function Component() {
  const { athlete, save, composer } = useAthleteRecord()
  const { id: organization } = useOrganization()
  const record = `athletes/${athlete.id}`
  const whose = { athlete: athlete.id }
  const about = { kind: 'athlete', id: athlete.id } as const
  const needs = homeApi.useNeedsQuery({ organization, query: whose })
  // Wait for all queries, to avoid layout shifts.
  const queries = [
    needs,
    ...useDealsOf(whose, DEALS_SHOWN),
    ...useTaskQueries(about),
    athletesApi.useContactDataQuery({ organization, athlete: athlete.id }),
    athletesApi.useCustomFieldsQuery({ organization }),
  ]
  return (
    <Ready queries={queries}>
      {() => (
        <div className="record-body">
          <div className="record-main">
            <div className="panels">
              {needs.currentData && <AttentionCard needs={needs.currentData} />}
              <DealsOfRecord
                whose={whose}
                most={DEALS_SHOWN}
                all={`${record}/deals`}
                preset={{ athlete: namedAthlete(athlete) }}
              />
              <TasksOfRecord about={about} />
              <div className="record-columns">
                <div className="panels">
                  <FactsPanel athlete={athlete} save={save} />
                  <ProgramsPanel athlete={athlete} />
                  <ContactDataPanel athlete={athlete} />
                  <SocialPanel athlete={athlete} />
                </div>
                <div className="panels">
                  <ContactsPanel athlete={athlete} />
                  <GuardiansPanel athlete={athlete} />
                  <AvailabilityPanel athlete={athlete.id} />
                  <MeasurablesPanel athlete={athlete} />
                  <EligibilityPanel athlete={athlete} />
                </div>
              </div>
            </div>
          </div>
          <aside aria-label="Timeline" className="record-side">
            <Timeline athlete={athlete} composer={composer} all={`/organizations/${organization}/${record}/activity`} />
          </aside>
        </div>
      )}
    </Ready>
  )
}
