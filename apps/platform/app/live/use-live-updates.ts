import { api } from '@sherpa/api-client/api'
import { announceChange } from '@sherpa/api-client/changes'
import { type LiveMessage, type LiveTopic, liveTopics, topicTags } from '@sherpa/contracts/live'
import { useEffect } from 'react'
import { API_URL } from '../settings.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { readLiveStream } from './live-stream.ts'

/** What happens together is asked for together; and a thousand windows that hear of it do not all ask at the same moment. */
const COLLECT_MS = 150
/** For windows that come back by themselves. */
const SPREAD_MS = 500
/** A change of very many records is not urgent. */
const SPREAD_MANY_MS = 5000

/**
 * Keeps what this window shows up to date while it can be seen. A window in the background holds no stream: browsers allow only a
 * few connections, and it catches up when it comes to the front.
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
      timer ??= setTimeout(deliver, COLLECT_MS + Math.random() * (ids === null ? SPREAD_MANY_MS : spreadMs))
    }

    function refresh(spreadMs = SPREAD_MS) {
      for (const topic of Object.keys(liveTopics) as LiveTopic[]) waiting.set(topic, { ids: null, added: false })
      clearTimeout(timer)
      timer = setTimeout(deliver, Math.random() * spreadMs)
    }

    function hear(message: LiveMessage) {
      if (message.type === 'changed') collect(message)
      else if (message.type === 'refresh') refresh(message.spreadMs)
      // What the person may do has changed: the frame asks for the account again, and shows what is left.
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
