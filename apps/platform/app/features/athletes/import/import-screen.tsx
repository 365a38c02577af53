import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { useParams } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { ImportSteps } from '../../imports/import-steps.tsx'
import { ProgressStep } from '../../imports/progress-step.tsx'
import { athletesImportable } from './athletes-importable.ts'
import { CheckStep } from './check-step.tsx'
import { DoneStep } from './done-step.tsx'
import { MatchStep } from './match-step.tsx'

export function Component() {
  const { id: organization } = useOrganization()
  const { import: id = '' } = useParams()
  const query = athleteImportsApi.useAthleteImportQuery({ organization, import: id })
  return (
    <ImportSteps
      query={query}
      match={(whole, onChecking) => <MatchStep key={whole.headerRow} whole={whole} onChecking={onChecking} />}
      check={(whole, onBack) => <CheckStep whole={whole} onBack={onBack} />}
      progress={(whole) => <ProgressStep importable={athletesImportable} whole={whole} />}
      done={(whole) => <DoneStep whole={whole} />}
    />
  )
}
