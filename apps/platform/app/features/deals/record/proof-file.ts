import { allFileTypes, fitsName, isImage, isPdf } from '@sherpa/contracts/file'
import { reasonNotToSend } from '../../athletes/files/file-words.ts'

const proofTypes = allFileTypes.filter((type) => isImage(type) || isPdf(type))

/** Media types let phones offer the camera and convert photos to web formats. */
export const acceptedProofs = proofTypes.join(',')

/** Checks a proof before the upload. */
export function proofProblem(file: Pick<File, 'name' | 'size'>) {
  if (!proofTypes.some((type) => fitsName(type, file.name))) {
    return 'This file type is not supported. Choose a photo (JPEG, PNG, GIF or WebP) or a PDF.'
  }
  return reasonNotToSend(file)
}
