import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, type SocialPlatform, socialAccount, socialPlatforms } from '@sherpa/contracts/athlete'
import {
  type ContactData,
  type ContactField,
  type ContactRecord,
  contactData,
  contactFields,
  reduceChange,
} from '@sherpa/contracts/contact-data'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useAction } from '../../../data/use-action.ts'
import { failureOf } from '../../../forms/failure.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { NothingYet, QuietButton } from './panel-parts.tsx'

const platforms = Object.keys(socialPlatforms) as SocialPlatform[]
const plainFields = ['phone', 'address', 'shirtSize', 'shoeSize'] as const
const { handle } = socialAccount.shape

/** A field per platform, so that each shows its own error. */
const contactForm = z.object({
  ...z.omit(contactData, { handles: true }).shape,
  ...(Object.fromEntries(platforms.map((platform) => [platform, z.optional(handle)])) as Record<
    SocialPlatform,
    z.ZodMiniOptional<typeof handle>
  >),
})

type Subject = Pick<Athlete, 'id' | 'editable'> & Partial<Pick<Athlete, 'version'>>

/** Contact data that athletes keep current. Others see address and sizes, and decide about changes. */
export function ContactDataPanel({ athlete }: { athlete: Subject }) {
  const { id: organization, role } = useOrganization()
  const { currentData } = athletesApi.useContactDataQuery({ organization, athlete: athlete.id })
  const { record, onShow } = useUnmasked(athlete, currentData)
  const [isEditing, setEditing] = useState(false)
  if (!record?.data) return null
  const { data, masked, proposal } = record
  const isOwn = role === 'athlete'
  const shown = plainFields.filter((field) => data[field] && (isOwn || field !== 'phone'))
  if (!isOwn && shown.length === 0 && !proposal) return null
  const isMasked = masked && [...shown, ...(proposal?.fields ?? [])].some((field) => maskedFields.has(field))
  return (
    <Panel
      title={isOwn ? 'Your contact data' : shown.length > 0 ? 'Address and sizes' : 'Contact data'}
      actions={
        isOwn ? (
          <QuietButton name="Update your contact data" icon="settings" onClick={() => setEditing(true)}>
            Update
          </QuietButton>
        ) : (
          isMasked && (
            <QuietButton name="Show contact data (logged)" icon="show" onClick={onShow}>
              Show
            </QuietButton>
          )
        )
      }
    >
      {shown.length > 0 ? (
        <dl className="-mt-2">
          {shown.map((field) => (
            <div key={field} className="fact">
              <dt className="text-grey">{contactFields[field]}</dt>
              <dd className="fact-value break-words">{data[field]}</dd>
            </div>
          ))}
        </dl>
      ) : (
        isOwn && <NothingYet>None yet</NothingYet>
      )}
      {proposal &&
        (isOwn ? (
          <p className="mt-3 text-sm">
            Waiting for your manager: {proposal.fields.map((field) => contactFields[field]).join(', ')}
          </p>
        ) : (
          <Proposal athlete={athlete} data={data} proposal={proposal} isMasked={isMasked} />
        ))}
      <Dialog open={isEditing} title="Your contact data" onClose={() => setEditing(false)}>
        <ContactForm athlete={athlete.id} record={record} data={data} onClose={() => setEditing(false)} />
      </Dialog>
    </Panel>
  )
}

const maskedFields: ReadonlySet<ContactField> = new Set(['phone', 'address'])

/** A minor's phone and address are masked until shown, and again after a change. */
function useUnmasked({ id: athlete, version }: Subject, record: ContactRecord | undefined) {
  const { id: organization } = useOrganization()
  const [show] = athletesApi.useShowContactDataMutation()
  const [shown, setShown] = useState<{ key: string; record: ContactRecord }>()
  const { run } = useAction()
  const key = [athlete, version, record?.proposal?.at].join()
  if (record?.masked && shown?.key === key) return { record: shown.record, onShow: () => undefined }
  const onShow = () => run(async () => setShown({ key, record: await show({ organization, athlete }).unwrap() }))
  return { record, onShow }
}

