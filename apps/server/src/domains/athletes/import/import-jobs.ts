import { IMPORT_UNDO_DAYS } from '@sherpa/contracts/athlete-import'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueue } from '../../../jobs/enqueue.ts'
import { defineJob, every, type Job } from '../../../jobs/job.ts'
import type { DependentOn } from '../../../persistence/dependents.ts'
import { query, run } from '../../../persistence/queries.ts'
import type { NoteCorrectedAge } from '../minors.ts'
import { type CheckParts, finishCheck, readBatch } from './check-import.ts'
import { importBatch } from './run-import.ts'
import { undoBatch } from './undo-import.ts'
import { withLittleMemory } from './with-little-memory.ts'

/** Files that nobody went on with are forgotten after so many days. */
const UNUSED_DAYS = 7
/** Then a job lets others have their turn, and a server that stops need not wait for it. */
const TURN_MS = 3000

/** What was undone in part is not imported again, only undone. */
const stateAfterFailure = { checking: 'mapping', importing: 'canceled', undoing: 'done' } as const

const about = { organization: z.uuid(), import: z.uuid() }

/** What is enqueued; who does the work is told apart, because it takes more to do it than to ask for it. */
export const checkJob = {
  name: 'check-athlete-import',
  data: z.object({ ...about, version: z.int(), person: z.uuid() }),
}
export const importJob = { name: 'run-athlete-import', data: z.object({ ...about, person: z.uuid() }) }
export const undoJob = { name: 'undo-athlete-import', data: z.object({ ...about, person: z.uuid() }) }

export type ImportJobParts = CheckParts & {
  onAthletes: readonly DependentOn<'athlete'>[]
  noteCorrectedAge: NoteCorrectedAge
}

export function importJobs(parts: ImportJobParts) {
  const { database } = parts

  /** Batch by batch, as long as there is more and it is its turn. */
  async function inTurns<Data extends { import: string }>(
    job: Pick<Job<Data>, 'name' | 'data'>,
    data: Data,
    batch: () => Promise<boolean>,
  ) {
    const end = Date.now() + TURN_MS
    let more = true
    while (more && Date.now() < end) more = await batch()
    if (more) await enqueue(database, job, data, { key: data.import })
    return !more
  }

  /** Says on the screen of the import that the work failed, in a state in which people can start it again. */
  function giveUp(failed: keyof typeof stateAfterFailure) {
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
      onGivenUp: giveUp('checking'),
      title: 'Check an athlete import',
      run: (data) =>
        withLittleMemory(async () => {
          const { organization, import: id, version, person } = data
          const isRead = await inTurns(checkJob, data, () => readBatch(parts, organization, id, version))
          if (isRead) await finishCheck(parts, organization, id, version, person)
        }),
    }),
    defineJob({
      ...importJob,
      onGivenUp: giveUp('importing'),
      title: 'Import athletes',
      run: (data) =>
        withLittleMemory(() =>
          inTurns(importJob, data, () => importBatch(parts, data.organization, data.import, data.person)),
        ),
    }),
    defineJob({
      ...undoJob,
      onGivenUp: giveUp('undoing'),
      title: 'Undo an import of athletes',
      run: (data) =>
        withLittleMemory(() =>
          inTurns(undoJob, data, () => undoBatch(parts, data.organization, data.import, data.person)),
        ),
    }),
    every('1 day at 04:00', {
      name: 'forget-old-imports',
      title: 'Remove expired import files',
      run: () => database.query('select forget_old_imports($1, $2)', [UNUSED_DAYS, IMPORT_UNDO_DAYS]),
    }),
  ]
}
