import { useState } from 'react'

type Watch = { signal: AbortSignal; onProgress: (share: number) => void }

export function useUploadProgress() {
  const [share, setShare] = useState<number>()
  return {
    /** From 0 to 1; undefined while idle. */
    share,
    async track<Result>(send: (watch: Watch) => Promise<Result>) {
      setShare(0)
      try {
        return await send({ signal: new AbortController().signal, onProgress: setShare })
      } finally {
        setShare(undefined)
      }
    },
  }
}