function Proposal({
  athlete,
  data: present,
  proposal: { data, fields, at },
  isMasked,
}: {
  athlete: Subject
  data: ContactData
  proposal: NonNullable<ContactRecord['proposal']>
  isMasked: boolean
}) {
  const { id: organization } = useOrganization()
  const [decide] = athletesApi.useDecideContactDataMutation()
  const [busy, setBusy] = useState<'approved' | 'declined'>()

  async function send(decision: 'approved' | 'declined') {
    setBusy(decision)
    try {
      await decide({ organization, athlete: athlete.id, body: { decision, at } }).unwrap()
    } catch (error) {
      showToast('error', failureOf(error).text)
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <section aria-label="Proposed contact data" className="mt-3 flex flex-col gap-3 border-t border-line pt-3 text-sm">
      <h3 className="font-medium text-ink">The athlete asks to change</h3>
      <dl>
        {fields.map((field) => (
          <div key={field} className="fact">
            <dt className="text-grey">{contactFields[field]}</dt>
            <dd className="fact-value break-words">
              {fieldInWords(data, field) || 'None'}
              <span className="block text-grey">Now: {fieldInWords(present, field) || 'none'}</span>
            </dd>
          </div>
        ))}
      </dl>
      {athlete.editable &&
        (isMasked ? (
          <p>Show the contact data to decide.</p>
        ) : (
          <span className="flex flex-wrap gap-2">
            <Button size="small" busy={busy === 'approved'} onClick={() => send('approved')}>
              {busy === 'approved' ? 'Accepting…' : 'Accept changes'}
            </Button>
            <Button look="secondary" size="small" busy={busy === 'declined'} onClick={() => send('declined')}>
              {busy === 'declined' ? 'Declining…' : 'Decline changes'}
            </Button>
          </span>
        ))}
    </section>
  )
}

function fieldInWords(data: ContactData, field: ContactField) {
  if (field !== 'handles') return data[field]
  return data.handles.map(({ platform, handle }) => `${socialPlatforms[platform]} ${handle}`).join(', ')
}

function ContactForm({
  athlete,
  record: { proposal, reviewed },
  data,
  onClose,
}: {
  athlete: string
  record: ContactRecord
  data: ContactData
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [change] = athletesApi.useChangeOwnContactDataMutation()
  const current = proposal?.data ?? data
  const { errors, failureText, busy, formProps } = useForm({
    schema: contactForm,
    read: (typed) =>
      Object.fromEntries(
        Object.entries(typed).map(([name, text]) => [
          name,
          text === '' ? ((plainFields as readonly string[]).includes(name) ? null : undefined) : text,
        ]),
      ),
    async send({ phone, address, shirtSize, shoeSize, ...entered }) {
      const handles = platforms.map((platform) => ({ platform, handle: entered[platform] ?? null }))
      const body = reduceChange(data, { phone, address, shirtSize, shoeSize, handles })
      await change({ organization, athlete, body }).unwrap()
      showToast('success', reviewed ? 'Sent. Your manager accepts the changes.' : 'Contact data saved.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">
        {reviewed ? 'Your manager accepts your changes first.' : 'Your manager is told about your changes.'}
      </p>
      <FormMessage failure={failureText} />
      <TextField
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        defaultValue={current.phone ?? ''}
        errors={errors}
      />
      <TextField
        name="address"
        label="Address"
        autoComplete="street-address"
        defaultValue={current.address ?? ''}
        errors={errors}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField name="shirtSize" label="Shirt size" defaultValue={current.shirtSize ?? ''} errors={errors} />
        <TextField name="shoeSize" label="Shoe size" defaultValue={current.shoeSize ?? ''} errors={errors} />
      </div>
      {platforms.map((platform) => (
        <TextField
          key={platform}
          name={platform}
          label={socialPlatforms[platform]}
          defaultValue={current.handles.find((one) => one.platform === platform)?.handle ?? ''}
          placeholder="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          errors={errors}
        />
      ))}
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
