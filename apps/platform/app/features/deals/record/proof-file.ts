import { allFileTypes, fitsName, isImage, isPdf } from '@sherpa/contracts/file'
import { reasonNotToSend } from '../../athletes/files/file-words.ts'

const proofTypes = allFileTypes.filter((type) => isImage(type) || isPdf(type))

/** By their media types, phones offer the camera, and send photos in a format that every browser shows. */
export const acceptedProofs = proofTypes.join(',')

/** What is known to be wrong with a proof before it is sent. */
export function reasonNotToProve(file: Pick<File, 'name' | 'size'>) {
  if (!proofTypes.some((type) => fitsName(type, file.name))) {
    return 'This type of file cannot be sent. Choose a photo (JPEG, PNG, GIF or WebP) or a PDF.'
  }
  return reasonNotToSend(file)
}
