import type { Athlete } from '@sherpa/contracts/athlete'
import type { Guardian } from '@sherpa/contracts/guardian'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { lazyForm } from '../../../frame/on-demand.tsx'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'

const VerificationForm = lazyForm(async () => (await import('./verification-form.tsx')).VerificationForm)

export function VerifyGuardianButton({ athlete, guardian }: { athlete: Athlete; guardian: Guardian }) {
  const [open, setOpen] = useOpenedByAddress(`verify-${guardian.id}`)
  return (
    <>
      <Button look="secondary" size="small" aria-label={`Verify ${guardian.name}`} onClick={() => setOpen(true)}>
        Verify
      </Button>
      <Dialog open={open} title={`Verify ${guardian.name}`} onClose={() => setOpen(false)}>
        <VerificationForm athlete={athlete} guardian={guardian} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
