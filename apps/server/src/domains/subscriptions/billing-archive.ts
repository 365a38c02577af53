import { sql } from 'kysely'
import type { ArchivePart } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'
import { publicPlans } from '../plans/plans.ts'

const needs = 'billing.view'

export const billingExportParts: ArchivePart[] = [
  {
    name: 'subscriptions',
    about: 'Your current and earlier plans. Prices are in US cents.',
    needs,
    rows: (organization) =>
      sql`select s.id, p.name as plan, s.seats, s.price_cents as "priceCents", s.status, s.created_at as "startedAt",
        s.trial_ends_at as "trialEndsAt", s.period_start as "periodStart", s.period_end as "periodEnd",
        s.canceled_at as "canceledAt" from subscriptions s join ${publicPlans} p on p.id = s.plan_id
        where s.organization_id = ${organization} order by s.created_at`.compile(query),
  },
  {
    name: 'invoices',
    about: 'Your invoices. Amounts are in US cents. PDFs are under Plan and billing.',
    needs,
    rows: (organization) =>
      sql`select id, number, status, billed_to as "billedTo", billed_to_address as "billedToAddress", billing_email as "billingEmail",
        lines, subtotal_cents as "subtotalCents", tax_name as "taxName", tax_cents as "taxCents", total_cents as "totalCents",
        issued_at as "issuedAt", due_at as "dueAt", paid_at as "paidAt", payment_reference as "paymentReference"
        from invoices where organization_id = ${organization} order by issued_at, number`.compile(query),
  },
  {
    name: 'billing-details',
    about: 'Your billing details.',
    needs,
    rows: (organization) =>
      sql`select billing_email as "billingEmail", legal_name as "legalName", address_line1 as "addressLine1",
        address_line2 as "addressLine2", city, state, postal_code as "postalCode", country, tax_id as "taxId"
        from billing_details where organization_id = ${organization}`.compile(query),
  },
]
