import {
  addressLinesOf,
  type BillingDetails,
  type KnownBillingDetails,
  type Tax,
} from '@sherpa/contracts/billing-details'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import type { MailKindToBilling } from './billing-mail.ts'

const emptyDetails: Omit<KnownBillingDetails, 'tax'> = {
  billingEmail: null,
  legalName: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  taxId: null,
}

export type BillingDetailsParts = {
  database: Database
  /** Tax on invoices, if any. */
  tax: Tax | null
  /** Locks the organization, then checks the permission again. */
  lockForBilling: (client: Queryable, person: Person, organization: string) => Promise<unknown>
}

export function createBillingDetailsService({ database, tax, lockForBilling }: BillingDetailsParts) {
  return {
    async find(organization: string): Promise<KnownBillingDetails> {
      return { ...(await findDetails(database, organization)), tax: await findTax(database, organization, tax) }
    },

    async change(person: Person, { organization }: Member, details: BillingDetails) {
      await inTransaction(database, async (client) => {
        await lockForBilling(client, person, organization)
        const entered = {
          billing_email: details.billingEmail,
          legal_name: details.legalName,
          address_line1: details.addressLine1,
          address_line2: details.addressLine2 || null,
          city: details.city,
          state: details.state || null,
          postal_code: details.postalCode || null,
          country: details.country,
          tax_id: details.taxId || null,
        }
        await run(
          client,
          query
            .insertInto('billing_details')
            .values({ organization_id: organization, ...entered })
            .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(entered)),
        )
        await recordEvent(client, { event: 'billing-details-changed', actor: person.id, organization })
      })
    },
  }
}

export type BillingDetailsOfOrganizations = ReturnType<typeof createBillingDetailsService>

async function findDetails(client: Queryable, organization: string): Promise<Omit<KnownBillingDetails, 'tax'>> {
  const row = await rowOf(
    client,
    query
      .selectFrom('billing_details')
      .select([
        'billing_email as billingEmail',
        'legal_name as legalName',
        'address_line1 as addressLine1',
        'address_line2 as addressLine2',
        'city',
        'state',
        'postal_code as postalCode',
        'country',
        'tax_id as taxId',
      ])
      .where('organization_id', '=', organization),
  )
  return row ?? emptyDetails
}

/** Null if the organization is exempt. */
export async function findTax(client: Queryable, organization: string, tax: Tax | null): Promise<Tax | null> {
  if (!tax) return null
  const exemption = await rowOf(
    client,
    query.selectFrom('tax_exemptions').select('organization_id').where('organization_id', '=', organization),
  )
  return exemption ? null : tax
}

/** Part of a purchase. A given address replaces the stored one; the fallback is used if there is none. */
export async function setBillingEmail(
  client: Queryable,
  organization: string,
  { given, fallback }: { given: string | undefined; fallback: string },
) {
  await run(
    client,
    query
      .insertInto('billing_details')
      .values({ organization_id: organization, billing_email: given ?? fallback })
      .onConflict((conflict) =>
        conflict.column('organization_id').doUpdateSet({
          billing_email: given ?? sql<string>`coalesce(billing_details.billing_email, ${fallback})`,
        }),
      ),
  )
}

/** Queues mail to the billing email, if there is one. */
export async function mailToBilling<Details extends { organization: string }>(
  client: Queryable,
  kind: MailKindToBilling<Details>,
  details: NoInfer<Details>,
) {
  const { billingEmail: recipient } = await findDetails(client, details.organization)
  if (recipient !== null) await queueMail(client, kind, { recipient, details })
}

/** Customer of an invoice, copied at issue. */
export type BilledParty = {
  name: string
  addressLines: string[]
  country: string | null
  taxId: string | null
}

export async function loadBilledParty(client: Queryable, organization: string) {
  const details = await findDetails(client, organization)
  const { name } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
  )
  const party: BilledParty = {
    name: details.legalName ?? name,
    addressLines: addressLinesOf(details),
    country: details.country,
    taxId: details.taxId,
  }
  return { party, billingEmail: details.billingEmail }
}
