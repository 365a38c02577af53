import { type LiveTopic, topicTags } from '@sherpa/contracts/live'
import type { Tag } from '@sherpa/contracts/operation'

/** Changed records of a topic. `ids` is null if unknown. */
export type Change = {
  topic: LiveTopic
  ids: string[] | null
  added: boolean
  /** Made by this window, which shows it at once. */
  own: boolean
}

const listeners = new Set<(change: Change) => void>()

/** For lists, which refetch visible rows instead of all pages. */
export function onChange(listener: (change: Change) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announceChange(change: Change) {
  for (const listener of listeners) listener(change)
}

/** Announces changes of this window's own operations, by tag. */
export function announceOwnChanges(tags: readonly Tag[]) {
  for (const [topic, ofTopic] of Object.entries(topicTags) as [LiveTopic, readonly Tag[]][]) {
    if (ofTopic.some((tag) => tags.includes(tag))) announceChange({ topic, ids: null, added: false, own: true })
  }
}
