import { organizationsApi } from '@sherpa/api-client/organizations'
import { allRoles } from '@sherpa/contracts/organization'
import { useAccount, useOrganization } from '../../frame/account-context.ts'

const assignableRoles = allRoles.filter((role) => role !== 'athlete').join(',')

/** Members who can be assigned to athletes, the reader first. Without `people.view`, only the reader. */
export function useColleagues(): [id: string, name: string][] {
  const { user } = useAccount()
  const { id: organization, may } = useOrganization()
  const { data } = organizationsApi.useMembersInfiniteQuery(
    { organization, query: { role: assignableRoles, sort: 'name', limit: '100' } },
    { skip: !may('people.view') },
  )
  const others = data?.pages[0]?.rows.filter(({ id }) => id !== user.id) ?? []
  return [[user.id, `${user.name} (you)`], ...others.map(({ id, name }): [string, string] => [id, name])]
}
