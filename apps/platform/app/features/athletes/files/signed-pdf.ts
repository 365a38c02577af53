import * as z from 'zod/mini'
import { reasonNotToSend } from './file-words.ts'

/** A signed contract or agreement in a form. */
export const signedPdf = z
  .custom<File>((file) => file instanceof File && /\.pdf$/i.test(file.name), 'Choose the signed document as a PDF')
  .check(z.refine((file) => !reasonNotToSend(file), { error: ({ input }) => reasonNotToSend(input as File) ?? '' }))
