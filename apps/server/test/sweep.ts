import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allRoles, type Role } from '@sherpa/contracts/organization'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { type AppParts, buildApp } from '../src/app.ts'
import { diskFiles } from '../src/files/file-store.ts'
import type { Database } from '../src/persistence/database.ts'
import { callerOf, type Endpoint, endpointsOf, makeWorld, type World } from './every-endpoint.ts'
import { freshDatabase } from './fresh-database.ts'
import { oneTransaction } from './one-transaction.ts'
import { peopleOf, type Someone } from './people.ts'
import { allSamples, type Samples } from './samples.ts'

/** Tests that call every endpoint several times: up to 30 s alone. */
export const SWEEP_TIMEOUT = 240_000
/** Rows of every domain are inserted. */
const SETUP_TIMEOUT = 120_000

/** An organization with a member of each role, for tests that call every endpoint. Each test is rolled back. */
export function sweepForTests(parts: Omit<AppParts, 'database'> = {}) {
  const members = {} as Record<Role, Someone>
  const sweep = {} as {
    /** Owner of the tables, who sees everything. */
    owner: Database
    /** Serving role of the app. */
    serving: Database
    people: ReturnType<typeof peopleOf>
    samples: Samples[]
    endpoints: Endpoint[]
    caller: ReturnType<typeof callerOf>
    staff: Someone
    world: World
  }
  let everything: Awaited<ReturnType<typeof oneTransaction>>

  beforeAll(async () => {
    const fresh = await freshDatabase()
    everything = await oneTransaction(fresh)
    const { owner, serving } = everything
    const directory = await mkdtemp(join(tmpdir(), 'sherpa-sweep-'))
    const files = diskFiles(directory)
    const app = buildApp({ database: serving, rateLimited: false, shortestAnswerMs: 0, files, ...parts })
    const people = peopleOf(app, owner)
    const samples = await allSamples()
    const endpoints = await endpointsOf(app, samples)
    for (const role of allRoles) members[role] = await people.register(`The ${role}`)
    const bystander = await people.register('A bystander')
    const staff = await people.registerStaff()
    const everyone = allRoles.map((role) => ({ id: members[role].id, role }))
    const world = await makeWorld(owner, samples, {
      person: bystander,
      staff,
      belong: [...everyone, { id: bystander.id, role: 'athlete' }],
    })
    for (const role of allRoles) if (role !== 'athlete') await people.setUpSecondFactor(members[role])
    Object.assign(sweep, { owner, serving, people, samples, endpoints, caller: callerOf(app, samples), staff, world })
    return async () => {
      await app.close()
      await everything.end()
      await rm(directory, { recursive: true })
      await fresh.drop()
    }
  }, SETUP_TIMEOUT)
  beforeEach(() => everything.keep())
  afterEach(() => everything.restore())

  /** Runs the work and rolls it back. */
  async function rollBack<Result>(work: () => Promise<Result>): Promise<Result> {
    await everything.keep()
    try {
      return await work()
    } finally {
      await everything.restore()
    }
  }

  return { sweep, members, rollBack }
}
