import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { type Database, enterOrganization, inTransaction } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { findOrganizationId } from './subscriptions.ts'

/** Applies to later invoices only. */
export function createTaxExemptionService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async set(staff: Person, subscription: string, exempt: boolean) {
      await inTransaction(database, async (client) => {
        const organization = await findOrganizationId(client, 'subscriptions', subscription)
        if (!organization) throw new Refusal('not-found')
        await enterOrganization(client, organization)
        await rowOf(
          client,
          query
            .selectFrom('subscriptions')
            .select('id')
            .where('organization_id', '=', organization)
            .where('id', '=', subscription)
            .forUpdate(),
        )
        const changed = await run(
          client,
          exempt
            ? query
                .insertInto('tax_exemptions')
                .values({ organization_id: organization, granted_at: clock(), granted_by: staff.id })
                .onConflict((conflict) => conflict.column('organization_id').doNothing())
            : query.deleteFrom('tax_exemptions').where('organization_id', '=', organization),
        )
        if (!changed) return
        const details = exempt ? 'Exempt' : 'Not exempt'
        await recordEvent(client, { event: 'tax-exemption-changed', organization, details })
        await recordEvent(client, { event: 'tax-exemption-changed', actor: staff.id, details })
      })
    },
  }
}
