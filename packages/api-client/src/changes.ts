import { type LiveTopic, topicTags } from '@sherpa/contracts/live'
import type { Tag } from '@sherpa/contracts/operation'

/** Records of a topic have changed: these, or nobody knows which. */
export type Change = {
  topic: LiveTopic
  ids: string[] | null
  /** They are new. */
  added: boolean
  /** This window did it itself, and shows it at once. */
  own: boolean
}

const listeners = new Set<(change: Change) => void>()

/** For lists: they ask again for the rows they show, instead of loading all of their pages anew. */
export function onChange(listener: (change: Change) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announceChange(change: Change) {
  for (const listener of listeners) listener(change)
}

/** After an operation of this window that changed what has these tags. */
export function announceOwnChanges(tags: readonly Tag[]) {
  for (const [topic, ofTopic] of Object.entries(topicTags) as [LiveTopic, readonly Tag[]][]) {
    if (ofTopic.some((tag) => tags.includes(tag))) announceChange({ topic, ids: null, added: false, own: true })
  }
}
