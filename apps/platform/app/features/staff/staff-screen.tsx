import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { useAccount } from '../../frame/account-context.ts'
import { NotForYou } from '../../frame/not-for-you.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { FailedJobsPanel } from './failed-jobs-panel.tsx'
import { PricesPanel } from './prices-panel.tsx'
import { StaffInvoicesPanel } from './staff-invoices-panel.tsx'

export function Component() {
  const { user } = useAccount()
  if (!user.staff) return <NotForYou title="There is nothing here">The address may be mistyped.</NotForYou>
  if (!user.secondFactor) {
    return (
      <>
        <ScreenHeading title="Staff" lead="Staff accounts need two-factor authentication." />
        <Link to="/account/security" className={`${buttonClass()} self-start`}>
          Set up two-factor authentication
        </Link>
      </>
    )
  }
  return (
    <>
      <ScreenHeading title="Staff" lead="Prices and invoices of all customers, and failed background jobs." />
      <PricesPanel />
      <StaffInvoicesPanel />
      <FailedJobsPanel />
    </>
  )
}
