import { useOrganization } from '../../../frame/account-context.ts'
import { AthleteHome } from '../../home/athlete-home.tsx'
import { TeamHome } from '../../home/team-home.tsx'

/** Home, by role. */
export function Component() {
  const { role } = useOrganization()
  return role === 'athlete' ? <AthleteHome /> : <TeamHome />
}
