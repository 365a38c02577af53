import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { ActionLabel } from '../../list/list-head.tsx'
import { AddAthleteForm } from './add-athlete-form.tsx'

/** The dialog also opens by address (`#add`). */
export function AddAthleteButton() {
  const [open, setOpen] = useOpenedByAddress('add')
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <ActionLabel verb="Add" noun="athlete" />
      </Button>
      <Dialog open={open} title="Add athlete" onClose={() => setOpen(false)}>
        <AddAthleteForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
