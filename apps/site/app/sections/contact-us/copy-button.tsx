import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'

export function CopyButton({ text, words }: { text: string; words: { action: string; done: string; failed: string } }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast('success', words.done)
    } catch {
      // The clipboard API needs HTTPS and permission; the address can still be selected.
      showToast('error', words.failed)
    }
  }
  return (
    <Button look="secondary" size="small" onClick={copy}>
      {words.action}
    </Button>
  )
}
