import { athletesApi } from '@sherpa/api-client/athletes'
import { homeApi } from '@sherpa/api-client/home'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import type { Needs } from '@sherpa/contracts/home'
import { useRef } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { LogProvider } from '../../contact-log/log-context.tsx'
import { AttentionCard } from '../../home/attention-card.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { logOfAthlete } from './log-of-athlete.ts'
import { RecordHead, recordTitleClass } from './record-head.tsx'
import { Timeline } from './timeline.tsx'
import { useAthleteChanges } from './use-athlete-changes.tsx'

/** An athlete beside the roster: what needs attention, details and timeline. */
export function AthletePanel({ id }: { id: string }) {
  const { id: organization } = useOrganization()
  const query = athletesApi.useAthleteQuery({ organization, athlete: id })
  const needs = homeApi.useNeedsQuery({ organization, query: { athlete: id } })
  if (query.isError && failureOf(query.error).code === 'not-found') {
    return <p className="text-sm">This athlete was removed, or you don’t have access to the record.</p>
  }
  return (
    <Ready queries={[query, needs]}>
      {() => query.currentData && <RecordInPanel athlete={query.currentData} needs={needs.currentData} />}
    </Ready>
  )
}

function RecordInPanel({ athlete, needs }: { athlete: Athlete; needs: Needs | undefined }) {
  const { id: organization } = useOrganization()
  const { save, dialog } = useAthleteChanges(organization)
  const composer = useRef<HTMLTextAreaElement>(null)
  return (
    <LogProvider target={logOfAthlete(athlete)}>
      <RecordHead
        athlete={athlete}
        save={save}
        onAddNote={() => composer.current?.focus()}
        title={<h2 className={recordTitleClass}>{athleteName(athlete)}</h2>}
      />
      {needs && <AttentionCard needs={needs} of="athlete" />}
      <FactsPanel athlete={athlete} save={save} />
      <Timeline athlete={athlete} composer={composer} />
      {dialog}
    </LogProvider>
  )
}
