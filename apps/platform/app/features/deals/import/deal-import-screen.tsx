import { dealImportsApi } from '@sherpa/api-client/deal-imports'
import { useParams } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { ImportSteps } from '../../imports/import-steps.tsx'
import { ProgressStep } from '../../imports/progress-step.tsx'
import { DealCheckStep } from './deal-check-step.tsx'
import { DealDoneStep } from './deal-done-step.tsx'
import { DealMatchStep } from './deal-match-step.tsx'
import { dealsImportable } from './deals-importable.ts'
import { useImportAccess } from './use-import-access.ts'

/** An import of deals. Approvers only see what it adds. */
export function Component() {
  const { id: organization } = useOrganization()
  const { dealImport = '' } = useParams()
  const query = dealImportsApi.useDealImportQuery({ organization, dealImport })
  const { mayImport: mayEdit } = useImportAccess()
  return (
    <ImportSteps
      query={query}
      match={(whole, onChecking) =>
        mayEdit ? (
          <DealMatchStep key={whole.headerRow} whole={whole} onChecking={onChecking} />
        ) : (
          <p className="text-sm">
            This file is being changed. It can be approved after the next check by{' '}
            {whole.createdBy?.name ?? 'a colleague'}.
          </p>
        )
      }
      check={(whole, onBack) => <DealCheckStep whole={whole} mayEdit={mayEdit} onBack={onBack} />}
      progress={(whole) => <ProgressStep importable={dealsImportable} whole={whole} mayStop={mayEdit} />}
      done={(whole) => <DealDoneStep whole={whole} mayEdit={mayEdit} />}
    />
  )
}
