import { IMPORT_UNDO_DAYS } from '@sherpa/contracts/import'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueue } from '../../jobs/enqueue.ts'
import { defineJob, every, type Job } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { checkBatch, finishCheck, type ImportParts } from './check-import.ts'
import type { Importable, Shape } from './importable.ts'
import { importBatch } from './run-import.ts'
import { undoBatch } from './undo-import.ts'
import { withLowMemory } from './with-low-memory.ts'

/** Retention of abandoned files. */
const UNUSED_DAYS = 7
/** Time slice: then the job is enqueued again, so that other jobs run and shutdown is quick. */
const TIME_SLICE_MS = 3000

/** A partly undone import can only be undone further. */
const stateAfterFailure = { checking: 'mapping', importing: 'canceled', undoing: 'done' } as const

const baseData = { organization: z.uuid(), import: z.uuid() }

/** Defined apart from their handlers, so that enqueueing needs fewer imports. */
export function jobsOf({ name }: Pick<Importable, 'name'>) {
  return {
    check: { name: `check-${name}-import`, data: z.object({ ...baseData, version: z.int(), person: z.uuid() }) },
    run: { name: `run-${name}-import`, data: z.object({ ...baseData, person: z.uuid() }) },
    undo: { name: `undo-${name}-import`, data: z.object({ ...baseData, person: z.uuid() }) },
  }
}

export function importJobs<Of extends Shape>(parts: ImportParts<Of>) {
  const { database, importable } = parts
  const jobs = jobsOf(importable)

  /** Runs batches until the time slice ends. */
  async function runInTimeSlice<Data extends { import: string }>(
    job: Pick<Job<Data>, 'name' | 'data'>,
    data: Data,
    batch: () => Promise<boolean>,
  ) {
    const end = Date.now() + TIME_SLICE_MS
    let more = true
    while (more && Date.now() < end) more = await batch()
    if (more) await enqueue(database, job, data, { key: data.import })
    return !more
  }

  /** Marks the import as failed, in a state from which people can retry. */
  function createFailureHandler(failed: keyof typeof stateAfterFailure) {
    return (data: { organization: string; import: string }) =>
      run(
        database,
        query
          .updateTable('imports')
          .set({
            failed,
            state: stateAfterFailure[failed],
            ...(failed === 'importing' && { finished_at: sql<Date>`now()` }),
          })
          .where('organization_id', '=', data.organization)
          .where('id', '=', data.import)
          .where('state', '=', failed),
      )
  }

  return [
    defineJob({
      ...jobs.check,
      onGivenUp: createFailureHandler('checking'),
      title: importable.jobTitles.check,
      run: (data) =>
        withLowMemory(async () => {
          const { organization, import: id, version, person } = data
          const isChecked = await runInTimeSlice(jobs.check, data, () =>
            checkBatch(parts, { organization, id, person }, version),
          )
          if (isChecked) await finishCheck(parts, organization, id, version)
        }),
    }),
    defineJob({
      ...jobs.run,
      onGivenUp: createFailureHandler('importing'),
      title: importable.jobTitles.run,
      run: (data) =>
        withLowMemory(() =>
          runInTimeSlice(jobs.run, data, () => importBatch(parts, data.organization, data.import, data.person)),
        ),
    }),
    defineJob({
      ...jobs.undo,
      onGivenUp: createFailureHandler('undoing'),
      title: importable.jobTitles.undo,
      run: (data) =>
        withLowMemory(() =>
          runInTimeSlice(jobs.undo, data, () => undoBatch(parts, data.organization, data.import, data.person)),
        ),
    }),
  ]
}

/** For imports of all kinds. */
export const importRetentionJobs = (database: Database) => [
  every('1 day at 04:00', {
    name: 'forget-old-imports',
    title: 'Remove expired import files',
    run: () => database.query('select forget_old_imports($1, $2)', [UNUSED_DAYS, IMPORT_UNDO_DAYS]),
  }),
]
