import { Button } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'

export function PdfFailure({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <MessageBox message={{ kind: 'error', text }} />
      {onRetry && (
        <Button look="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
