import { knownBillingDetails, billingDetails as newBillingDetails } from '@sherpa/contracts/billing-details'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { BillingDetailsOfOrganizations } from './billing-details.ts'

export function billingDetailsRoutes(endpoint: DefineEndpoint, billingDetails: BillingDetailsOfOrganizations) {
  endpoint(
    {
      method: 'GET',
      path: '/api/organizations/:organization/billing-details',
      operation: 'billingDetails',
      summary: 'Who the organization is on its invoices, and where mail about billing goes',
      access: 'billing.view',
      limits: 'none',
      answer: { status: 200, about: 'What has been entered so far', schema: knownBillingDetails },
    },
    ({ member }) => billingDetails.of(member.organization),
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/organizations/:organization/billing-details',
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
