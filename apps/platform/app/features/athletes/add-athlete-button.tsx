import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { AddAthleteForm } from './add-athlete-form.tsx'

/** Opens with the button, and for whoever comes here to add someone. */
export function AddAthleteButton() {
  const { hash, key } = useLocation()
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<string>()
  if (hash === '#add' && known !== key) {
    setKnown(key)
    setOpen(true)
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add athlete
      </Button>
      <Dialog open={open} title="Add athlete" onClose={() => setOpen(false)}>
        <AddAthleteForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
