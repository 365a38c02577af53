import type { Permission } from '@sherpa/contracts/organization'
import { sql } from 'kysely'
import { type ArchivePart, nameOfPerson, storableName } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'

export const licenseExportParts: ArchivePart[] = [
  {
    name: 'licenses',
    about: 'Licenses of members as agents, also of former members.',
    needs: 'people.view',
    rows: (organization) =>
      sql`select c.id, ${nameOfPerson('user_id')} as person, c.state, c.number, c.starts_on as "from", c.ends_on as until,
        c.note, c.file_name as file, c.added_at as "addedAt", ${nameOfPerson('added_by')} as "addedBy"
        from licenses c where c.organization_id = ${organization} order by c.id`.compile(query),
  },
  documents('licenses', 'people.view'),
  {
    name: 'agent-notices',
    about: 'Notices of agents who signed an athlete.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select c.id, c.athlete_id as "athleteId", c.agent, c.agency, c.received_on as "receivedOn",
        c.contract_on as "contractOn", c.note, c.file_name as file, c.added_at as "addedAt",
        ${nameOfPerson('added_by')} as "addedBy"
        from agent_notices c where c.organization_id = ${organization} order by c.id`.compile(query),
  },
  documents('agent_notices', 'deals.view'),
]

function documents(table: 'licenses' | 'agent_notices', needs: Permission): ArchivePart {
  const folder = table.replace('_', '-')
  return {
    name: `${folder}-documents`,
    about: `Their documents, in the folder "${folder}" at the given path.`,
    needs,
    rows: (organization) =>
      sql`select c.id as "recordId", c.file_name as name, c.file_type as type, c.file_size as size,
        encode(c.file_sha256, 'hex') as sha256, c.storage_key as "storageKey" from ${sql.table(table)} c
        where c.organization_id = ${organization} and c.storage_key is not null order by c.id`.compile(query),
    hidden: ['storageKey'],
    fileOf: ({ recordId, name, storageKey }) => ({
      path: `${folder}/${String(recordId).slice(-12)} ${storableName(name)}`,
      key: String(storageKey),
    }),
  }
}
