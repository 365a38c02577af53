import { api } from '@sherpa/api-client/api'
import { announceChange } from '@sherpa/api-client/changes'
import { type LiveMessage, type LiveTopic, liveTopics, topicTags } from '@sherpa/contracts/live'
import { useEffect } from 'react'
import { API_URL } from '../settings.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { readLiveStream } from './live-stream.ts'

/** Batches events. */
const COLLECT_MS = 150
/** Jitter after a reconnect, to avoid a thundering herd. */
const JITTER_MS = 500
/** Jitter after bulk changes, which are not urgent. */
const BULK_JITTER_MS = 5000

/** Live updates while the window is visible. Hidden windows close their stream, because browsers limit connections,
 * and catch up when shown.
 */
export function useLiveUpdates(path: string | undefined) {
  const dispatch = useAppDispatch()
  const token = useAppSelector((state) => state.auth.token)

  useEffect(() => {
    if (!token || !path) return
    const waiting = new Map<LiveTopic, { ids: string[] | null; added: boolean }>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop: (() => void) | undefined
    let wasHidden = false

    function deliver() {
      timer = undefined
      const changes = [...waiting]
      waiting.clear()
      dispatch(api.util.invalidateTags([...new Set(changes.flatMap(([topic]) => topicTags[topic]))]))
      for (const [topic, { ids, added }] of changes) announceChange({ topic, ids, added, own: false })
    }

    function collect({ topic, ids, added, spreadMs }: Extract<LiveMessage, { type: 'changed' }>) {
      const before = waiting.get(topic)
      const all = before?.ids === null || ids === null ? null : [...new Set([...(before?.ids ?? []), ...ids])]
      waiting.set(topic, { ids: all, added: added || (before?.added ?? false) })
      timer ??= setTimeout(deliver, COLLECT_MS + Math.random() * (ids === null ? BULK_JITTER_MS : spreadMs))
    }

    function refresh(spreadMs = JITTER_MS) {
      for (const topic of Object.keys(liveTopics) as LiveTopic[]) waiting.set(topic, { ids: null, added: false })
      clearTimeout(timer)
      timer = setTimeout(deliver, Math.random() * spreadMs)
    }

    function hear(message: LiveMessage) {
      if (message.type === 'changed') collect(message)
      else if (message.type === 'refresh') refresh(message.spreadMs)
      // Permissions changed: refetch the account.
      else dispatch(api.util.invalidateTags(['User']))
    }

    function followVisibility() {
      if (document.visibilityState === 'hidden') {
        stop?.()
        stop = undefined
        wasHidden = true
      } else if (!stop && token) {
        stop = readLiveStream({ address: `${API_URL}${path}`, token, onMessage: hear, onReturn: refresh })
        if (wasHidden) refresh()
        wasHidden = false
      }
    }

    followVisibility()
    document.addEventListener('visibilitychange', followVisibility)
    return () => {
      document.removeEventListener('visibilitychange', followVisibility)
      clearTimeout(timer)
      stop?.()
    }
  }, [dispatch, token, path])
}
