import { requiredLine } from '@sherpa/contracts/text'
import { controlClass, Field } from '@sherpa/ui/field'
import * as z from 'zod/mini'
import { TextField } from '../../../forms/text-field.tsx'
import { useToday } from '../../../frame/use-today.ts'
import { reasonNotToSend } from './file-words.ts'

const signedPdf = z
  .custom<File>((file) => file instanceof File && /\.pdf$/i.test(file.name), 'Choose the signed document as a PDF')
  .check(z.refine((file) => !reasonNotToSend(file), { error: ({ input }) => reasonNotToSend(input as File) ?? '' }))

/** Fields of a contract or agreement that was signed elsewhere. */
export const signedElsewhere = {
  signedOn: z.iso.date('Enter a date'),
  guardian: z.optional(requiredLine(120, 'Enter a name')),
  file: signedPdf,
}

type Errors = { errors: ReadonlyMap<string, string> }

export function SignedOnField({ errors, onChange }: Errors & { onChange?: (day: string) => void }) {
  return (
    <TextField
      name="signedOn"
      label="Signed on"
      type="date"
      max={useToday()}
      onChange={({ target }) => onChange?.(target.value)}
      errors={errors}
    />
  )
}

export function SignedPdfField({ label, hint, errors }: Errors & { label: string; hint: string }) {
  return (
    <Field label={label} hint={<span className="text-grey">{hint}</span>} error={errors.get('file')}>
      {(control) => <input {...control} type="file" name="file" accept=".pdf" className={controlClass} />}
    </Field>
  )
}

export function GuardianField({ errors }: Errors) {
  return (
    <TextField
      name="guardian"
      label="Guardian who signed"
      note="if the athlete was under 18"
      maxLength={120}
      autoComplete="off"
      errors={errors}
    />
  )
}
