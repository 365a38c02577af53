import type { Permission } from '@sherpa/contracts/organization'
import { useOrganization } from '../../../frame/account-context.ts'

/** Who cannot see all athletes cannot tell which names of a file are new. */
const needed: readonly Permission[] = ['data.import', 'athletes.all', 'deals.edit', 'money.edit']

export function useImportAccess() {
  const { has, may } = useOrganization()
  return {
    /** Regardless of the second factor. */
    isGranted: needed.every(has),
    mayImport: needed.every(may),
  }
}
