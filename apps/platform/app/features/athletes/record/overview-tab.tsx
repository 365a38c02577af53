import { athletesApi } from '@sherpa/api-client/athletes'
import { homeApi } from '@sherpa/api-client/home'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { hasNone } from '../../../list/use-first-page.ts'
import { Panels } from '../../../records/panels.tsx'
import { AthleteCompliancePanel, useAthleteCompliance } from '../../compliance/athlete-compliance-panel.tsx'
import { DealsOfRecord, useDealsOf } from '../../deals/deals-of-record.tsx'
import { MissingFactsOf, useMissingFacts } from '../../disclosures/missing-facts.tsx'
import { AttentionCard } from '../../home/attention-card.tsx'
import { ProgramsPanel } from '../../programs/programs-panel.tsx'
import { TasksOfRecord, useTaskQueries } from '../../tasks/tasks-of-record.tsx'
import { GuardianNeed } from '../guardians/guardian-need.tsx'
import { GuardiansPanel } from '../guardians/guardians-panel.tsx'
import { lacksGuardian } from '../guardians/invite-guardian-button.tsx'
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
  const { id: organization, may } = useOrganization()
  const isCoach = !may('deals.view')
  const measurables = {
    id: 'measurables',
    isEmpty: athlete.measurements.length === 0,
    panel: <MeasurablesPanel athlete={athlete} />,
  }
  const record = `athletes/${athlete.id}`
  const whose = { athlete: athlete.id }
  const about = { kind: 'athlete', id: athlete.id } as const
  const needs = homeApi.useNeedsQuery({ organization, query: whose })
  const [deals, dealMoney] = useDealsOf(whose, DEALS_SHOWN)
  // Wait for all queries, to avoid layout shifts.
  const queries = [
    needs,
    deals,
    dealMoney,
    ...useTaskQueries(about),
    athletesApi.useContactDataQuery({ organization, athlete: athlete.id }),
    athletesApi.useCustomFieldsQuery({ organization }),
    useAthleteCompliance(athlete.id),
    useMissingFacts(whose),
  ]
  return (
    <Ready queries={queries}>
      {() => (
        <div className="record-body">
          <div className="record-main">
            <Panels
              panels={[
                {
                  id: 'attention',
                  panel: needs.currentData && (
                    <AttentionCard
                      needs={needs.currentData}
                      of="athlete"
                      first={lacksGuardian(athlete) && <GuardianNeed athlete={athlete} />}
                    />
                  ),
                },
                { id: 'missing-facts', panel: <MissingFactsOf of={{ athlete: athlete.id }} /> },
                {
                  id: 'deals',
                  isEmpty: hasNone(deals),
                  panel: (
                    <DealsOfRecord
                      whose={whose}
                      most={DEALS_SHOWN}
                      all={`${record}/deals`}
                      preset={{ athlete: namedAthlete(athlete) }}
                    />
                  ),
                },
                // Coaches come for the measurables.
                ...(isCoach ? [measurables] : []),
                { id: 'tasks', panel: <TasksOfRecord about={about} /> },
                {
                  id: 'facts',
                  panel: (
                    <div className="record-columns">
                      <Panels
                        panels={[
                          { id: 'facts', panel: <FactsPanel athlete={athlete} save={save} /> },
                          {
                            id: 'programs',
                            isEmpty: athlete.programDays.length === 0,
                            panel: <ProgramsPanel athlete={athlete} />,
                          },
                          { id: 'contact-data', panel: <ContactDataPanel athlete={athlete} /> },
                          {
                            id: 'social',
                            isEmpty: athlete.social.length === 0,
                            panel: <SocialPanel athlete={athlete} />,
                          },
                        ]}
                      />
                      <Panels
                        panels={[
                          {
                            id: 'contacts',
                            isEmpty: athlete.contacts?.length === 0,
                            panel: <ContactsPanel athlete={athlete} />,
                          },
                          { id: 'guardians', panel: <GuardiansPanel athlete={athlete} /> },
                          { id: 'availability', panel: <AvailabilityPanel athlete={athlete.id} /> },
                          ...(isCoach ? [] : [measurables]),
                          {
                            id: 'eligibility',
                            isEmpty: athlete.eligibility?.length === 0,
                            panel: <EligibilityPanel athlete={athlete} />,
                          },
                          { id: 'compliance', panel: <AthleteCompliancePanel athlete={athlete} /> },
                        ]}
                      />
                    </div>
                  ),
                },
              ]}
            />
          </div>
          <aside aria-label="Timeline" className="record-side">
            <Timeline athlete={athlete} composer={composer} all={`/organizations/${organization}/${record}/activity`} />
          </aside>
        </div>
      )}
    </Ready>
  )
}
