import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { disclosureMoves } from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import * as z from 'zod/mini'
import { FormMessage } from '../../forms/form-message.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { pastMove } from './past-days.ts'

/** Records a report as filed, with its proof. A notice by mail has no confirmation number. */
export function RecordFiling({ disclosure }: { disclosure: Disclosure }) {
  const { id: organization } = useOrganization()
  const { id, version, kind, files } = disclosure
  const hasNumber = kind !== 'school-72h'
  const today = useToday()
  const [send] = disclosuresApi.useMoveDisclosureMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: pastMove(today).check(
      z.refine(({ confirmation }) => Boolean(confirmation) || files.length > 0, {
        path: ['confirmation'],
        error: hasNumber ? 'Enter the confirmation number, or add a file as proof' : 'Add a file as proof',
      }),
    ),
    read: ({ confirmation = '', on }) => ({
      version,
      move: 'submit',
      on,
      ...(String(confirmation).trim() && { confirmation }),
    }),
    send: (body) => send({ organization, disclosure: id, body }).unwrap(),
  })
  return (
    <form {...formProps} className="flex flex-col gap-3">
      <FormMessage failure={failureText} />
      {hasNumber && (
        <TextField
          name="confirmation"
          label="Confirmation number"
          maxLength={120}
          autoComplete="off"
          defaultValue=""
          errors={errors}
        />
      )}
      <TextField name="on" label="Filed on" type="date" max={today} defaultValue={today} errors={errors} />
      <Button type="submit" look="secondary" busy={busy} className="self-start">
        {disclosureMoves.submit}
      </Button>
    </form>
  )
}
