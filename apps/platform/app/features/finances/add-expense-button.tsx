import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { ActionLabel } from '../../list/list-head.tsx'
import { AddExpenseForm } from './add-expense-form.tsx'

/** Opens with the button, or with `?add` in the address. */
export function AddExpenseButton({ onAdded }: { onAdded: (id: string) => void }) {
  const [open, setOpen] = useOpenedByAddress('add')
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <ActionLabel verb="Add" noun="expense" />
      </Button>
      <Dialog open={open} title="Add expense" onClose={close}>
        <AddExpenseForm
          onClose={close}
          onAdded={(id) => {
            close()
            onAdded(id)
          }}
        />
      </Dialog>
    </>
  )
}
