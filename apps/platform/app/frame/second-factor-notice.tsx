import { textLinkClass } from '@sherpa/ui/text-link'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { withNext } from '../session/next-address.ts'
import { useOrganization } from './account-context.ts'

/** Lazy: the QR code library is rarely needed. */
const SecondFactorDialog = lazy(() => import('../features/accounts/account/second-factor-dialog.tsx'))

const requirements = {
  'money.edit': 'Recording payments and changing amounts require',
  'data.export': 'Exporting data requires',
  'permissions.edit': 'Changing permissions requires',
  'ownership.hand-over': 'Transferring ownership requires',
}

/** Shown to people whose permission lacks a second factor. The setup opens here, and returns to what was typed. */
export function SecondFactorNotice({ of }: { of: keyof typeof requirements }) {
  const { lacksSecondFactorFor } = useOrganization()
  const [open, setOpen] = useState(false)
  // The factor is on before its recovery codes are saved.
  if (!lacksSecondFactorFor(of) && !open) return null
  return (
    <>
      <WarningNotice>
        {requirements[of]} two-factor authentication.{' '}
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="touch-area cursor-pointer font-semibold underline underline-offset-4"
        >
          Set it up
        </button>
      </WarningNotice>
      <SecondFactorSetup open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** Opens the setup over the current form. */
export function SecondFactorButton({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={`touch-area cursor-pointer ${textLinkClass}`}>
        {children}
      </button>
      <SecondFactorSetup open={open} onClose={() => setOpen(false)} />
    </>
  )
}

export function SecondFactorSetup({ open, onClose }: { open: boolean; onClose: () => void }) {
  return <Suspense>{open && <SecondFactorDialog onClose={onClose} />}</Suspense>
}

/** Links to the setup, which returns here. */
export function SecondFactorLink({ className, children }: { className: string; children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  return (
    <Link to={withNext('/account/security', pathname + search + hash)} className={className}>
      {children}
    </Link>
  )
}
