import { setTimeout as pause } from 'node:timers/promises'

/** Whether it becomes true in time. */
export async function eventually(isTrue: () => boolean | Promise<boolean>, ms: number) {
  for (const end = Date.now() + ms; Date.now() < end; await pause(20)) if (await isTrue()) return true
  return false
}
