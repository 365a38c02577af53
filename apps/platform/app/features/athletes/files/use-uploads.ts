import { upload } from '@sherpa/api-client/upload'
import type { KeptFile } from '@sherpa/contracts/file'
import { fileOperations } from '@sherpa/contracts/file-operations'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'
import { reasonNotToSend } from './file-words.ts'

/** Maximum parallel uploads. */
const MAX_PARALLEL = 3

export type Upload = {
  id: number
  /** The target record; the screen may show another one when the upload starts. */
  place: { organization: string; athlete: string }
  file: File
  /** Undefined: a new file. */
  versionOf: KeptFile | undefined
  private: boolean
  state: 'waiting' | 'sending' | 'failed'
  /** From 0 to 1. */
  share: number
  problem: string | undefined
  canRetry: boolean
}

let nextId = 1

/** The upload queue of an athlete's files. Finished uploads leave it and appear in the file list. */
export function useUploads(athlete: string) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  /** For screen readers. */
  const [announcement, setAnnouncement] = useState('')
  const stops = useRef(new Map<number, AbortController>())

  const change = (id: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  const drop = (id: number) => setUploads((all) => all.filter((one) => one.id !== id))

  async function send({ id, place, file, versionOf, private: isPrivate }: Upload) {
    const stop = new AbortController()
    stops.current.set(id, stop)
    const watch = { signal: stop.signal, onProgress: (share: number) => change(id, { share }) }
    const named = { ...place, body: file }
    try {
      await dispatch(
        versionOf
          ? upload(fileOperations.addFileVersion, { ...named, file: versionOf.id }, watch)
          : upload(
              fileOperations.addFile,
              { ...named, query: { name: file.name, private: isPrivate ? 'yes' : 'no' } },
              watch,
            ),
      )
      setAnnouncement(versionOf ? `A new version of ${versionOf.name} was added.` : `${file.name} was added.`)
      drop(id)
    } catch (error) {
      const { code, text } = failureOf(error)
      change(id, { state: 'failed', problem: text, canRetry: code === undefined || code === 'unavailable' })
    } finally {
      stops.current.delete(id)
    }
  }

  useEffect(() => {
    const free = MAX_PARALLEL - uploads.filter(({ state }) => state === 'sending').length
    for (const next of uploads.filter(({ state }) => state === 'waiting').slice(0, free)) {
      change(next.id, { state: 'sending' })
      void send(next)
    }
  })

  const isUploading = uploads.some(({ state }) => state !== 'failed')
  useEffect(() => {
    if (!isUploading) return
    // The browser asks before leaving, which would abort the uploads.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUploading])

  return {
    uploads: uploads.filter(({ place }) => place.athlete === athlete),
    announcement,

    add(files: Iterable<File>, isPrivate: boolean, versionOf?: KeptFile) {
      const added = [...files].map((file): Upload => {
        const problem = reasonNotToSend(file, versionOf)
        const state = problem ? 'failed' : 'waiting'
        return {
          id: nextId++,
          place: { organization, athlete },
          file,
          versionOf,
          private: isPrivate,
          state,
          share: 0,
          problem,
          canRetry: false,
        }
      })
      setUploads((all) => [...all, ...added])
    },

    /** Aborts a running upload, hides a failed one. */
    dismiss(id: number) {
      stops.current.get(id)?.abort()
      drop(id)
    },

    retry: (id: number) => change(id, { state: 'waiting', share: 0, problem: undefined }),
  }
}
export type Uploads = ReturnType<typeof useUploads>
