import { Button } from '@sherpa/ui/button'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { MessageBox } from '@sherpa/ui/message-box'
import { useEffect, useState } from 'react'
import { failureOf } from '../forms/failure.ts'

/** A stored picture at full size. Its signed address is requested when it is shown. */
export function KeptPicture({ id, name, addressOf }: { id: string; name: string; addressOf: () => Promise<string> }) {
  const [address, setAddress] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per picture, and on retry
  useEffect(() => {
    setFailure(undefined)
    addressOf().then(setAddress, (error) => setFailure(failureOf(error).text))
  }, [id, attempt])

  if (failure) {
    return (
      <div className="flex flex-col items-start gap-4">
        <MessageBox message={{ kind: 'error', text: failure }} />
        <Button look="secondary" size="small" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </div>
    )
  }
  if (!address) return <LoadingNote />
  return (
    <img
      src={address}
      alt={name}
      onError={() => setFailure('This picture can’t be displayed.')}
      className="mx-auto max-h-[60dvh] max-w-full rounded-sm bg-quiet object-contain"
    />
  )
}
