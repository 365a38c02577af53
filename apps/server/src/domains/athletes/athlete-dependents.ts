import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

const goes = { delete: true } as const
/** Written by imports as well: a person's changes to them are on the timeline. */
const alsoImported = { on: 'athlete', column: 'athlete_id', erase: goes, touched: false } as const
const onlyByPeople = { on: 'athlete', column: 'athlete_id', erase: goes, touched: true } as const

/** What the domain keeps of athletes and members, and what becomes of it with them. */
export const athleteDependents: Dependent[] = [
  { ...alsoImported, table: 'athlete_contacts', merge: 'move' },
  { ...alsoImported, table: 'athlete_measurements', merge: 'move' },
  // Whose entries count as work, undoing an import decides by entry.
  { ...alsoImported, table: 'athlete_timeline', merge: 'move' },
  { ...alsoImported, table: 'athlete_tags', merge: { add: 'tag_id' } },
  { ...alsoImported, table: 'athlete_assignments', merge: { add: 'user_id' } },
  { ...alsoImported, table: 'custom_values', merge: { add: 'field_id' } },
  { ...alsoImported, table: 'athlete_import_rows', merge: 'keep' },
  { ...onlyByPeople, table: 'athlete_social_accounts', merge: { add: 'platform' } },
  { ...onlyByPeople, table: 'athlete_eligibility', merge: 'move' },
  { ...onlyByPeople, table: 'guardianships', merge: 'move' },
  { ...onlyByPeople, table: 'files', merge: 'move' },
  { ...onlyByPeople, table: 'athlete_pictures', merge: 'move' },
  { ...onlyByPeople, table: 'athlete_merges', merge: 'keep' },
  { ...onlyByPeople, table: 'athlete_merges', column: 'other_id', merge: 'keep' },
  { on: 'member', table: 'athlete_assignments', column: 'user_id', leave: 'delete' },
  { on: 'member', table: 'athletes', column: 'user_id', leave: 'clear' },
  ...workOfMembers({
    athlete_imports: ['created_by'],
    athlete_timeline: ['actor_id'],
    file_versions: ['added_by'],
    file_views: ['user_id'],
    guardianships: ['invited_by', 'user_id', 'verified_by'],
  }),
]
