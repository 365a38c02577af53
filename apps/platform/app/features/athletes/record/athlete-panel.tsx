import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { useRef } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { LogProvider } from '../../contact-log/log-context.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { logOfAthlete } from './log-of-athlete.ts'
import { RecordHead, recordTitleClass } from './record-head.tsx'
import { Timeline } from './timeline.tsx'
import { useAthleteChanges } from './use-athlete-changes.tsx'

/** An athlete beside the roster, with details and timeline only. */
export function AthletePanel({ id }: { id: string }) {
  const { id: organization } = useOrganization()
  const query = athletesApi.useAthleteQuery({ organization, athlete: id })
  if (query.isError && failureOf(query.error).code === 'not-found') {
    return <p className="text-sm">This athlete was removed, or you don’t have access to the record.</p>
  }
  return <Loaded query={query}>{(athlete) => <RecordInPanel athlete={athlete} />}</Loaded>
}

function RecordInPanel({ athlete }: { athlete: Athlete }) {
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
      <FactsPanel athlete={athlete} save={save} />
      <Timeline athlete={athlete} composer={composer} />
      {dialog}
    </LogProvider>
  )
}
