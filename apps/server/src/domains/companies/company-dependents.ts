import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

export const companyDependents: Dependent[] = [
  { on: 'company', table: 'company_contacts', column: 'company_id', remove: 'keep', merge: 'move' },
  { on: 'company', table: 'company_timeline', column: 'company_id', remove: 'keep', merge: 'move' },
  ...workOfMembers({ company_timeline: ['actor_id'] }),
  // Merge and removal update the hierarchy themselves.
  { on: 'company', table: 'companies', column: 'parent_id', remove: 'keep', merge: 'keep' },
  { on: 'company', table: 'companies', column: 'merged_into', remove: 'keep', merge: 'keep' },
  {
    on: 'company',
    table: 'company_merges',
    column: 'company_id',
    remove: 'keep',
    merge: 'keep',
  },
  { on: 'company', table: 'company_merges', column: 'other_id', remove: 'keep', merge: 'keep' },
]
