import { archiveOperations } from '@sherpa/contracts/archive-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Archives } from './archives.ts'

/** Limits guesses of the password or second factor. */
const guesses = { person: 10 }

export function archiveRoutes(endpoint: DefineEndpoint, archives: Archives) {
  endpoint(archiveOperations.archives, { limits: 'none' }, (caller) => archives.list(caller))
  endpoint(
    archiveOperations.requestArchive,
    { limits: guesses, refusals: { 409: 'One is being prepared' } },
    ({ body, ...caller }) => archives.request(caller, body),
  )
  endpoint(archiveOperations.archiveAddress, { limits: { person: 60 } }, ({ parameter, ...caller }) =>
    archives.issueAddress(caller, parameter('archive')),
  )
  endpoint(
    archiveOperations.archiveContent,
    {
      limits: { network: 300 },
      refusals: { 404: 'Not found, or not visible to the caller', 410: 'The link has expired' },
    },
    async ({ query, reply }) => {
      const { size, bytes } = await archives.openContent(query.key)
      return reply
        .type('application/zip')
        .headers({ 'Content-Length': size, 'Content-Disposition': 'attachment; filename="sherpa-archive.zip"' })
        .send(bytes)
    },
  )
}
