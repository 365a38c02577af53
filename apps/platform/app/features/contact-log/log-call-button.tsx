import { Button } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useLog } from './log-context.tsx'

/** The first of three taps: open, choose a result, save. */
export function LogCallButton() {
  const log = useLog()
  if (!log) return null
  return (
    <Button
      look="secondary"
      onClick={() => log.open({ kind: 'call', direction: 'out' })}
      className="whitespace-nowrap max-md:flex-1 max-sm:px-1.5"
    >
      <ToolIcon name="phone" className="size-4 max-sm:hidden" />
      Log call
    </Button>
  )
}
