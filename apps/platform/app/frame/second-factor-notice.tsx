import { textLinkClass } from '@sherpa/ui/text-link'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { withNext } from '../session/next-address.ts'
import { useOrganization } from './account-context.ts'

const requirements = {
  'money.edit': 'Recording payments and changing amounts require',
  'data.export': 'Exporting data requires',
  'permissions.edit': 'Changing permissions requires',
  'ownership.hand-over': 'Transferring ownership requires',
}

/** Shown to people whose permission lacks a second factor. */
export function SecondFactorNotice({ of }: { of: keyof typeof requirements }) {
  const { lacksSecondFactorFor } = useOrganization()
  if (!lacksSecondFactorFor(of)) return null
  return (
    <WarningNotice>
      {requirements[of]} two-factor authentication.{' '}
      <SecondFactorLink className="font-semibold underline underline-offset-4">Set it up</SecondFactorLink>
    </WarningNotice>
  )
}

/** Links to the setup, which returns here. */
export function SecondFactorLink({ className = textLinkClass, children }: { className?: string; children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  return (
    <Link to={withNext('/account/security', pathname + search + hash)} className={className}>
      {children}
    </Link>
  )
}
