import { Button } from '@sherpa/ui/button'
import { DialogActions } from '@sherpa/ui/dialog'

/** The foot of a form in a dialog: the way out, and the button that sends it. */
export function SubmitActions({
  label,
  busyLabel,
  busy,
  look = 'primary',
  disabled = false,
  onCancel,
}: {
  label: string
  busyLabel: string
  busy: boolean
  look?: 'primary' | 'danger'
  /** Something must be known first. */
  disabled?: boolean
  onCancel: () => void
}) {
  return (
    <DialogActions>
      <Button look="secondary" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" look={look} busy={busy} disabled={disabled}>
        {busy ? busyLabel : label}
      </Button>
    </DialogActions>
  )
}
