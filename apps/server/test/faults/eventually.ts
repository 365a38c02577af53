import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition holds or the time is over. */
export async function eventually(isTrue: () => boolean | Promise<boolean>, ms: number) {
  for (const end = Date.now() + ms; Date.now() < end; await pause(20)) if (await isTrue()) return true
  return false
}
