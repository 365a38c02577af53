import { IMPORT_UNDO_DAYS } from '@sherpa/contracts/import'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueue } from '../../../jobs/enqueue.ts'
import { defineJob, every, type Job } from '../../../jobs/job.ts'
import type { DependentOn } from '../../../persistence/dependents.ts'
import { query, run } from '../../../persistence/queries.ts'
import type { NoteCorrectedAge } from '../minors.ts'
import { type CheckParts, checkBatch, finishCheck } from './check-import.ts'
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
export const checkJob = {
  name: 'check-athlete-import',
  data: z.object({ ...baseData, version: z.int(), person: z.uuid() }),
}
export const importJob = { name: 'run-athlete-import', data: z.object({ ...baseData, person: z.uuid() }) }
export const undoJob = { name: 'undo-athlete-import', data: z.object({ ...baseData, person: z.uuid() }) }

export type ImportJobParts = CheckParts & {
  onAthletes: readonly DependentOn<'athlete'>[]
  recordAgeCorrection: NoteCorrectedAge
}

export function importJobs(parts: ImportJobParts) {
  const { database } = parts

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
          .updateTable('athlete_imports')
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
      ...checkJob,
      onGivenUp: createFailureHandler('checking'),
      title: 'Check an athlete import',
      run: (data) =>
        withLowMemory(async () => {
          const { organization, import: id, version, person } = data
          const isChecked = await runInTimeSlice(checkJob, data, () =>
            checkBatch(parts, { organization, id, person }, version),
          )
          if (isChecked) await finishCheck(parts, organization, id, version)
        }),
    }),
    defineJob({
      ...importJob,
      onGivenUp: createFailureHandler('importing'),
      title: 'Import athletes',
      run: (data) =>
        withLowMemory(() =>
          runInTimeSlice(importJob, data, () => importBatch(parts, data.organization, data.import, data.person)),
        ),
    }),
    defineJob({
      ...undoJob,
      onGivenUp: createFailureHandler('undoing'),
      title: 'Undo an import of athletes',
      run: (data) =>
        withLowMemory(() =>
          runInTimeSlice(undoJob, data, () => undoBatch(parts, data.organization, data.import, data.person)),
        ),
    }),
    every('1 day at 04:00', {
      name: 'forget-old-imports',
      title: 'Remove expired import files',
      run: () => database.query('select forget_old_imports($1, $2)', [UNUSED_DAYS, IMPORT_UNDO_DAYS]),
    }),
  ]
}
