import { useWorkspace } from '../workspace.ts'

/** Athletes cannot ask Sonar. */
export function usePaletteLabel() {
  const { organization } = useWorkspace()
  return organization && organization.role !== 'athlete' ? 'Search, jump or ask' : 'Search or jump'
}
