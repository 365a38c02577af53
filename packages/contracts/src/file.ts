import * as z from 'zod/mini'
import { boundedString, requiredLine } from './text.ts'

export const MAX_FILE_BYTES = 25 * 1024 * 1024
export const MOST_FILES = 200
export const MOST_VERSIONS = 20
/** Lifetime of a signed address. */
export const ADDRESS_SECONDS = 60

/** Accepted pictures. A small version is stored, to keep lists light. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const satisfies FileType[]
export type PictureType = (typeof pictureTypes)[number]
export const MAX_CHOSEN_PICTURE_BYTES = 5 * 1024 * 1024
export const MAX_PICTURE_BYTES = 256 * 1024
/** A picture key is issued for this long, and stays valid for as long again. */
export const PICTURE_KEY_SECONDS = 3600

/** Accepted files by media type, with label and extensions. */
export const fileTypes = {
  'application/pdf': { name: 'PDF', endings: ['pdf'] },
  'image/png': { name: 'PNG image', endings: ['png'] },
  'image/jpeg': { name: 'JPEG image', endings: ['jpg', 'jpeg'] },
  'image/gif': { name: 'GIF image', endings: ['gif'] },
  'image/webp': { name: 'WebP image', endings: ['webp'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    name: 'Word document',
    endings: ['docx'],
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { name: 'Excel workbook', endings: ['xlsx'] },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    name: 'PowerPoint presentation',
    endings: ['pptx'],
  },
  'text/csv': { name: 'CSV table', endings: ['csv'] },
  'text/plain': { name: 'Text', endings: ['txt'] },
  'video/mp4': { name: 'MP4 video', endings: ['mp4', 'm4v'] },
} as const
export type FileType = keyof typeof fileTypes
export const allFileTypes = Object.keys(fileTypes) as FileType[]

/** A PDF or the picture of a paper. */
export const scanTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const satisfies FileType[]
export type ScanType = (typeof scanTypes)[number]

/** Displayed inline. */
export const isImage = (type: FileType) => type.startsWith('image/')
/** Displayed in our own viewer; other types are downloaded. */
export const isPdf = (type: FileType) => type === 'application/pdf'

/** "pdf" of "Contract.PDF". */
export function endingOf(name: string) {
  return /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

export function fitsName(type: FileType, name: string) {
  return (fileTypes[type].endings as readonly string[]).includes(endingOf(name))
}

/** Strips folders and characters that some file systems reject. */
function cleanName(text: string) {
  const name = text.split(/[\\/]/).at(-1) ?? ''
  return name.replace(/[<>:"|?*]/g, '').replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
}

/** The limit before stripping folders. */
export const fileName = requiredLine(1000, 'Please enter a name').check(
  z.overwrite(cleanName),
  z.minLength(1, { error: 'Please enter a name', abort: true }),
  z.maxLength(150, 'Please use at most 150 characters'),
)

/** The name defaults to the file type. */
export const newFileQuery = z.object({
  name: z.optional(fileName),
  /** Private files need `athletes.sensitive`. Default: private for minors. */
  private: z.optional(z.enum(['yes', 'no'])),
})
export const fileChange = z.strictObject({ name: fileName, private: z.optional(z.boolean()) })
export type FileChange = z.infer<typeof fileChange>

const someone = z.nullable(z.object({ id: z.uuid(), name: z.string() }))

const fileVersion = z.object({
  id: z.uuid(),
  number: z.int(),
  size: z.int(),
  addedAt: z.iso.datetime(),
  /** Null: a deleted account. */
  addedBy: someone,
})
export type FileVersion = z.infer<typeof fileVersion>

export const keptFile = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(allFileTypes),
  /** Visible only with `athletes.sensitive`. */
  private: z.boolean(),
  /** Newest first; never empty. */
  versions: z.array(fileVersion),
})
export type KeptFile = z.infer<typeof keptFile>

/** Newest first. */
export const fileList = z.object({ files: z.array(keptFile) })

export const fileAddress = z.object({
  /** Relative to the origin. */
  address: z.string(),
  expiresAt: z.iso.datetime(),
})

export const pictureKey = z.object({ key: z.string(), expiresAt: z.iso.datetime() })
export const pictureQuery = z.object({ picture: z.uuid(), key: boundedString(1000) })

export const fileContentQuery = z.object({ key: boundedString(1000) })

const fileView = z.object({ id: z.uuid(), at: z.iso.datetime(), person: someone, version: z.int() })
export type FileView = z.infer<typeof fileView>

/** The latest hundred, newest first. */
export const fileViews = z.object({ views: z.array(fileView) })
