import { organizationOperations } from '@sherpa/contracts/organization-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Samples } from './samples.ts'

export function sampleRoutes(endpoint: DefineEndpoint, samples: Samples) {
  endpoint(
    organizationOperations.createSample,
    { limits: { person: 10 }, refusals: { 409: 'The caller has one of this type already' } },
    async ({ person, query }) => ({ id: (await samples.make(person.id, query.kind)).organization }),
  )

  endpoint(
    organizationOperations.removeSample,
    { limits: { person: 20 }, refusals: { 409: 'It is not a sample' } },
    ({ member }) => samples.remove(member.organization),
  )
}
