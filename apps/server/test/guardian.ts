import { expect } from 'vitest'
import type { platformForTests, Someone } from './people.ts'

type Way = {
  people: ReturnType<typeof platformForTests>['people']
  organization: string
  athlete: string
  /** Adds the contact and sends the request. */
  asker: Someone
  verifier: Someone
  name?: string
  email?: string
}

/** Invites a guardian through the API and confirms as the guardian. */
export async function confirmedGuardian({ people, organization, athlete, asker, ...who }: Omit<Way, 'verifier'>) {
  const { name = 'Mari Okoye', email = `mari-${crypto.randomUUID()}@home.example` } = who
  const at = `/api/organizations/${organization}/athletes/${athlete}`
  const contact = { name, relation: 'parent', title: null, reach: 'full', phone: null, email }
  const added = await asker.ask('POST', `${at}/contacts`, contact)
  expect(added.statusCode).toBe(201)
  const asked = await asker.ask('POST', `${at}/contacts/${added.json().id}/guardianship`, {})
  expect(asked.statusCode).toBe(201)
  const { token } = await people.mailTo(email, 'guardian-invitation')
  const guardian = await people.register(name, email)
  const { id } = (await guardian.ask('POST', '/api/guardianships/lookup', { token })).json() as { id: string }
  const confirmed = await guardian.ask('POST', `/api/guardianships/${id}/confirmation`, { consentsToAccount: true })
  expect(confirmed.statusCode).toBe(204)
  return { guardian, guardianship: id }
}

/** Also verifies the guardian as a colleague. */
export async function verifiedGuardian({ verifier, ...way }: Way) {
  const confirmed = await confirmedGuardian(way)
  const { organization, athlete } = way
  const verification = `/api/organizations/${organization}/athletes/${athlete}/guardians/${confirmed.guardianship}/verification`
  expect((await verifier.ask('PUT', verification, { how: 'call' })).statusCode).toBe(204)
  return confirmed
}
