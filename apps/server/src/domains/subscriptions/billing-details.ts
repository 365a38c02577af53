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
import { noteEvent } from '../audit/audit.ts'
import { organizationFacts } from '../organizations/organizations.ts'
import type { MailKindToBilling } from './billing-mail.ts'

const nothingYet: Omit<KnownBillingDetails, 'tax'> = {
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
  /** The tax that is added to invoices, if any. */
  tax: Tax | null
  /** Locks the organization, so that changes to it happen one after the other, and checks again whether the person still may. */
  lockForBilling: (client: Queryable, person: Person, organization: string) => Promise<unknown>
}

export function billingDetails({ database, tax, lockForBilling }: BillingDetailsParts) {
  return {
    async of(organization: string): Promise<KnownBillingDetails> {
      return { ...(await findDetails(database, organization)), tax: await taxFor(database, organization, tax) }
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
        await noteEvent(client, { event: 'billing-details-changed', actor: person.id, organization })
      })
    },
  }
}

export type BillingDetailsOfOrganizations = ReturnType<typeof billingDetails>

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
  return row ?? nothingYet
}

/** The tax on an organization's invoices: ours, unless the organization is exempt. */
export async function taxFor(client: Queryable, organization: string, tax: Tax | null): Promise<Tax | null> {
  if (!tax) return null
  const exemption = await rowOf(
    client,
    query.selectFrom('tax_exemptions').select('organization_id').where('organization_id', '=', organization),
  )
  return exemption ? null : tax
}

/** For a plan that is being chosen: a given address replaces the one there is, the fallback only fills a gap. */
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

/** Queues mail for the organization's billing email. Without one there is nobody to write to. */
export async function mailToBilling<Details extends { organization: string }>(
  client: Queryable,
  kind: MailKindToBilling<Details>,
  details: NoInfer<Details>,
) {
  const { billingEmail: recipient } = await findDetails(client, details.organization)
  if (recipient !== null) await queueMail(client, kind, { recipient, details })
}

/** Whom an invoice is for: copied onto it, so that it stays as it was on the day. */
export type BilledParty = {
  name: string
  addressLines: string[]
  country: string | null
  taxId: string | null
}

export async function billedPartyOf(client: Queryable, organization: string) {
  const details = await findDetails(client, organization)
  const { name } = await oneRowOf(
    client,
    query.selectFrom(organizationFacts.as('o')).select('name').where('id', '=', organization),
  )
  const party: BilledParty = {
    name: details.legalName ?? name,
    addressLines: addressLinesOf(details),
    country: details.country,
    taxId: details.taxId,
  }
  return { party, billingEmail: details.billingEmail }
}
