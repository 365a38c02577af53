import { randomUUID } from 'node:crypto'
import type { athleteOperations } from '@sherpa/contracts/athlete-operations'
import type { fileOperations } from '@sherpa/contracts/file-operations'
import type { guardianOperations } from '@sherpa/contracts/guardian-operations'
import type { programOperations } from '@sherpa/contracts/program-operations'
import type { Samples } from '../../../test/samples.ts'

const newAthlete = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'prospect' } as const
const contact = { name: 'Mari', relation: 'parent', title: null, reach: 'full', email: null, phone: null } as const

const days = { startsOn: '2026-01-01', endsOn: null }

const contactChange = { phone: '+1 555 0100', address: '1 Main St', shirtSize: 'L', shoeSize: '11', handles: [] }
const proposedAt = '2026-11-16T15:00:00.000Z'

export const samples: Samples<
  typeof athleteOperations & typeof guardianOperations & typeof fileOperations & typeof programOperations
> = {
  async parameters(owner, { organization, person, staff }) {
    const [
      athlete,
      note,
      contactId,
      guardian,
      measurement,
      eligibility,
      tag,
      field,
      merge,
      merged,
      file,
      version,
      agreement,
      program,
      programMember,
      athleteProgram,
    ] = Array.from({ length: 16 }, () => randomUUID())
    // A minor with a guardian who consents to an account, so that all operations on accounts and guardians work.
    await owner.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage, birth_date, email)
       values ($1, $2, 'Theo', 'Lind', 'high-school', 'prospect', now() - interval '16 years', 'theo@school.example')`,
      [organization, athlete],
    )
    // The athlete to merge has the person's id, which the sample body knows. The athlete with the organization's id has
    // a signed deal.
    await owner.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage, removed_at)
       values ($1, $1, 'Theo', 'Lind', 'pro', 'prospect', null), ($1, $3, 'Theo', 'Lind', 'pro', 'prospect', null),
         ($1, $2, 'Theo', 'Lind', 'pro', 'prospect', now())
       on conflict do nothing`,
      [organization, merged, person],
    )
    await owner.query(
      `insert into athlete_merges (organization_id, id, athlete_id, other_id, moved)
       values ($1, $2, $3, $4, '{"children": {}, "added": {}, "filled": {}}')`,
      [organization, merge, athlete, merged],
    )
    await owner.query(
      `insert into athlete_contacts (organization_id, id, athlete_id, name, relation, reach, email)
       values ($1, $2, $3, 'Mari', 'parent', 'full', 'mari@home.example')`,
      [organization, contactId, athlete],
    )
    await owner.query(
      `insert into guardianships (organization_id, id, athlete_id, reach, user_id, confirmed_at, consents_to_account)
       values ($1, $2, $3, 'full', $4, now(), true)`,
      [organization, guardian, athlete, staff],
    )
    await owner.query(
      `insert into athlete_measurements (organization_id, id, athlete_id, kind, value, measured_on)
       values ($1, $2, $3, 'height', 180, now())`,
      [organization, measurement, athlete],
    )
    await owner.query(
      `insert into athlete_eligibility (organization_id, id, athlete_id, season, status, checked_on)
       values ($1, $2, $3, '2026', 'eligible', now())`,
      [organization, eligibility, athlete],
    )
    await owner.query(
      `insert into athlete_contact_proposals (organization_id, athlete_id, data, proposed_at) values ($1, $2, $3, $4)`,
      [organization, athlete, JSON.stringify(contactChange), proposedAt],
    )
    // Written by another person: only the author may remove a note.
    await owner.query(
      "insert into athlete_timeline (organization_id, id, athlete_id, kind, actor_id) values ($1, $2, $3, 'note', $4)",
      [organization, note, athlete, staff],
    )
    await owner.query("insert into tags (organization_id, id, name) values ($1, $2, 'NIL')", [organization, tag])
    await owner.query("insert into custom_fields (organization_id, id, name, kind) values ($1, $2, 'Shoe', 'text')", [
      organization,
      field,
    ])
    await owner.query(
      "insert into files (organization_id, id, athlete_id, name, type) values ($1, $2, $3, 'Notes.txt', 'text/plain')",
      [organization, file, athlete],
    )
    await owner.query(
      "insert into file_versions (organization_id, id, file_id, number, storage_key, size, sha256) values ($1, $2, $3, 1, gen_random_uuid(), 1, '')",
      [organization, version, file],
    )
    await owner.query(
      "insert into athlete_pictures (organization_id, id, athlete_id, type, storage_key, size) values ($1, gen_random_uuid(), $2, 'image/png', gen_random_uuid(), 1)",
      [organization, athlete],
    )
    // Sample bodies know the program with the organization's id.
    await owner.query(
      "insert into programs (organization_id, id, name) values ($1, $1, 'Rowing'), ($1, $2, 'Diving'), ($1, $3, 'Golf')",
      [organization, program, programMember],
    )
    await owner.query(
      `with rower as (insert into program_athletes (organization_id, id, program_id, athlete_id, starts_on)
         values ($1, $2, $3, $4, '2025-01-01'))
       insert into program_members (organization_id, id, program_id, user_id, starts_on)
       select $1, $3, $3, user_id, '2025-01-01' from memberships where organization_id = $1 limit 1`,
      [organization, athleteProgram, programMember, athlete],
    )
    // Owned by deals, but its path includes this athlete.
    await owner.query(
      `insert into agreements (organization_id, id, athlete_id, starts_on, scope, fees)
       values ($1, $2, $3, '2026-01-01', '{contract}', '{}')`,
      [organization, agreement, athlete],
    )
    return Object.fromEntries(
      Object.entries({
        athlete,
        note,
        contact: contactId,
        guardian,
        guardianship: guardian,
        measurement,
        eligibility,
        tag,
        field,
        merge,
        file,
        version,
        agreement,
        program,
        programMember,
        athleteProgram,
      }),
    ) as Record<string, string>
  },
  queries: { lastNotes: `?athletes=${randomUUID()}` },
  bodies: {
    addAthlete: () => newAthlete,
    exportSelectedAthletes: () => ({ selection: { ids: [randomUUID()] } }),
    changeAthletes: () => ({ selection: { ids: [randomUUID()] }, change: { stage: 'prospect' } }),
    changeAthlete: () => ({ version: 1, changes: { hometown: 'Bend' } }),
    mergeAthletes: ({ person }) => ({ other: person }),
    eraseAthlete: (_place, proof) => proof,
    addNote: () => ({ kind: 'note', text: 'Called' }),
    changeNote: () => ({ version: 1, changes: { text: 'Called twice' } }),
    addContact: () => contact,
    changeContact: () => contact,
    addMeasurement: () => ({ kind: 'height', value: 180, measuredOn: '2026-01-01', source: null }),
    changeMeasurement: () => ({ kind: 'height', value: 181, measuredOn: '2026-01-01', source: null }),
    addEligibility: () => ({ season: '2026', status: 'eligible', reason: null, checkedOn: '2026-01-01' }),
    addFile: () => 'A text',
    setPicture: () => 'RIFF....WEBPVP8 ',
    addFileVersion: () => 'A text',
    changeFile: () => ({ name: 'Agreement' }),
    changeOwnContactData: () => contactChange,
    decideContactData: () => ({ decision: 'approved', at: proposedAt }),
    setSocialAccounts: () => ({ accounts: [] }),
    addTag: () => ({ name: 'Top 50' }),
    renameTag: () => ({ name: 'Top 100' }),
    addCustomField: () => ({ name: 'Jersey', kind: 'number', choices: [] }),
    changeCustomField: () => ({ name: 'Shoe size' }),
    inviteAthlete: () => ({}),
    inviteAthletes: () => ({ selection: { ids: [randomUUID()] }, dryRun: true }),
    inviteGuardian: () => ({}),
    verifyGuardian: () => ({ how: 'call' }),
    confirmGuardianship: () => ({ consentsToAccount: true }),
    changeConsent: () => ({ consentsToAccount: false }),
    addProgram: () => ({ name: 'Swimming', sport: null, gender: 'women' }),
    changeProgram: () => ({ archived: true }),
    addProgramMember: ({ organization, person }) => ({ programId: organization, userId: person, ...days }),
    changeProgramMember: () => days,
    addAthleteProgram: ({ organization }) => ({ programId: organization, ...days }),
    changeAthleteProgram: () => days,
    setSportsInUse: () => ({ sports: ['football'] }),
  },
}
