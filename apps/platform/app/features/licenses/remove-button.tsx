import { Button } from '@sherpa/ui/button'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'

/** Asks once more before it removes a record for good. */
export function RemoveButton({
  label,
  done,
  remove,
  onRemoved,
}: {
  label: string
  /** The success toast. */
  done: string
  remove: () => Promise<unknown>
  onRemoved: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const { busy, run } = useAction()
  const act = () =>
    run(async () => {
      await remove()
      onRemoved()
    }, done)
  return (
    <div>
      <Button look="danger" size="small" busy={busy} onClick={() => (isAsking ? void act() : setIsAsking(true))}>
        {isAsking ? 'Remove for good' : label}
      </Button>
    </div>
  )
}
