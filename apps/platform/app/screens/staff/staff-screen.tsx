import { useAccount } from '../../frame/account-context.ts'
import { NotForYou } from '../../frame/not-for-you.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { PricesPanel } from './prices-panel.tsx'
import { StaffInvoicesPanel } from './staff-invoices-panel.tsx'

export function Component() {
  const { user } = useAccount()
  if (!user.staff) return <NotForYou title="There is nothing here">The address may be mistyped.</NotForYou>
  return (
    <>
      <ScreenHeading title="Staff" lead="Prices and invoices of all customers." />
      <PricesPanel />
      <StaffInvoicesPanel />
    </>
  )
}
