import { athletesApi } from '@sherpa/api-client/athletes'
import {
  type Athlete,
  type Contact,
  contactReaches,
  contactRelations,
  guardianRelations,
} from '@sherpa/contracts/athlete'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useAction } from '../../../data/use-action.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { Avatar } from '../../../frame/avatar.tsx'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { lazyForm } from '../../../frame/on-demand.tsx'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'
import { ContactLinks } from '../../contact-log/contact-links.tsx'
import { guardianToAsk, InviteGuardianButton } from '../guardians/invite-guardian-button.tsx'
import { QuietButton } from './panel-parts.tsx'

const ContactForm = lazyForm(async () => (await import('./contact-form.tsx')).ContactForm)

type Reachable = Pick<Contact, 'email' | 'phone'>

/** Contacts of an athlete. For minors, contact details are masked; showing them is logged. */
export function ContactsPanel({ athlete }: { athlete: Athlete }) {
  const { id: organization } = useOrganization()
  const [shown, setShown] = useState<Record<string, { reach: Reachable; version: number }>>({})
  const [isNewAsked, setNewAsked] = useOpenedByAddress('add-contact')
  const [chosen, setChosen] = useState<Contact | 'new'>()
  const edited = chosen ?? (isNewAsked ? 'new' : undefined)
  const setEdited = (contact?: Contact | 'new') => {
    setChosen(contact)
    setNewAsked(false)
  }
  const [removed, setRemoved] = useState<Contact>()
  const [show] = athletesApi.useShowContactMutation()
  const [remove] = athletesApi.useRemoveContactMutation()
  const { busy, run } = useAction()
  const { editable, contacts } = athlete
  const heading = useFocusWhenLost(contacts?.length)
  if (!contacts || (!editable && contacts.length === 0)) return null

  const of = { organization, athlete: athlete.id }

  /** Unmasks contact details. Details shown for an older version of the record are requested again. */
  async function unmask(contact: Contact): Promise<Contact> {
    if (!contact.masked) return contact
    const { version } = athlete
    const known = shown[contact.id]
    const reach = known?.version === version ? known.reach : await show({ ...of, contact: contact.id }).unwrap()
    setShown((before) => ({ ...before, [contact.id]: { reach, version } }))
    return { ...contact, ...reach, masked: false }
  }

  function mask(id: string) {
    setShown(({ [id]: _, ...others }) => others)
  }

  return (
    <Panel
      title="Contacts"
      headingRef={heading}
      empty={contacts.length === 0 && 'None yet'}
      actions={
        editable && (
          <QuietButton name="Add contact" onClick={() => setEdited('new')}>
            Add
          </QuietButton>
        )
      }
    >
      {contacts.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft text-sm">
          {contacts.map((contact) => {
            const reach = contact.masked ? shown[contact.id]?.reach : undefined
            return (
              <ContactRow
                key={contact.id}
                contact={reach ? { ...contact, ...reach, masked: false } : contact}
                athlete={athlete}
                busy={busy}
                onShow={() => run(() => unmask(contact))}
                onEdit={() => run(async () => setEdited(await unmask(contact)))}
                onRemove={() => setRemoved(contact)}
              />
            )
          })}
        </ul>
      )}
      <Dialog
        open={edited !== undefined}
        title={edited === 'new' ? 'Add contact' : 'Edit contact'}
        onClose={() => setEdited()}
      >
        {edited && (
          <ContactForm
            athlete={athlete}
            contact={edited === 'new' ? undefined : edited}
            onSaved={mask}
            onClose={() => setEdited()}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={removed !== undefined}
        title={`Remove ${removed?.name ?? ''}?`}
        confirm="Remove"
        confirming="Removing…"
        onClose={() => setRemoved(undefined)}
        onConfirm={() => remove({ ...of, contact: removed?.id ?? '' }).unwrap()}
      >
        <p className="text-sm">The timeline keeps a record of the removal.</p>
      </ConfirmDialog>
    </Panel>
  )
}

function ContactRow({
  contact,
  athlete,
  busy,
  onShow,
  onEdit,
  onRemove,
}: {
  contact: Contact
  athlete: Athlete
  busy: boolean
  onShow: () => void
  onEdit: () => void
  onRemove: () => void
}) {
  const { name, relation, title, reach, masked } = contact
  const kind = contactRelations[relation]
  // The title "Head coach" already contains the relationship "Coach".
  const relations = title?.toLowerCase().includes(kind.toLowerCase()) ? [title] : [title, kind].filter(Boolean)
  const isUnconfirmed =
    athlete.minor && guardianRelations.has(relation) && athlete.guardians?.every(({ state }) => state === 'invited')
  return (
    <li className="contact-row">
      <Avatar name={name} size="regular" />
      <div className="min-w-0">
        <p className="font-medium break-words text-ink">{name}</p>
        <p className="text-xs break-words text-grey">
          {relations.join(', ')}
          {isUnconfirmed && ', not confirmed yet'}
          {reach === 'limited' && `, ${contactReaches.limited.toLowerCase()}`}
        </p>
      </div>
      <div className="contact-reach">
        <Reach contact={contact} />
        {masked && (
          <button
            type="button"
            aria-label={`Show contact details of ${name} (logged)`}
            aria-disabled={busy || undefined}
            onClick={onShow}
            className="inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-sm px-2 font-medium text-ink hover:bg-hover max-md:min-h-11 max-md:px-0"
          >
            <ToolIcon name="show" />
            Show
          </button>
        )}
        {/* What needs attention has its button. */}
        {contact.id !== guardianToAsk(athlete)?.id && <InviteGuardianButton athlete={athlete} contact={contact} />}
      </div>
      {athlete.editable && (
        <div className="contact-menu">
          <RowMenu name={`Actions for ${name}`}>
            <MenuItem onClick={onEdit}>{masked ? 'Show and edit' : 'Edit'}</MenuItem>
            <MenuItem onClick={onRemove}>Remove</MenuItem>
          </RowMenu>
        </div>
      )}
    </li>
  )
}

function Reach({ contact: { id, name, email, phone, masked } }: { contact: Contact }) {
  if (masked) {
    return (
      <>
        <span className="sr-only">Email and phone are hidden</span>
        <span aria-hidden="true" className="flex flex-wrap gap-x-4 text-grey">
          {email && <span>{email}</span>}
          {phone && <span>{phone}</span>}
        </span>
      </>
    )
  }
  return <ContactLinks name={name} contact={id} email={email} phone={phone} />
}
