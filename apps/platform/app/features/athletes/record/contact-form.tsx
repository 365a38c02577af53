import { athletesApi } from '@sherpa/api-client/athletes'
import {
  type Athlete,
  type Contact,
  contactReaches,
  contactRelations,
  type NewContact,
  newContact,
} from '@sherpa/contracts/athlete'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { ContactNameField, EmailAndPhoneFields } from '../../contact-log/contact-fields.tsx'

export function ContactForm({
  athlete,
  contact,
  onSaved,
  onClose,
}: {
  athlete: Athlete
  /** Undefined: a new one. */
  contact: Contact | undefined
  onSaved: (id: string) => void
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [add] = athletesApi.useAddContactMutation()
  const [change] = athletesApi.useChangeContactMutation()
  const of = { organization, athlete: athlete.id }
  const { errors, failureText, busy, formProps } = useForm({
    schema: newContact,
    read: ({ title, email, phone, ...typed }) => ({
      ...typed,
      title: title || null,
      email: email || null,
      phone: phone || null,
    }),
    async send(body: NewContact) {
      if (contact) {
        await change({ ...of, contact: contact.id, body }).unwrap()
        onSaved(contact.id)
      } else await add({ ...of, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      {athlete.minor && !contact && namesToNotify(athlete) && (
        <p className="text-sm">{namesToNotify(athlete)} will be notified by email, because this athlete is under 18.</p>
      )}
      <FormMessage failure={failureText} />
      <ContactNameField contact={contact} errors={errors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="relation"
          label="Relationship"
          options={contactRelations}
          defaultValue={contact?.relation}
          error={errors.get('relation')}
        />
        <TextField
          name="title"
          label="Title"
          note="optional"
          placeholder="Mother, head coach"
          defaultValue={contact?.title ?? ''}
          maxLength={80}
          errors={errors}
        />
      </div>
      <SelectField
        name="reach"
        label="Contact level"
        options={contactReaches}
        defaultValue={contact?.reach}
        error={errors.get('reach')}
      />
      <EmailAndPhoneFields contact={contact} errors={errors} />
      <SubmitActions
        label={contact ? 'Save' : 'Add'}
        busyLabel={contact ? 'Saving…' : 'Adding…'}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}

/** Names of the contacts who are notified of new ones. */
function namesToNotify({ contacts }: Athlete) {
  const told = contacts?.filter(({ reach, email }) => reach === 'full' && email) ?? []
  return told.map(({ name }) => name).join(', ')
}
