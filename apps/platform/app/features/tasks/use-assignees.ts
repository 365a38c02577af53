import { tasksApi } from '@sherpa/api-client/tasks'
import type { TaskAbout } from '@sherpa/contracts/task'
import { useAccount, useOrganization } from '../../frame/account-context.ts'

export function useAssigneeQuery(about: TaskAbout | null) {
  const { id: organization, role } = useOrganization()
  return tasksApi.useTaskAssigneesQuery(
    { organization, query: about ? { [about.kind]: about.id } : {} },
    { skip: role === 'athlete' },
  )
}

/** Members who can open the record, the reader first. */
export function useAssignees(about: TaskAbout | null): [id: string, name: string][] {
  const { user } = useAccount()
  const { currentData } = useAssigneeQuery(about)
  const others = currentData?.people.filter(({ id }) => id !== user.id) ?? []
  return [[user.id, `${user.name} (you)`], ...others.map(({ id, name }): [string, string] => [id, name])]
}
