import { Button } from '@sherpa/ui/button'
import { DialogActions } from '@sherpa/ui/dialog'

/** Cancel and submit buttons of a form in a dialog. */
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
