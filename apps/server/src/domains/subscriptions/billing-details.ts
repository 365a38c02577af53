import {
  addressLinesOf,
  type BillingDetails,
  type KnownBillingDetails,
  type Tax,
} from '@sherpa/contracts/billing-details'
import type { Member, Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import type { MailKindToBilling } from './billing-mail.ts'

const columns = `billing_email as "billingEmail", legal_name as "legalName", address_line1 as "addressLine1",
  address_line2 as "addressLine2", city, state, postal_code as "postalCode", country, tax_id as "taxId"`

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
  /** Changes to an organization take turns: waits for this one's, and asks again whether the person still may. */
  takeTurn: (client: Queryable, person: Person, organization: string) => Promise<unknown>
}

export function billingDetails({ database, tax, takeTurn }: BillingDetailsParts) {
  return {
    async of(organization: string): Promise<KnownBillingDetails> {
      return { ...(await findDetails(database, organization)), tax: await taxFor(database, organization, tax) }
    },

    async change(person: Person, { organization }: Member, details: BillingDetails) {
      await inTransaction(database, async (client) => {
        await takeTurn(client, person, organization)
        await client.query(
          `insert into billing_details (organization_id, billing_email, legal_name, address_line1, address_line2, city, state,
             postal_code, country, tax_id)
           values ($1, $2, $3, $4, nullif($5, ''), $6, nullif($7, ''), nullif($8, ''), $9, nullif($10, ''))
           on conflict (organization_id) do update set billing_email = excluded.billing_email, legal_name = excluded.legal_name,
             address_line1 = excluded.address_line1, address_line2 = excluded.address_line2, city = excluded.city,
             state = excluded.state, postal_code = excluded.postal_code, country = excluded.country, tax_id = excluded.tax_id`,
          [
            organization,
            details.billingEmail,
            details.legalName,
            details.addressLine1,
            details.addressLine2,
            details.city,
            details.state,
            details.postalCode,
            details.country,
            details.taxId,
          ],
        )
        await noteEvent(client, { event: 'billing-details-changed', actor: person.id, organization })
      })
    },
  }
}

export type BillingDetailsOfOrganizations = ReturnType<typeof billingDetails>

async function findDetails(client: Queryable, organization: string): Promise<Omit<KnownBillingDetails, 'tax'>> {
  const { rows } = await client.query(`select ${columns} from billing_details where organization_id = $1`, [
    organization,
  ])
  return rows[0] ?? nothingYet
}

/** The tax on an organization's invoices: ours, unless the organization is exempt. */
export async function taxFor(client: Queryable, organization: string, tax: Tax | null): Promise<Tax | null> {
  if (!tax) return null
  const { rowCount } = await client.query('select from tax_exemptions where organization_id = $1', [organization])
  return rowCount ? null : tax
}

/** For a plan that is being chosen: a given address replaces the one there is, the fallback only fills a gap. */
export async function setBillingEmail(
  client: Queryable,
  organization: string,
  { given, fallback }: { given: string | undefined; fallback: string },
) {
  await client.query(
    `insert into billing_details as b (organization_id, billing_email) values ($1, coalesce($2, $3))
     on conflict (organization_id) do update set billing_email = coalesce($2, b.billing_email, $3)`,
    [organization, given, fallback],
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
  const { rows } = await client.query('select name from organizations where id = $1', [organization])
  const party: BilledParty = {
    name: details.legalName ?? rows[0].name,
    addressLines: addressLinesOf(details),
    country: details.country,
    taxId: details.taxId,
  }
  return { party, billingEmail: details.billingEmail }
}
