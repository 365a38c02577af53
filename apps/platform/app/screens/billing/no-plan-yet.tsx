import { EmptyState } from '@sherpa/ui/empty-state'
import { useOrganisation } from '../../frame/account-context.ts'

/** For those who may see the plan, but not choose one. */
export function NoPlanYet() {
  const { name } = useOrganisation()
  return <EmptyState title="No plan has been chosen">An owner of {name} can choose one.</EmptyState>
}
