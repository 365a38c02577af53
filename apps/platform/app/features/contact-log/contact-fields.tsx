import { EmailField, TextField } from '../../forms/text-field.tsx'

type Fields = {
  /** Undefined: a new contact. */
  contact: { name: string; email: string | null; phone: string | null } | undefined
  errors: ReadonlyMap<string, string>
}

export function ContactNameField({ contact, errors }: Fields) {
  return (
    <TextField
      name="name"
      label="Name"
      defaultValue={contact?.name}
      maxLength={120}
      autoComplete="off"
      errors={errors}
    />
  )
}

export function EmailAndPhoneFields({ contact, errors }: Fields) {
  return (
    <>
      <EmailField
        name="email"
        label="Email"
        note="optional"
        autoComplete="off"
        defaultValue={contact?.email ?? ''}
        errors={errors}
      />
      <TextField
        name="phone"
        type="tel"
        label="Phone"
        note="optional"
        autoComplete="off"
        defaultValue={contact?.phone ?? ''}
        maxLength={40}
        errors={errors}
      />
    </>
  )
}
