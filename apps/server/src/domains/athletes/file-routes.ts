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
    files.all(viewer, parameter('athlete')),
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
    files.address(viewer, { athlete: parameter('athlete'), file: parameter('file') }, parameter('version')),
  )
  endpoint(fileOperations.fileViews, { limits: 'none' }, ({ parameter, ...viewer }) =>
    files.views(viewer, { athlete: parameter('athlete'), file: parameter('file') }),
  )
  endpoint(
    fileOperations.fileContent,
    { limits: { network: 3000 }, refusals: { 404: 'There is none, for this caller', 410: 'The address is too old' } },
    async ({ query, reply }) => {
      const { bytes, ...file } = await files.content(query.key)
      return reply.headers(fileHeaders(file)).send(bytes)
    },
  )

  endpoint(fileOperations.setPicture, { limits }, ({ parameter, body, ...viewer }) =>
    pictures.set(viewer, parameter('athlete'), body),
  )
  endpoint(fileOperations.removePicture, { limits }, ({ parameter, ...viewer }) =>
    pictures.remove(viewer, parameter('athlete')),
  )
  endpoint(fileOperations.pictureKey, { limits: 'none' }, (viewer) => pictures.key(viewer))
  endpoint(
    fileOperations.athletePicture,
    { limits: 'none', refusals: { 404: 'There is none, for this caller', 410: 'The key is too old' } },
    async ({ query, reply }) => {
      const { type, size, bytes } = await pictures.content(query.picture, query.key)
      return reply
        .type(type)
        .headers({
          'Content-Length': size,
          // An address always leads to the same picture: lists that are read again load none of them again.
          'Cache-Control': `private, max-age=${PICTURE_KEY_SECONDS}, immutable`,
          'Content-Security-Policy': `${closedPolicy}; sandbox`,
        })
        .send(bytes)
    },
  )
}
