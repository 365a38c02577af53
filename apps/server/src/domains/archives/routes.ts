import { archiveOperations } from '@sherpa/contracts/archive-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Archives } from './archives.ts'

/** It asks again who it is: nobody must be able to guess that. */
const guesses = { person: 10 }

export function archiveRoutes(endpoint: DefineEndpoint, archives: Archives) {
  endpoint(archiveOperations.archives, { limits: 'none' }, (caller) => archives.all(caller))
  endpoint(
    archiveOperations.requestArchive,
    { limits: guesses, refusals: { 409: 'One is being prepared' } },
    ({ body, ...caller }) => archives.request(caller, body),
  )
  endpoint(archiveOperations.archiveAddress, { limits: { person: 60 } }, ({ parameter, ...caller }) =>
    archives.address(caller, parameter('archive')),
  )
  endpoint(
    archiveOperations.archiveContent,
    { limits: { network: 300 }, refusals: { 404: 'There is none, for this caller', 410: 'The address is too old' } },
    async ({ query, reply }) => {
      const { size, bytes } = await archives.content(query.key)
      return reply
        .type('application/zip')
        .headers({ 'Content-Length': size, 'Content-Disposition': 'attachment; filename="sherpa-archive.zip"' })
        .send(bytes)
    },
  )
}
