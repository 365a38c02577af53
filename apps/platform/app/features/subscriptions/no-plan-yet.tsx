import { EmptyState } from '@sherpa/ui/empty-state'
import { useOrganization } from '../../frame/account-context.ts'

/** For those who may see the plan, but not choose one. */
export function NoPlanYet() {
  const { name } = useOrganization()
  return <EmptyState title="No plan yet">Someone who manages billing for {name} can choose one.</EmptyState>
}
