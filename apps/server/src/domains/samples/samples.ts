import { randomUUID } from 'node:crypto'
import type { Role, SampleKind } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, textOf } from '../../persistence/queries.ts'
import { insertPerson, publicUsers } from '../accounts/accounts.ts'
import {
  insertMember,
  insertOrganization,
  publicMembershipsOfAll,
  publicOrganizationsOfAll,
} from '../organizations/organizations.ts'

/** Fictional colleagues with reserved email addresses. The first two lead deals; they and compliance approve. */
const samples: Record<SampleKind, { name: string; colleagues: { name: string; role: Role }[] }> = {
  agency: {
    name: 'Ridgeline Sports (sample)',
    colleagues: [
      { name: 'Amara Cole', role: 'owner' },
      { name: 'Mateo Rivas', role: 'agent' },
      { name: 'Tunde Bello', role: 'coach' },
      { name: 'Jonah Okoye', role: 'athlete' },
    ],
  },
  'athletic-department': {
    name: 'Harlan Tech Athletics (sample)',
    colleagues: [
      { name: 'Amara Cole', role: 'owner' },
      { name: 'Mateo Rivas', role: 'agent' },
      { name: 'Ruth Ellery', role: 'compliance' },
      { name: 'Tunde Bello', role: 'coach' },
      { name: 'Elena Petrov', role: 'coach' },
      { name: 'Jonah Okoye', role: 'athlete' },
    ],
  },
}

export type SampleParts = {
  database: Database
  clock: () => Date
  /** Sample data of each domain, in dependency order. */
  fill: readonly Fill[]
}
type Fill = (
  client: Queryable,
  organization: string,
  people: {
    kind: SampleKind
    colleagues: string[]
    coaches: string[]
    /** Approves deals, except their own. */
    approver: string | undefined
    athlete: string | undefined
    addPerson: (name: string) => Promise<string>
  },
  now: Date,
) => Promise<void>

/** Fictional organizations to explore. */
export function createSampleService({ database, clock, fill }: SampleParts) {
  return {
    /** Without an owner, a fictional one is created. */
    async make(owner?: string, kind: SampleKind = 'agency') {
      return inTransaction(database, async (client) => {
        if (owner && (await hasSample(client, owner, kind))) throw new Refusal('sample-exists')
        const organization = randomUUID()
        await enterOrganization(client, organization)
        await insertOrganization(client, { id: organization, name: samples[kind].name, kind, sample: true })
        const addressOf = (name: string) =>
          `${name.toLowerCase().replace(' ', '.')}.${organization.slice(0, 8)}@sample.sherpa.example`
        const people: { id: string; name: string; email: string; role: Role }[] = []
        for (const { name, role } of samples[kind].colleagues) {
          if (owner && role === 'owner') {
            await insertMember(client, organization, owner, role)
            people.push({ id: owner, name: '', email: '', role })
            continue
          }
          const email = addressOf(name)
          const id = await insertPerson(client, { name, email })
          await insertMember(client, organization, id, role)
          people.push({ id, name, email, role })
        }
        const idOf = (wanted: Role) => people.find(({ role }) => role === wanted)?.id
        const sampleMembers = {
          kind,
          colleagues: people.filter(({ role }) => role !== 'athlete').map(({ id }) => id),
          coaches: people.filter(({ role }) => role === 'coach').map(({ id }) => id),
          approver: idOf('compliance') ?? idOf('agent'),
          athlete: idOf('athlete'),
          addPerson: (name: string) => insertPerson(client, { name, email: addressOf(name) }),
        }
        for (const add of fill) await add(client, organization, sampleMembers, clock())
        return { organization, people }
      })
    },

    /** Refuses any other organization. */
    async remove(organization: string) {
      const { rows } = await database.query('select remove_sample($1) as removed', [organization])
      if (!rows[0].removed) throw new Refusal('not-a-sample')
    },

    /** Samples with a fictional owner, which the command created. */
    async invented(): Promise<string[]> {
      const { rows } = await database.query<{ id: string }>(
        `select o.id from ${textOf(publicOrganizationsOfAll)} o where o.sample and exists (select from ${textOf(publicMembershipsOfAll)} m
           join ${textOf(publicUsers)} u on u.id = m.user_id where m.organization_id = o.id and m.role = 'owner' and u.email like '%@sample.sherpa.example')`,
      )
      return rows.map(({ id }) => id)
    },
  }
}
export type Samples = ReturnType<typeof createSampleService>

async function hasSample(client: Queryable, owner: string, kind: SampleKind) {
  const sample = await rowOf(
    client,
    query
      .selectFrom(publicMembershipsOfAll.as('m'))
      .innerJoin(publicOrganizationsOfAll.as('o'), 'o.id', 'm.organization_id')
      .select('o.id')
      .where('m.user_id', '=', owner)
      .where('o.sample', '=', true)
      .where('o.kind', '=', kind),
  )
  return sample !== undefined
}
