import { allFileTypes, endingOf, type FileType, fileTypes, type KeptFile, MAX_FILE_BYTES } from '@sherpa/contracts/file'

const units = ['bytes', 'kB', 'MB'] as const

/** Such as "820 bytes", "12 kB" or "1.4 MB". */
export function sizeInWords(bytes: number) {
  const step = bytes < 1024 ? 0 : bytes < 1024 * 1024 ? 1 : 2
  const amount = bytes / 1024 ** step
  const shown = step === 0 || amount >= 10 ? Math.round(amount) : Math.round(amount * 10) / 10
  return step === 0 && shown === 1 ? '1 byte' : `${shown} ${units[step]}`
}

/** The `accept` attribute of a file input. */
export function acceptedBy(types: readonly FileType[]) {
  return types.flatMap((type) => fileTypes[type].endings.map((ending) => `.${ending}`)).join(',')
}

const endings = new Set<string>(allFileTypes.flatMap((type) => fileTypes[type].endings))

/** Client-side validation before an upload. */
export function reasonNotToSend({ name, size }: Pick<File, 'name' | 'size'>, versionOf?: KeptFile) {
  if (size > MAX_FILE_BYTES) return `This file is ${sizeInWords(size)}. Files can be at most 25 MB.`
  if (size === 0) return 'This file is empty.'
  if (versionOf && !(fileTypes[versionOf.type].endings as readonly string[]).includes(endingOf(name))) {
    return `A new version of ${versionOf.name} must also be a ${fileTypes[versionOf.type].name}.`
  }
  if (!endings.has(endingOf(name))) {
    return 'This file type is not supported. Upload a PDF, image, Word, Excel or PowerPoint file, CSV, text or MP4 video.'
  }
  return undefined
}
