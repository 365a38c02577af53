import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { companyOfDeal } from '../companies/companies.ts'
import type { LockedDeal } from './deal-access.ts'
import { loadVersion, type VersionContent } from './versions.ts'

/** Whether anything was received, paid or posted as owed for a deal. */
export type HasBookings = (client: Queryable, organization: string, deal: string) => Promise<boolean>
export type RequireSameMoney = ReturnType<typeof requiringSameMoney>

/** Once money was booked, an amendment changes neither the currency, nor who pays, nor whether a payment is in kind: the books would mix what cannot be added up. */
export function requiringSameMoney(hasBookings: HasBookings) {
  return async (client: Queryable, deal: LockedDeal, { company_id, terms }: VersionContent) => {
    if (deal.in_force === null) return
    const errors = [
      ...(terms.currency === deal.currency ? [] : [{ field: 'currency', message: BOOKED }]),
      ...((await paysItself(client, deal, company_id)) === (await paysItself(client, deal, deal.company_id))
        ? []
        : [{ field: 'companyId', message: BOOKED }]),
      ...((await changesForm(client, deal, terms)) ? [{ field: 'payments', message: BOOKED }] : []),
    ]
    if (errors.length === 0 || !(await hasBookings(client, deal.organization_id, deal.id))) return
    throw new Refusal('deal-has-bookings', { errors })
  }
}

/** Money becomes value in kind, or the reverse. */
async function changesForm(client: Queryable, deal: LockedDeal, { payments }: VersionContent['terms']) {
  if (deal.in_force === null) return false
  const { terms } = await loadVersion(client, deal, deal.in_force)
  return payments.some(({ id, inKind }) => terms.payments.some((one) => one.id === id && one.inKind !== inKind))
}

const BOOKED = 'This deal has recorded payments. Create a new deal instead'

async function paysItself(client: Queryable, { organization_id }: LockedDeal, company: string) {
  return (await companyOfDeal(client, organization_id, company)).isSelf
}
