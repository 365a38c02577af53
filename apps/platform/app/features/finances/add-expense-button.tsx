import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { AddExpenseForm } from './add-expense-form.tsx'

/** Opens with the button, and for whoever comes here to add an expense. */
export function AddExpenseButton({ onAdded }: { onAdded: (id: string) => void }) {
  const { hash, key } = useLocation()
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<string>()
  if (hash === '#add' && known !== key) {
    setKnown(key)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add expense
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
