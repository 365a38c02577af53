import { complianceApi } from '@sherpa/api-client/compliance'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { VerdictList } from './verdict-list.tsx'

/** What compliance rules say about an agreement, loaded on demand. */
export function AgreementVerdicts({ athlete, agreement }: { athlete: string; agreement: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="group mt-1" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="touch-area flex w-fit cursor-pointer list-none items-center gap-1.5 text-grey hover:text-ink">
        <ToolIcon name="chevron" className="size-3 group-open:rotate-90" />
        Rules for this agreement
      </summary>
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
