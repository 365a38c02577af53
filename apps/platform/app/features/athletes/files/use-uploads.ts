import { upload } from '@sherpa/api-client/upload'
import type { KeptFile } from '@sherpa/contracts/file'
import { fileOperations } from '@sherpa/contracts/file-operations'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'
import { reasonNotToSend } from './file-words.ts'

/** More at once would only make each of them slower. */
const AT_ONCE = 3

export type Upload = {
  id: number
  /** The one that it was chosen for: the screen may show another one by the time it is sent. */
  place: { organization: string; athlete: string }
  file: File
  /** Without it, it becomes a file of its own. */
  versionOf: KeptFile | undefined
  private: boolean
  state: 'waiting' | 'sending' | 'failed'
  /** From 0 to 1. */
  share: number
  /** Why it failed. */
  problem: string | undefined
  /** Sending it once more may work. */
  mayWork: boolean
}

let nextId = 1

/** Files on their way to the record of an athlete. What has arrived is in the list of files, and no longer here. */
export function useUploads(athlete: string) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  /** What is read out when a file has arrived. */
  const [news, setNews] = useState('')
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
      setNews(versionOf ? `A new version of ${versionOf.name} was added.` : `${file.name} was added.`)
      drop(id)
    } catch (error) {
      const { code, text } = failureOf(error)
      change(id, { state: 'failed', problem: text, mayWork: code === undefined || code === 'unavailable' })
    } finally {
      stops.current.delete(id)
    }
  }

  useEffect(() => {
    const free = AT_ONCE - uploads.filter(({ state }) => state === 'sending').length
    for (const next of uploads.filter(({ state }) => state === 'waiting').slice(0, free)) {
      change(next.id, { state: 'sending' })
      void send(next)
    }
  })

  const underWay = uploads.some(({ state }) => state !== 'failed')
  useEffect(() => {
    if (!underWay) return
    // The browser asks whether to leave: the rest of the files would not arrive.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [underWay])

  return {
    uploads: uploads.filter(({ place }) => place.athlete === athlete),
    news,

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
          mayWork: false,
        }
      })
      setUploads((all) => [...all, ...added])
    },

    /** One that is under way stops; one that failed is no longer shown. */
    dismiss(id: number) {
      stops.current.get(id)?.abort()
      drop(id)
    },

    tryAgain: (id: number) => change(id, { state: 'waiting', share: 0, problem: undefined }),
  }
}
export type Uploads = ReturnType<typeof useUploads>
