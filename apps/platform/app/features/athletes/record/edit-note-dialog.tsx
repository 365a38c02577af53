import { athletesApi } from '@sherpa/api-client/athletes'
import { changedNote, type TimelineEntry } from '@sherpa/contracts/athlete'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'

type Props = { athlete: string; note: TimelineEntry; onClose: () => void }

/** Changes the text of one's own note. */
export function EditNoteDialog({ note, ...props }: Omit<Props, 'note'> & { note: TimelineEntry | undefined }) {
  return (
    <Dialog open={note !== undefined} title="Edit note" onClose={props.onClose}>
      {note && <NoteTextForm note={note} {...props} />}
    </Dialog>
  )
}

function NoteTextForm({ athlete, note, onClose }: Props) {
  const { id: organization } = useOrganization()
  const [change] = athletesApi.useChangeNoteMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: changedNote,
    async send(body) {
      await change({ organization, athlete, note: note.id, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <Field label="Note" error={errors.get('text')}>
        {(control) => (
          <textarea
            {...control}
            name="text"
            rows={6}
            maxLength={5000}
            defaultValue={note.text ?? ''}
            className={controlClass}
          />
        )}
      </Field>
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
