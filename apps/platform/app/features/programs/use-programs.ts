import { programsApi } from '@sherpa/api-client/programs'
import type { Program } from '@sherpa/contracts/program'
import { useOrganization } from '../../frame/account-context.ts'

/** Programs that are not archived. Without any, screens show nothing of programs. */
export function usePrograms(): Program[] {
  const { id: organization } = useOrganization()
  const { data } = programsApi.useProgramsQuery({ organization })
  return data?.programs.filter(({ archived }) => !archived) ?? []
}
