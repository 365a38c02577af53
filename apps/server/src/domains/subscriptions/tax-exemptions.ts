import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'

/** Whether tax is left off an organization's invoices. Invoices that are out stay as they are. */
export function taxExemptions({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async set(staff: Person, subscription: string, exempt: boolean) {
      await inTransaction(database, async (client) => {
        const { rows } = await client.query(
          'select organization_id as organization from subscriptions where id = $1 for update',
          [subscription],
        )
        if (!rows[0]) throw new Refusal('not-found')
        const { organization } = rows[0]
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
