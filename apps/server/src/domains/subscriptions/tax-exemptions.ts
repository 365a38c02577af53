import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { type Database, enterOrganization, inTransaction } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { organizationOf } from './subscriptions.ts'

/** Whether tax is left off an organization's invoices. Invoices that are out stay as they are. */
export function taxExemptions({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async set(staff: Person, subscription: string, exempt: boolean) {
      await inTransaction(database, async (client) => {
        const organization = await organizationOf(client, 'subscriptions', subscription)
        if (!organization) throw new Refusal('not-found')
        await enterOrganization(client, organization)
        await client.query('select from subscriptions where organization_id = $1 and id = $2 for update', [
          organization,
          subscription,
        ])
        const { rowCount } = exempt
          ? await client.query(
              `insert into tax_exemptions (organization_id, granted_at, granted_by) values ($1, $2, $3)
               on conflict (organization_id) do nothing`,
              [organization, clock(), staff.id],
            )
          : await client.query('delete from tax_exemptions where organization_id = $1', [organization])
        if (!rowCount) return
        const details = exempt ? 'Exempt' : 'Not exempt'
        await noteEvent(client, { event: 'tax-exemption-changed', organization, details })
        await noteEvent(client, { event: 'tax-exemption-changed', actor: staff.id, details })
      })
    },
  }
}
