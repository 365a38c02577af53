import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

export const licenseDependents: Dependent[] = [
  {
    on: 'athlete',
    table: 'agent_notices',
    column: 'athlete_id',
    merge: 'move',
    // The register keeps agent and days. The hash shows that there was a document.
    erase: { clear: { note: null, file_name: null, storage_key: null } },
    touched: true,
  },
  // Licenses stay on record after their holder leaves.
  ...workOfMembers({ licenses: ['user_id', 'added_by'], agent_notices: ['added_by'] }),
]
