import { complianceApi } from '@sherpa/api-client/compliance'
import { useState } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { VerdictList } from './verdict-list.tsx'

/** What compliance rules say about an agreement, loaded on demand. */
export function AgreementVerdicts({ athlete, agreement }: { athlete: string; agreement: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-1" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="touch-area w-fit cursor-pointer text-grey hover:text-ink">Rules</summary>
      {isOpen && <Content athlete={athlete} agreement={agreement} />}
    </details>
  )
}

function Content({ athlete, agreement }: { athlete: string; agreement: string }) {
  const { id: organization } = useOrganization()
  const query = complianceApi.useAgreementVerdictsQuery({ organization, athlete, agreement })
  return (
    <div className="pt-4">
      <Loaded query={query}>{(verdicts) => <VerdictList verdicts={verdicts} />}</Loaded>
    </div>
  )
}
