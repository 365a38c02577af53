import { Readable } from 'node:stream'

/** The store works and has no such object: trying again does not help. */
export class MissingObject extends Error {
  constructor(key: string) {
    super(`The file store has no object ${key}.`)
  }
}

/** The store cannot be reached, failed, or refuses us. */
export class StoreUnavailable extends Error {
  /** A wrong setting, such as a key or the bucket's name: waiting does not help. */
  readonly isRefusal: boolean

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isRefusal = isRefusal
  }
}

const DISK_FAILURE = /^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|ESTALE)$/

/** Full, broken and read-only disks; all other errors stay as they are. */
export function asStoreError(error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (!syscall || !DISK_FAILURE.test(String(code))) return error
  return new StoreUnavailable(`The file store failed (${code} in ${syscall}).`, { cause: error })
}

/** A read that fails after it began. Wrapped: the code of a broken connection would be mistaken for the database's. */
export function withStoreErrors(source: Readable): Readable {
  async function* chunks() {
    try {
      yield* source
    } catch (cause) {
      throw new StoreUnavailable(`The file store failed during a read: ${cause}`, { cause })
    }
  }
  return Readable.from(chunks())
}
