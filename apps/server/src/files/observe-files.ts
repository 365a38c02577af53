import type { FileStore } from './file-store.ts'

export type FileCall = { operation: 'write' | 'read' | 'remove'; failed: boolean; seconds: number }

/** Reports the duration and outcome of each call. */
export function observeFiles(files: FileStore, note: (call: FileCall) => void): FileStore {
  async function observed<Result>(operation: FileCall['operation'], call: () => Promise<Result>) {
    const started = performance.now()
    const done = (failed: boolean) => note({ operation, failed, seconds: (performance.now() - started) / 1000 })
    try {
      const result = await call()
      done(false)
      return result
    } catch (error) {
      done(true)
      throw error
    }
  }
  return {
    ...files,
    write: (key, bytes) => observed('write', () => files.write(key, bytes)),
    read: (key) => observed('read', () => files.read(key)),
    remove: (key) => observed('remove', () => files.remove(key)),
  }
}
