import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { hasUnsavedChanges } from '../forms/unsaved-changes.ts'

/** Inline fields save when they lose focus, so they are left first. */
function isLosing() {
  if (!hasUnsavedChanges()) return false
  if (document.activeElement?.closest('.fact-editor')) (document.activeElement as HTMLElement).blur()
  return hasUnsavedChanges()
}

/** Once, around all screens with forms. */
export function UnsavedChangesGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isLosing(),
  )
  useEffect(() => {
    function askBrowser(event: BeforeUnloadEvent) {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    window.addEventListener('beforeunload', askBrowser)
    return () => window.removeEventListener('beforeunload', askBrowser)
  }, [])
  const stay = () => blocker.reset?.()
  return (
    <Dialog open={blocker.state === 'blocked'} title="Leave without saving?" onClose={stay}>
      <p className="text-sm">What you typed will be lost.</p>
      <DialogActions>
        <Button look="secondary" onClick={stay}>
          Keep editing
        </Button>
        <Button look="danger" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  )
}
