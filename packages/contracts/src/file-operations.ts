import {
  fileAddress,
  fileChange,
  fileContentQuery,
  fileList,
  fileViews,
  keptFile,
  MAX_FILE_BYTES,
  MAX_PICTURE_BYTES,
  newFileQuery,
  pictureKey,
  pictureQuery,
} from './file.ts'
import { operations } from './operation.ts'

const picture = '/organizations/:organization/athletes/:athlete/picture'
const all = '/organizations/:organization/athletes/:athlete/files'
const one = `${all}/:file` as const
const changes = ['Player'] as const
/** The type is detected from the content, not from the header. */
const upload = { types: ['application/octet-stream'], mostBytes: MAX_FILE_BYTES } as const

/** Files of visible athletes. Private ones need `athletes.sensitive`, changes need `athletes.edit`. */
export const fileOperations = operations({
  athleteFiles: {
    method: 'GET',
    path: all,
    summary: 'The files of an athlete, with their versions',
    access: 'athletes.view',
    answer: { status: 200, about: 'The files', schema: fileList },
    reads: ['Player', 'User'],
  },
  addFile: {
    method: 'POST',
    path: all,
    summary:
      'Add a file: PDF, PNG, JPEG, GIF, WebP, Word, Excel, PowerPoint, CSV, plain text or MP4, of at most 25 MB. What it is, is recognized from its content',
    access: 'athletes.edit',
    query: newFileQuery,
    upload,
    answer: { status: 201, about: 'Added', schema: keptFile },
    changes,
  },
  addFileVersion: {
    method: 'POST',
    path: `${one}/versions`,
    summary: 'Add a new version of a file, of the same type. The earlier versions stay',
    access: 'athletes.edit',
    upload,
    answer: { status: 201, about: 'Added', schema: keptFile },
    changes,
  },
  changeFile: {
    method: 'PUT',
    path: one,
    summary: 'Rename a file, or change whether it is private. How its name ends stays, if the new one leaves it out',
    access: 'athletes.edit',
    body: fileChange,
    answer: { status: 200, about: 'The file as it is now', schema: keptFile },
    changes,
  },
  removeFile: {
    method: 'DELETE',
    path: one,
    summary: 'Remove a file with all of its versions, for good',
    access: 'athletes.edit',
    answer: { status: 204, about: 'Removed' },
    changes,
  },
  fileAddress: {
    method: 'POST',
    path: `${one}/versions/:version/address`,
    summary:
      'Get an address to open a version of a file with, which is good for 60 seconds. That it is used is put on record',
    access: 'athletes.view',
    answer: { status: 200, about: 'The address', schema: fileAddress },
  },
  fileViews: {
    method: 'GET',
    path: `${one}/views`,
    summary: 'Who opened a file, and when',
    access: 'athletes.edit',
    answer: { status: 200, about: 'The latest hundred', schema: fileViews },
    reads: ['Player', 'User'],
  },
  fileContent: {
    method: 'GET',
    path: '/files/content',
    summary:
      'The content of a file, at an address of `fileAddress`. Whether the person may still see it is checked again. Images are shown inline, in a sandbox. PDFs and everything else are attachments',
    access: 'anyone',
    query: fileContentQuery,
    answer: { status: 200, about: 'The content', type: 'application/octet-stream' },
  },
  setPicture: {
    method: 'PUT',
    path: picture,
    summary:
      'Set the picture of an athlete, in place of the one that there is: a small square JPEG, PNG or WebP image, of at most 256 KB. What it is, is recognized from its content',
    access: 'athletes.edit',
    upload: { types: ['application/octet-stream'], mostBytes: MAX_PICTURE_BYTES },
    answer: { status: 204, about: 'Set' },
    changes,
  },
  removePicture: {
    method: 'DELETE',
    path: picture,
    summary: 'Remove the picture of an athlete, for good',
    access: 'athletes.edit',
    answer: { status: 204, about: 'Removed' },
    changes,
  },
  pictureKey: {
    method: 'GET',
    path: '/organizations/:organization/picture-key',
    summary: 'Get a key to load pictures of athletes with, which is good for at least an hour',
    access: 'athletes.view',
    answer: { status: 200, about: 'The key', schema: pictureKey },
  },
  athletePicture: {
    method: 'GET',
    path: '/files/picture',
    summary:
      'The picture of an athlete, by its id and a key of `pictureKey`. Whether the person sees the athlete is checked again',
    access: 'anyone',
    query: pictureQuery,
    answer: { status: 200, about: 'The picture', type: 'image/jpeg' },
  },
})
