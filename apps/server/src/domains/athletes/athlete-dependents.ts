import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

const deleted = { delete: true } as const
/** Imports write these too; changes by people are on the timeline. */
const importedOrManual = { on: 'athlete', column: 'athlete_id', erase: deleted, touched: false } as const
const manualOnly = { on: 'athlete', column: 'athlete_id', erase: deleted, touched: true } as const

export const athleteDependents: Dependent[] = [
  { ...importedOrManual, table: 'athlete_contacts', merge: 'move' },
  { ...importedOrManual, table: 'athlete_measurements', merge: 'move' },
  // Import undo checks each entry for manual work.
  { ...importedOrManual, table: 'athlete_timeline', merge: 'move' },
  { ...importedOrManual, table: 'athlete_tags', merge: { add: 'tag_id' } },
  { ...importedOrManual, table: 'athlete_assignments', merge: { add: 'user_id' } },
  { ...importedOrManual, table: 'custom_values', merge: { add: 'field_id' } },
  // Merging unites the days of both records.
  { ...importedOrManual, table: 'program_athletes', merge: 'keep' },
  { ...importedOrManual, table: 'athlete_positions', merge: 'keep' },
  { ...importedOrManual, table: 'athlete_social_accounts', merge: { add: 'platform' } },
  { ...manualOnly, table: 'athlete_eligibility', merge: 'move' },
  { ...manualOnly, table: 'athlete_contact_data', merge: { add: 'field' } },
  { ...manualOnly, table: 'athlete_contact_proposals', merge: 'keep' },
  { ...manualOnly, table: 'guardianships', merge: 'move' },
  { ...manualOnly, table: 'files', merge: 'move' },
  { ...manualOnly, table: 'athlete_pictures', merge: 'move' },
  { ...manualOnly, table: 'athlete_merges', merge: 'keep' },
  { ...manualOnly, table: 'athlete_merges', column: 'other_id', merge: 'keep' },
  { on: 'member', table: 'athlete_assignments', column: 'user_id', leave: 'delete' },
  { on: 'member', table: 'program_members', column: 'user_id', leave: 'delete' },
  { on: 'member', table: 'athletes', column: 'user_id', leave: 'clear' },
  ...workOfMembers({
    athlete_measurements: ['added_by'],
    athlete_timeline: ['actor_id'],
    file_versions: ['added_by'],
    file_views: ['user_id'],
    guardianships: ['invited_by', 'user_id', 'verified_by'],
  }),
]
