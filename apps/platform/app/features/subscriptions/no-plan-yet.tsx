import { EmptyState } from '@sherpa/ui/empty-state'
import { useOrganization } from '../../frame/account-context.ts'

/** For members who cannot choose a plan. */
export function NoPlanYet() {
  const { name } = useOrganization()
  return <EmptyState title="No plan yet">Someone who manages billing for {name} can choose one.</EmptyState>
}
