import { noteKinds } from '@sherpa/contracts/contact-log'
import { sql } from 'kysely'
import { type ArchivedRow, type ArchivePart, nameOfPerson as by } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { publicImports } from '../imports/imports.ts'

const needs = 'athletes.sensitive'
const name = sql`concat_ws(' ', a.given_name, a.family_name)`
/** Joins a child table `c` with its athlete. Excludes erased and merged records. */
const joinAthlete = (
  organization: string,
) => sql`join athletes a on a.organization_id = c.organization_id and a.id = c.athlete_id
  where c.organization_id = ${organization} and a.removed_at is null`
const isNote = sql`c.kind = any(${Object.keys(noteKinds)})`

/** A new table of the domain must be added here. */
export const athleteExportParts: ArchivePart[] = [
  {
    name: 'athletes',
    about: 'All athletes, with programs, tags, assigned members, social accounts and custom fields.',
    needs,
    rows: (organization) =>
      sql`select a.id, a.given_name as "givenName", a.family_name as "familyName", a.preferred_name as "preferredName",
        a.stage, a.sport, a.positions, a.level, a.school, a.class_year as "classYear", a.hometown, a.state, a.country,
        a.birth_date as "birthDate", a.email, a.phone,
        array(select u.name from athlete_assignments s join ${publicUsers} u on u.id = s.user_id
          where s.organization_id = a.organization_id and s.athlete_id = a.id order by s.assigned_at) as "lookedAfterBy",
        array(select p.name from program_athletes x join programs p on p.organization_id = x.organization_id and p.id = x.program_id
          where x.organization_id = a.organization_id and x.athlete_id = a.id order by x.starts_on) as programs,
        array(select t.name from athlete_tags x join tags t on t.organization_id = x.organization_id and t.id = x.tag_id
          where x.organization_id = a.organization_id and x.athlete_id = a.id order by t.folded) as tags,
        (select json_agg(json_build_object('platform', s.platform, 'handle', s.handle, 'followers', s.followers)
          order by s.platform) from athlete_social_accounts s
          where s.organization_id = a.organization_id and s.athlete_id = a.id) as "socialAccounts",
        (select json_object_agg(x.field, x.value) from athlete_contact_data x
          where x.organization_id = a.organization_id and x.athlete_id = a.id) as "contactData",
        (select json_object_agg(f.name, coalesce(to_json(v.text_value), to_json(v.number_value), to_json(v.date_value)))
          from custom_values v join custom_fields f on f.organization_id = v.organization_id and f.id = v.field_id
          where v.organization_id = a.organization_id and v.athlete_id = a.id) as "customFields",
        a.user_id is not null as "hasAccount", a.created_at as "addedAt", a.last_active_at as "lastActiveAt"
        from athletes a where a.organization_id = ${organization} and a.removed_at is null`.compile(query),
  },
  {
    name: 'contacts',
    about: 'Guardians, parents, advisers and coaches of athletes, and how to reach them.',
    needs,
    rows: (organization) =>
      sql`select c.id, c.athlete_id as "athleteId", ${name} as athlete, c.name, c.relation, c.title, c.reach, c.email, c.phone,
        c.created_at as "addedAt" from athlete_contacts c ${joinAthlete(organization)}`.compile(query),
  },
  {
    name: 'guardians',
    about: 'Guardians of athletes under 18, including open requests.',
    needs,
    rows: (organization) =>
      sql`select c.id, c.athlete_id as "athleteId", ${name} as athlete, c.contact_id as "contactId", ${by('user_id')} as name,
        c.reach, c.invited_at as "invitedAt", c.confirmed_at as "confirmedAt", c.consents_to_account as "allowsAccount",
        c.verified_at as "verifiedAt", ${by('verified_by')} as "verifiedBy", c.verified_how as "verifiedHow",
        c.self_verification_reason as "selfVerificationReason",
        c.ended_at as "endedAt" from guardianships c ${joinAthlete(organization)}`.compile(query),
  },
  {
    name: 'measurables',
    about: 'Height, weight, times and speeds: in centimeters, kilograms, seconds and kilometers an hour.',
    needs,
    rows: (organization) =>
      sql`select c.id, c.athlete_id as "athleteId", ${name} as athlete, c.kind, c.value, c.measured_on as "measuredOn", c.source
        from athlete_measurements c ${joinAthlete(organization)}`.compile(query),
  },
  {
    name: 'eligibility',
    about: 'Eligibility of athletes, by season.',
    needs,
    rows: (organization) =>
      sql`select c.id, c.athlete_id as "athleteId", ${name} as athlete, c.season, c.status, c.reason, c.checked_on as "checkedOn"
        from athlete_eligibility c ${joinAthlete(organization)}`.compile(query),
  },
  {
    name: 'notes',
    about: 'Notes, calls and other contacts that people logged, except those that only their author reads.',
    needs,
    rows: (organization) =>
      sql`select c.id, c.athlete_id as "athleteId", ${name} as athlete, c.at, ${by('actor_id')} as by, c.kind, c.direction,
        case when c.with_contact then 'contact' else 'athlete' end as "with", c.contact_id as "contactId", c.minutes, c.result,
        c.text, c.readers from athlete_timeline c ${joinAthlete(organization)} and ${isNote} and c.readers <> 'me'`.compile(
        query,
      ),
  },
  {
    name: 'timeline',
    about: 'Changes of records, with the values before and after.',
    needs,
    rows: (organization) =>
      sql`select c.id, c.athlete_id as "athleteId", ${name} as athlete, c.at, ${by('actor_id')} as by, c.kind, c.about, c.changes
        from athlete_timeline c ${joinAthlete(organization)} and not ${isNote} and c.disclosure_id is null`.compile(
        query,
      ),
  },
  {
    name: 'files',
    about:
      'The files of athletes, with all versions. Their contents are in the folder "files", under the path that is named.',
    needs,
    rows: (organization) =>
      sql`select v.id, c.athlete_id as "athleteId", ${name} as athlete, c.name, c.type, c.private, v.number as version,
        v.size, encode(v.sha256, 'hex') as sha256, v.added_at as "addedAt", v.storage_key as "storageKey",
        v.number < max(v.number) over (partition by c.id) as "isOlder",
        dense_rank() over (partition by c.athlete_id, lower(c.name) order by c.created_at, c.id) as "sameName"
        from files c join file_versions v on v.organization_id = c.organization_id and v.file_id = c.id
        ${joinAthlete(organization)}`.compile(query),
    hidden: ['storageKey', 'isOlder', 'sameName'],
    fileOf: (row) => ({ path: buildPath(row), key: String(row.storageKey) }),
  },
  {
    name: 'pictures',
    about: 'Pictures of athletes. They are in the folder "pictures", under the path that is named.',
    needs,
    rows: (organization) =>
      sql`select c.id, c.athlete_id as "athleteId", ${name} as athlete, c.type, c.size, c.storage_key as "storageKey"
        from athlete_pictures c ${joinAthlete(organization)}`.compile(query),
    hidden: ['storageKey'],
    fileOf: ({ id, type, storageKey }) => ({
      path: `pictures/${id}.${String(type).replace('image/', '')}`,
      key: String(storageKey),
    }),
  },
  {
    name: 'file-openings',
    about: 'Who opened which version of a file, and when.',
    needs,
    rows: (organization) =>
      sql`select c.id, v.file_id as "fileId", c.version_id as "versionId", c.viewed_at as at, ${by('user_id')} as by
        from file_views c join file_versions v on v.organization_id = c.organization_id and v.id = c.version_id
        where c.organization_id = ${organization}`.compile(query),
  },
  {
    name: 'tags',
    about: 'Your tags.',
    needs: 'athletes.view',
    rows: (organization) =>
      sql`select id, name from tags where organization_id = ${organization} order by folded`.compile(query),
  },
  {
    name: 'programs',
    about: 'Your programs.',
    needs: 'athletes.view',
    rows: (organization) =>
      sql`select id, name, sport, gender, archived_at as "archivedAt", created_at as "addedAt" from programs
        where organization_id = ${organization} order by folded`.compile(query),
  },
  {
    name: 'program-athletes',
    about: 'First and last day of athletes in programs.',
    needs: 'athletes.view',
    rows: (organization) =>
      sql`select c.id, c.program_id as "programId", c.athlete_id as "athleteId", ${name} as athlete, c.starts_on as "startsOn",
        c.ends_on as "endsOn" from program_athletes c ${joinAthlete(organization)}`.compile(query),
  },
  {
    name: 'program-members',
    about: 'First and last day of members in programs.',
    needs: 'people.view',
    rows: (organization) =>
      sql`select c.id, c.program_id as "programId", ${by('user_id')} as member, c.starts_on as "startsOn", c.ends_on as "endsOn"
        from program_members c where c.organization_id = ${organization}`.compile(query),
  },
  {
    name: 'custom-fields',
    about: 'Your custom fields.',
    needs: 'athletes.view',
    rows: (organization) =>
      sql`select id, name, kind, choices, created_at as "addedAt" from custom_fields
        where organization_id = ${organization} order by folded`.compile(query),
  },
  {
    name: 'sports',
    about: 'Your sports. If there are none: all of them.',
    needs: 'athletes.view',
    rows: (organization) => sql`select sport from sports_in_use where organization_id = ${organization}`.compile(query),
  },
  {
    name: 'imports',
    about: 'Imported spreadsheets and their results.',
    needs: 'athletes.view',
    rows: (organization) =>
      sql`select c.id, c.name, c.state, ${by('created_by')} as by, c.created_at as "uploadedAt", c.finished_at as "finishedAt",
        c.row_count as rows, c.counts from ${publicImports} c where c.organization_id = ${organization}`.compile(query),
  },
]

/** One folder per athlete. The newest version keeps the plain file name. */
function buildPath(row: ArchivedRow) {
  const { athlete, athleteId, version, isOlder, sameName } = row
  const folder = `${String(athlete)
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .trim()} (${String(athleteId).slice(-8)})`
  const [, begin = '', ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(String(row.name)) ?? []
  const uniqueName = Number(sameName) > 1 ? `${begin} (${sameName})` : begin
  return `files/${folder}/${isOlder ? `older versions/${uniqueName} (version ${version})` : uniqueName}${ending}`
}
