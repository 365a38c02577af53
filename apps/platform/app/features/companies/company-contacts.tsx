import { companiesApi } from '@sherpa/api-client/companies'
import {
  type Company,
  type CompanyContact,
  type ContactOfRecord,
  type NewCompanyContact,
  newCompanyContact,
} from '@sherpa/contracts/company'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { dayOf } from '../../data/moments.tsx'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { QuietButton } from '../athletes/record/panel-parts.tsx'
import { ContactNameField, EmailAndPhoneFields } from '../contact-log/contact-fields.tsx'
import { ContactLinks } from '../contact-log/contact-links.tsx'

export function CompanyContacts({ company }: { company: Company }) {
  const { id: organization, may } = useOrganization()
  const [chosen, setEdited] = useState<CompanyContact | 'new'>()
  const [isAdding, setAdding] = useOpenedByAddress('add-contact')
  const [removed, setRemoved] = useState<CompanyContact>()
  const [remove] = companiesApi.useRemoveCompanyContactMutation()
  const heading = useFocusWhenLost(company.contacts.length)
  const editable = may('deals.edit')
  const edited = chosen ?? (isAdding && editable ? 'new' : undefined)
  const close = () => {
    setEdited(undefined)
    setAdding(false)
  }
  if (!editable && company.contacts.length === 0) return null
  return (
    <Panel
      title="Contacts"
      count={company.contacts.length}
      headingRef={heading}
      empty={company.contacts.length === 0 && 'None yet'}
      actions={
        editable && (
          <QuietButton name="Add contact" onClick={() => setEdited('new')}>
            Add
          </QuietButton>
        )
      }
    >
      {company.contacts.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft text-sm">
          {company.contacts.map((contact) => (
            <li key={contact.id} className="contact-row">
              <Avatar name={contact.name} size="regular" />
              <div className="min-w-0">
                <p className="font-medium break-words text-ink">{contact.name}</p>
                {contact.refusedAt ? (
                  <p className="text-xs break-words text-error">Email bounced {dayOf(contact.refusedAt)}</p>
                ) : (
                  <Duties {...contact} />
                )}
              </div>
              <div className="contact-reach">
                <ContactLinks name={contact.name} contact={contact.id} email={contact.email} phone={contact.phone} />
              </div>
              {editable && (
                <div className="contact-menu flex items-center gap-1">
                  {contact.refusedAt && (
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Fix email of ${contact.name}`}
                      onClick={() => setEdited(contact)}
                    >
                      Fix
                    </Button>
                  )}
                  <RowMenu name={`Actions for ${contact.name}`}>
                    <MenuItem onClick={() => setEdited(contact)}>Edit</MenuItem>
                    <MenuItem onClick={() => setRemoved(contact)}>Remove</MenuItem>
                  </RowMenu>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog open={edited !== undefined} title={edited === 'new' ? 'Add contact' : 'Edit contact'} onClose={close}>
        {edited && <ContactForm company={company.id} contact={edited === 'new' ? undefined : edited} onClose={close} />}
      </Dialog>
      <ConfirmDialog
        open={removed !== undefined}
        title={`Remove ${removed?.name ?? ''}?`}
        confirm="Remove"
        confirming="Removing…"
        onClose={() => setRemoved(undefined)}
        onConfirm={() => remove({ organization, company: company.id, companyContact: removed?.id ?? '' }).unwrap()}
      >
        <p className="text-sm">Existing deals keep this person’s name.</p>
      </ConfirmDialog>
    </Panel>
  )
}

/** Such as "Accounts payable, gets reminders". */
function Duties({ title, signs, getsReminders }: Pick<ContactOfRecord, 'title' | 'signs' | 'getsReminders'>) {
  const words = [title, signs && 'signs', getsReminders && 'gets reminders'].filter(Boolean).join(', ')
  return words && <p className="text-xs break-words text-grey first-letter:uppercase">{words}</p>
}

function ContactForm({
  company,
  contact,
  onClose,
}: {
  company: string
  /** Undefined: a new contact. */
  contact: CompanyContact | undefined
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [add] = companiesApi.useAddCompanyContactMutation()
  const [change] = companiesApi.useChangeCompanyContactMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newCompanyContact,
    read: ({ name, title, email, phone }) => ({
      name,
      title: title || null,
      email: email || null,
      phone: phone || null,
    }),
    async send(body: NewCompanyContact) {
      const of = { organization, company, body }
      await (contact ? change({ ...of, companyContact: contact.id }) : add(of)).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <ContactNameField contact={contact} errors={errors} />
      <TextField
        name="title"
        label="Title"
        note="optional"
        placeholder="Partnerships manager"
        defaultValue={contact?.title ?? ''}
        maxLength={80}
        autoComplete="off"
        errors={errors}
      />
      <EmailAndPhoneFields contact={contact} errors={errors} />
      <SubmitActions
        label={contact ? 'Save' : 'Add contact'}
        busyLabel={contact ? 'Saving…' : 'Adding…'}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}
