import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useState } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import { lazyForm } from '../../frame/on-demand.tsx'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import type { FoundCompany } from './find-company.tsx'
import type { Findable } from './find-one.tsx'

const NewDealForm = lazyForm(async () => (await import('./new-deal-form.tsx')).NewDealForm)
const EnterDealForm = lazyForm(async () => (await import('./enter-deal-form.tsx')).EnterDealForm)

/** Opens with the button, or with `#new` in the address, which may come with an athlete. */
export function NewDealButton() {
  const [open, setOpen, given] = useOpenedByAddress<{ athlete?: Findable } | null>('new')
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        New deal
      </Button>
      <NewDealDialog open={open} athlete={given?.athlete} onClose={() => setOpen(false)} />
    </>
  )
}

export function NewDealDialog({
  open,
  athlete,
  company,
  onClose,
}: {
  open: boolean
  /** Preselected on an athlete's record. */
  athlete?: Findable | undefined
  /** Preselected on a company's record. */
  company?: FoundCompany
  onClose: () => void
}) {
  const { may } = useOrganization()
  const [isSigned, setSigned] = useState(false)
  function close() {
    setSigned(false)
    onClose()
  }
  return (
    <Dialog
      open={open}
      title={isSigned ? 'Deal that is already signed' : athlete ? `New deal for ${athlete.name}` : 'New deal'}
      onClose={close}
    >
      {isSigned ? (
        <EnterDealForm athlete={athlete} onClose={close} />
      ) : (
        <>
          {may('money.edit') && (
            <div className="pb-4">
              <Button look="secondary" size="small" onClick={() => setSigned(true)}>
                It is already signed
              </Button>
            </div>
          )}
          {/* Reserves the height of the form: a dialog that grows moves what one is about to press. */}
          <div className="min-h-162">
            <NewDealForm athlete={athlete} company={company} onClose={close} />
          </div>
        </>
      )}
    </Dialog>
  )
}
