import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { type DisclosureMove, disclosureMoves } from '@sherpa/contracts/disclosure-state'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { useNavigate } from 'react-router'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { pastMove } from './past-days.ts'

/** Moves that need a day or a comment, with the label of the day. */
const questions: Partial<Record<DisclosureMove, { title: string; day?: string; about?: string; look?: 'danger' }>> = {
  attest: { title: 'Record attestation', day: 'Attested on' },
  clear: { title: 'Record: cleared', day: 'Cleared on' },
  flag: { title: 'Record: flagged', day: 'Flagged on' },
  refuse: { title: 'Record: not cleared', day: 'Decided on' },
  arbitrate: { title: 'Record: in arbitration' },
  revise: {
    title: 'Revise the report',
    day: 'Terms changed on',
    about: 'Opens a new draft with the terms of today. Its clock counts from this day. This report stays on record.',
  },
  withdraw: { title: 'Withdraw the report', about: 'It stays on record and is not due any more.', look: 'danger' },
}

export const asksFirst = (move: DisclosureMove) => questions[move] !== undefined

export function MoveDialog({
  disclosure,
  move,
  onClose,
}: {
  disclosure: Disclosure
  move: DisclosureMove | undefined
  onClose: () => void
}) {
  return (
    <Dialog open={move !== undefined} title={(move && questions[move]?.title) ?? ''} onClose={onClose}>
      {move && <MoveForm disclosure={disclosure} move={move} onClose={onClose} />}
    </Dialog>
  )
}

function MoveForm({
  disclosure: { id, version },
  move,
  onClose,
}: {
  disclosure: Disclosure
  move: DisclosureMove
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const today = useToday()
  const navigate = useNavigate()
  const [send] = disclosuresApi.useMoveDisclosureMutation()
  const { title, day, about, look } = questions[move] ?? { title: disclosureMoves[move] }
  const { errors, failureText, busy, formProps } = useForm({
    schema: pastMove(today),
    // An emptied day is refused. Without the field, the server takes today.
    read: ({ on, comment }) => ({ version, move, ...(day && { on }), ...(comment ? { comment } : {}) }),
    async send(body) {
      const moved = await send({ organization, disclosure: id, body }).unwrap()
      onClose()
      if (moved.id !== id) void navigate(`/organizations/${organization}/compliance/${moved.id}`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      {about && <p className="text-sm">{about}</p>}
      {day && <TextField name="on" label={day} type="date" max={today} defaultValue={today} errors={errors} />}
      {move !== 'revise' && (
        <Field label="Comment" note="optional" error={errors.get('comment')}>
          {(control) => <textarea {...control} name="comment" rows={3} maxLength={1000} className={controlClass} />}
        </Field>
      )}
      <SubmitActions label={title} busyLabel="Saving…" busy={busy} {...(look && { look })} onCancel={onClose} />
    </form>
  )
}
