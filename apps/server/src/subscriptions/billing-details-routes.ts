import { knownBillingDetails, billingDetails as newBillingDetails } from '@sherpa/contracts/billing-details'
import type { DefineEndpoint } from '../http/endpoint.ts'
import type { BillingDetailsOfOrganisations } from './billing-details.ts'

export function billingDetailsRoutes(endpoint: DefineEndpoint, billingDetails: BillingDetailsOfOrganisations) {
  endpoint(
    {
      method: 'GET',
      path: '/api/organisations/:organisation/billing-details',
      operation: 'billingDetails',
      summary: 'Who the organisation is on its invoices, and where mail about billing goes',
      access: 'billing.view',
      limits: 'none',
      answer: { status: 200, about: 'What has been entered so far', schema: knownBillingDetails },
    },
    ({ member }) => billingDetails.of(member.organisation),
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/organisations/:organisation/billing-details',
      operation: 'changeBillingDetails',
      summary: 'Enter or change the billing details, for invoices from now on',
      access: 'billing.manage',
      body: newBillingDetails,
      limits: { person: 30 },
      answer: { status: 204, about: 'Saved' },
    },
    ({ person, member, body }) => billingDetails.change(person, member, body),
  )
}
