import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { requireCompany } from '../companies/companies.ts'
import type { LockedDeal } from './deal-access.ts'
import { loadVersion, type VersionContent } from './versions.ts'

/** Whether anything was received, paid or accrued for a deal. */
export type HasBookings = (client: Queryable, organization: string, deal: string) => Promise<boolean>
export type RequireSameMoney = ReturnType<typeof createBookedTermsCheck>

/** Once money is booked, an amendment must not change currency, payer or in-kind payments: totals would mix them. */
export function createBookedTermsCheck(hasBookings: HasBookings) {
  return async (client: Queryable, deal: LockedDeal, { company_id, terms }: VersionContent) => {
    if (deal.version_in_force === null) return
    const errors = [
      ...(terms.currency === deal.currency ? [] : [{ field: 'currency', message: BOOKED }]),
      ...((await isOwnCompany(client, deal, company_id)) === (await isOwnCompany(client, deal, deal.company_id))
        ? []
        : [{ field: 'companyId', message: BOOKED }]),
      ...((await switchesInKind(client, deal, terms)) ? [{ field: 'payments', message: BOOKED }] : []),
    ]
    if (errors.length === 0 || !(await hasBookings(client, deal.organization_id, deal.id))) return
    throw new Refusal('deal-has-bookings', { errors })
  }
}

/** Whether a payment switches between cash and in kind. */
async function switchesInKind(client: Queryable, deal: LockedDeal, { payments }: VersionContent['terms']) {
  if (deal.version_in_force === null) return false
  const { terms } = await loadVersion(client, deal, deal.version_in_force)
  return payments.some(({ id, inKind }) => terms.payments.some((one) => one.id === id && one.inKind !== inKind))
}

const BOOKED = 'This deal has recorded payments. Create a new deal instead'

async function isOwnCompany(client: Queryable, { organization_id }: LockedDeal, company: string) {
  return (await requireCompany(client, organization_id, company)).isSelf
}
