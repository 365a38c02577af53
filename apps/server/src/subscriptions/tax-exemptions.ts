import { Refusal } from '@sherpa/contracts/problem'
import { noteEvent } from '../audit/audit-events.ts'
import type { Person } from '../http/access.ts'
import { type Database, inTransaction } from '../persistence/database.ts'

/** Whether tax is left off an organisation's invoices. Invoices that are out stay as they are. */
export function taxExemptions({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async set(staff: Person, subscription: string, exempt: boolean) {
      await inTransaction(database, async (client) => {
        const { rows } = await client.query(
          'select organisation_id as organisation from subscriptions where id = $1 for update',
          [subscription],
        )
        if (!rows[0]) throw new Refusal('not-found')
        const { organisation } = rows[0]
        const { rowCount } = exempt
          ? await client.query(
              `insert into tax_exemptions (organisation_id, granted_at, granted_by) values ($1, $2, $3)
               on conflict (organisation_id) do nothing`,
              [organisation, clock(), staff.id],
            )
          : await client.query('delete from tax_exemptions where organisation_id = $1', [organisation])
        if (!rowCount) return
        const details = exempt ? 'Exempt' : 'Not exempt'
        await noteEvent(client, { event: 'tax-exemption-changed', organisation, details })
        await noteEvent(client, { event: 'tax-exemption-changed', actor: staff.id, details })
      })
    },
  }
}
