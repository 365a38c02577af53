import { randomUUID } from 'node:crypto'
import type { Role, SampleKind } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Member, Person } from '../../http/access.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import {
  type Database,
  enterOrganization,
  inTransaction,
  type Queryable,
  withoutTenant,
} from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run, textOf } from '../../persistence/queries.ts'
import { foreignKeys, tenantTables } from '../../persistence/tenant-catalog.ts'
import { insertPerson, publicUsers } from '../accounts/accounts.ts'
import {
  insertMember,
  insertOrganization,
  publicMembershipsOfAll,
  publicOrganizationsOfAll,
} from '../organizations/organizations.ts'

const data = z.object({ sample: z.uuid() })

/** Defined apart from their handlers, so that requesting needs fewer imports. */
export const createSampleJob = { name: 'create-sample', data }
export const removeSampleJob = { name: 'remove-sample', data }

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

/** Reports the progress. */
type OnStep = (done: number, total: number) => Promise<unknown>
const unobserved: OnStep = async () => undefined

/** Fictional organizations to explore. */
export function createSampleService(parts: SampleParts) {
  const { database } = parts
  return {
    /** Creates one in the background. */
    async request(person: string, kind: SampleKind = 'agency') {
      return inTransaction(database, async (client) => {
        const asked = await rowOf(
          client,
          query
            .insertInto('sample_runs')
            .values({ id: randomUUID(), user_id: person, kind, state: 'creating' })
            .onConflict((conflict) =>
              conflict
                .columns(['user_id', 'kind'])
                .doUpdateSet({ failed: false, done: 0 })
                .where('sample_runs.failed', '=', true)
                .where('sample_runs.state', '=', 'creating'),
            )
            .returning('id'),
        )
        if (!asked || (await hasSample(client, person, kind))) throw new Refusal('sample-exists')
        await enqueue(client, createSampleJob, { sample: asked.id }, { key: asked.id, failed: 'restart' })
        return asked
      })
    },

    /** Removes one in the background. Refuses any other organization. */
    async requestRemoval({ person, member: { organization } }: { person: Person; member: Member }) {
      const sample = await rowOf(
        database,
        query
          .selectFrom(publicOrganizationsOfAll.as('o'))
          .select('o.id')
          .where('o.id', '=', organization)
          .where('o.sample', '=', true),
      )
      if (!sample) throw new Refusal('not-a-sample')
      // The job outlives the organization.
      await withoutTenant(() =>
        inTransaction(database, async (client) => {
          const row = { id: organization, user_id: person.id, state: 'removing' } as const
          const isNew = await run(
            client,
            query
              .insertInto('sample_runs')
              .values(row)
              .onConflict((conflict) =>
                conflict.column('id').doUpdateSet({ failed: false, done: 0 }).where('sample_runs.failed', '=', true),
              ),
          )
          if (isNew) {
            await enqueue(client, removeSampleJob, { sample: organization }, { key: organization, failed: 'restart' })
          }
        }),
      )
    },

    /** Those that are created or removed now. Everyone in a sample sees that it is removed. */
    async runs(person: string) {
      const isMember = query
        .selectFrom(publicMembershipsOfAll.as('m'))
        .select('m.user_id')
        .where('m.organization_id', '=', sql.ref<string>('r.id'))
        .where('m.user_id', '=', person)
      const runs = await rowsOf(
        database,
        query
          .selectFrom('sample_runs as r')
          .select(['r.id', 'r.kind', 'r.state', 'r.failed', 'r.done as doneSteps', 'r.total as totalSteps'])
          .where((eb) => eb.or([eb('r.user_id', '=', person), eb.exists(isMember)]))
          .orderBy('r.id'),
      )
      return { runs }
    },

    /** Without an owner, a fictional one is created. */
    make: (owner?: string, kind: SampleKind = 'agency') =>
      inTransaction(database, (client) => makeSample(client, parts, { owner, kind, id: randomUUID() })),

    remove: (organization: string) => inTransaction(database, (client) => removeSample(client, organization)),

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

type NewSample = { id: string; owner: string | undefined; kind: SampleKind }

export async function makeSample(
  client: Queryable,
  { clock, fill }: Pick<SampleParts, 'clock' | 'fill'>,
  { id: organization, owner, kind }: NewSample,
  onStep: OnStep = unobserved,
) {
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
  for (const [done, add] of fill.entries()) {
    await onStep(done, fill.length)
    await add(client, organization, sampleMembers, clock())
  }
  return { organization, people }
}

/** Refuses any other organization. */
export async function removeSample(client: Queryable, organization: string, onStep: OnStep = unobserved) {
  const tables = await tablesByReference(client)
  for (const [done, table] of tables.entries()) {
    await onStep(done, tables.length)
    await client.query('select remove_sample_rows($1, $2)', [organization, table])
  }
  const { rows } = await client.query('select remove_sample($1) as removed', [organization])
  if (!rows[0].removed) throw new Refusal('not-a-sample')
}

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

/**
 * Tables with rows of organizations, each after those that refer to it. `remove_sample` reads the people of the sample from the last ones,
 * whose rows go with others.
 */
async function tablesByReference(client: Queryable) {
  const keys = (await foreignKeys(client)).filter(({ table, parent }) => table !== parent)
  const kept = new Set(['guardianships', 'memberships', 'organizations'])
  // A set grows while it is walked.
  for (const table of kept) for (const key of keys) if (key.table === table) kept.add(key.parent)
  const left = new Set((await tenantTables(client)).map(({ table }) => table).filter((table) => !kept.has(table)))
  const ordered: string[] = []
  while (left.size > 0) {
    const isReferred = (table: string) => keys.some((key) => key.parent === table && left.has(key.table))
    const free = [...left].filter((table) => !isReferred(table))
    // Tables that refer to each other.
    const next = free.length > 0 ? free : [...left]
    for (const table of next) left.delete(table)
    ordered.push(...next)
  }
  return ordered
}
