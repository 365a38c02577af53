import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { type ReactNode, useState } from 'react'
import { failureOf } from './failure.ts'
import { FormMessage } from './form-message.tsx'

/** Confirms an action that can't easily be undone. It stays open and shows the error on failure. */
export function ConfirmDialog({
  open,
  title,
  confirm,
  confirming,
  look = 'danger',
  dismiss = 'Cancel',
  onConfirm,
  onClose,
  children,
}: {
  open: boolean
  title: string
  /** The button label names the action, never "OK". */
  confirm: string
  confirming: string
  look?: 'primary' | 'danger'
  /** The label of the cancel button. */
  dismiss?: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function act() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      const { text, fields } = failureOf(error)
      setFailure([...fields.values()].join(' ') || text)
    } finally {
      setBusy(false)
    }
  }

  function close() {
    setFailure(undefined)
    onClose()
  }

  return (
    <Dialog open={open} title={title} onClose={close}>
      <div className="flex flex-col gap-4">
        {children}
        <FormMessage failure={failure} />
      </div>
      <DialogActions>
        <Button look="secondary" disabled={busy} onClick={close}>
          {dismiss}
        </Button>
        <Button look={look} busy={busy} onClick={act}>
          {busy ? confirming : confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
