import { PICTURE_KEY_SECONDS } from '@sherpa/contracts/file'
import { fileOperations } from '@sherpa/contracts/file-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import { closedPolicy } from '../../http/security-headers.ts'
import type { AthleteFiles } from './athlete-files.ts'
import type { AthletePictures } from './athlete-pictures.ts'

const limits = { person: 300 }

export function fileRoutes(
  endpoint: DefineEndpoint,
  { files, pictures }: { files: AthleteFiles; pictures: AthletePictures },
) {
  endpoint(fileOperations.athleteFiles, { limits: 'none' }, ({ parameter, ...viewer }) =>
    files.list(viewer, parameter('athlete')),
  )
  endpoint(
    fileOperations.addFile,
    { limits, refusals: { 409: 'There are as many files as there can be' } },
    ({ parameter, query, body, ...viewer }) => files.add(viewer, parameter('athlete'), query, body),
  )
  endpoint(
    fileOperations.addFileVersion,
    { limits, refusals: { 409: 'It is of another type, or there are as many versions as there can be' } },
    ({ parameter, body, ...viewer }) =>
      files.addVersion(viewer, { athlete: parameter('athlete'), file: parameter('file') }, body),
  )
  endpoint(fileOperations.changeFile, { limits }, ({ parameter, body, ...viewer }) =>
    files.change(viewer, { athlete: parameter('athlete'), file: parameter('file') }, body),
  )
  endpoint(fileOperations.removeFile, { limits }, ({ parameter, ...viewer }) =>
    files.remove(viewer, { athlete: parameter('athlete'), file: parameter('file') }),
  )
  endpoint(fileOperations.fileAddress, { limits: { person: 1000 } }, ({ parameter, ...viewer }) =>
    files.issueAddress(viewer, { athlete: parameter('athlete'), file: parameter('file') }, parameter('version')),
  )
  endpoint(fileOperations.fileViews, { limits: 'none' }, ({ parameter, ...viewer }) =>
    files.listViews(viewer, { athlete: parameter('athlete'), file: parameter('file') }),
  )
  endpoint(
    fileOperations.fileContent,
    {
      limits: { network: 3000 },
      refusals: { 404: 'Not found, or not visible to the caller', 410: 'The link has expired' },
    },
    async ({ query, reply }) => {
      const { bytes, ...file } = await files.openContent(query.key)
      return reply.headers(fileHeaders(file)).send(bytes)
    },
  )

  endpoint(fileOperations.setPicture, { limits }, ({ parameter, body, ...viewer }) =>
    pictures.set(viewer, parameter('athlete'), body),
  )
  endpoint(fileOperations.removePicture, { limits }, ({ parameter, ...viewer }) =>
    pictures.remove(viewer, parameter('athlete')),
  )
  endpoint(fileOperations.pictureKey, { limits: 'none' }, (viewer) => pictures.issueKey(viewer))
  endpoint(
    fileOperations.athletePicture,
    { limits: 'none', refusals: { 404: 'Not found, or not visible to the caller', 410: 'The key has expired' } },
    async ({ query, reply }) => {
      const { type, size, bytes } = await pictures.openContent(query.picture, query.key)
      return reply
        .type(type)
        .headers({
          'Content-Length': size,
          // A URL always serves the same picture, so reloaded lists use the cache.
          'Cache-Control': `private, max-age=${PICTURE_KEY_SECONDS}, immutable`,
          'Content-Security-Policy': `${closedPolicy}; sandbox`,
        })
        .send(bytes)
    },
  )
}
