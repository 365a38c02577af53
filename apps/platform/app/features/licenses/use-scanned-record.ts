import type { Problem } from '@sherpa/contracts/problem'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import type { output, ZodMiniType } from 'zod/mini'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { failureOf } from '../../forms/failure.ts'
import { useForm } from '../../forms/use-form.ts'
import { useUploadProgress } from '../../forms/use-upload-progress.ts'

type Watch = Parameters<Parameters<ReturnType<typeof useUploadProgress>['track']>[0]>[0]

/** The form of a record with a document: adds or changes it, then uploads the file. */
export function useScannedRecord<Schema extends ZodMiniType, Saved extends { id: string; version: number }>({
  record,
  schema,
  read,
  add,
  change,
  upload,
  done,
  conflictInWords,
  onClose,
}: {
  /** Undefined: a new one. */
  record: Saved | undefined
  schema: Schema
  read: (typed: Record<string, unknown>) => Record<string, unknown>
  add: (facts: output<Schema>, headers: { 'Idempotency-Key': string }) => Promise<Saved>
  change: (facts: output<Schema>, record: Saved) => Promise<Saved>
  upload: (saved: Saved, file: File, watch: Watch) => Promise<unknown>
  /** The success toast. */
  done: string
  conflictInWords: (present: Saved) => string
  onClose: () => void
}) {
  const keyFor = useIdempotencyKey()
  const { share, track } = useUploadProgress()
  const [file, setFile] = useState<File>()
  /** Newer than the record that was opened, after a conflict. */
  const [newer, setNewer] = useState<Saved>()
  const { failureText, ...form } = useForm({
    schema,
    read,
    async send(facts) {
      const saved = record
        ? await change(facts, newer ?? record).catch((error: { data?: Problem & { present?: Saved } }) => {
            setNewer(error.data?.present)
            throw error
          })
        : await add(facts, { 'Idempotency-Key': keyFor(facts) })
      // A failed upload keeps the record: the file can be added to it later.
      if (file) {
        await track((watch) => upload(saved, file, watch)).catch((error) => showToast('error', failureOf(error).text))
      }
      showToast('success', done)
      onClose()
    },
    onRefusal: ({ code }) => code === 'changed-meanwhile',
  })
  return {
    ...form,
    failure: failureText ?? (newer && conflictInWords(newer)),
    busyLabel: share === undefined ? 'Saving…' : 'Uploading document…',
    scan: { label: 'Document', file, share, onChoose: setFile },
  }
}
