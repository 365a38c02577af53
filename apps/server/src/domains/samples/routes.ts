import { organizationOperations } from '@sherpa/contracts/organization-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Samples } from './samples.ts'

export function sampleRoutes(endpoint: DefineEndpoint, samples: Samples) {
  endpoint(
    organizationOperations.createSample,
    { limits: { person: 10 }, refusals: { 409: 'The caller has one of this type already, or it is being created' } },
    ({ person, query }) => samples.request(person.id, query.kind),
  )
  // Asked for every second while one is under way.
  endpoint(organizationOperations.sampleRuns, { limits: 'none' }, ({ person }) => samples.runs(person.id))

  endpoint(
    organizationOperations.removeSample,
    { limits: { person: 20 }, refusals: { 409: 'It is not a sample' } },
    (caller) => samples.requestRemoval(caller),
  )
}
