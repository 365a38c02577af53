import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { Disclosure, PacketField } from '@sherpa/contracts/disclosure'
import { isUnfiled } from '@sherpa/contracts/disclosure-state'
import { text } from '@sherpa/contracts/text'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { isSingleKey } from '../../frame/single-keys.ts'

/** In the order of the form. `C` copies a field and moves to the next one. */
export function PacketPanel({ disclosure }: { disclosure: Disclosure }) {
  const { may } = useOrganization()
  const { fields, hash } = disclosure.packet
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set())
  const [edited, setEdited] = useState<PacketField>()
  const copyable = fields.filter(({ value }) => value !== null)
  const next = copyable.find(({ key }) => !copied.has(key))
  const mayEdit = may('disclosures.edit') && isUnfiled(disclosure.state)

  async function copy({ key, value, label }: PacketField) {
    try {
      await navigator.clipboard.writeText(value ?? '')
      setCopied((before) => new Set(before).add(key))
    } catch {
      showToast('error', `The browser did not allow to copy “${label}”. Select the text and copy it.`)
    }
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'c' || !next || !isSingleKey(event)) return
    event.preventDefault()
    void copy(next)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <Panel
      title="Packet"
      actions={
        <span className="text-sm text-grey">
          {copied.size} of {copyable.length} copied. <kbd>C</kbd> copies and moves on
        </span>
      }
    >
      {[...Map.groupBy(fields, ({ group }) => group)].map(([group, ofGroup]) => (
        <section key={group} aria-label={group} className="mb-4">
          <h3 className="text-xs font-medium text-grey">{group}</h3>
          <dl>
            {ofGroup.map((field) => (
              <div
                key={field.key}
                className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line-soft py-1.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_auto] ${field === next ? 'bg-glacier-pale' : ''}`}
              >
                <dt className="text-grey max-sm:col-span-2">{field.label}</dt>
                <dd className="min-w-0 break-words text-ink">
                  {field.value ?? (
                    <span className="text-summit-ink">{field.hidden ? 'Hidden from your role' : 'Missing'}</span>
                  )}
                </dd>
                <dd className="flex gap-2">
                  {mayEdit && !field.hidden && (
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Edit ${field.label}`}
                      onClick={() => setEdited(field)}
                    >
                      Edit
                    </Button>
                  )}
                  {field.value !== null && (
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Copy ${field.label}`}
                      onClick={() => void copy(field)}
                    >
                      {copied.has(field.key) ? 'Copied' : 'Copy'}
                    </Button>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {hash && (
        <p className="text-xs break-all text-grey">
          Locked on submission. SHA-256: <code>{hash}</code>
        </p>
      )}
      <Dialog open={edited !== undefined} title={edited?.label ?? ''} onClose={() => setEdited(undefined)}>
        {edited && <FieldForm disclosure={disclosure} field={edited} onClose={() => setEdited(undefined)} />}
      </Dialog>
    </Panel>
  )
}

const answer = z.object({ value: text(2000) })

function FieldForm({
  disclosure,
  field,
  onClose,
}: {
  disclosure: Disclosure
  field: PacketField
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [change] = disclosuresApi.useChangeDisclosureMutation()
  /** What a colleague saved meanwhile. */
  const [theirs, setTheirs] = useState<Disclosure>()
  const { errors, failureText, busy, formProps } = useForm({
    schema: answer,
    async send({ value }) {
      const { version, fields } = theirs ?? disclosure
      const changes =
        disclosure.kind === 'other'
          ? {
              fields: fields.map((one, index) =>
                `own-${index}` === field.key ? { ...one, value: value || null } : one,
              ),
            }
          : { answers: { [field.key]: value || null } }
      try {
        await change({ organization, disclosure: disclosure.id, body: { version, changes } }).unwrap()
        onClose()
      } catch (error) {
        const { data } = error as { data?: { code?: string; present?: Disclosure } }
        if (data?.code !== 'changed-meanwhile' || !data.present) throw error
        setTheirs(data.present)
      }
    },
  })
  const present = theirs?.packet.fields.find(({ key }) => key === field.key)
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      {theirs && (
        <div
          role="alert"
          className="rounded-md border border-summit/40 bg-summit-pale px-4 py-3 text-sm text-summit-ink"
        >
          <p className="font-semibold">A colleague has just changed this report. Their text:</p>
          <p className="break-words whitespace-pre-wrap">{present?.value ?? 'Empty'}</p>
          <p>Save again to replace it with yours.</p>
        </div>
      )}
      <Field
        label={field.label}
        hint={<span className="text-grey">Leave it empty to use the value of the record.</span>}
        error={errors.get('value')}
      >
        {(control) => (
          <textarea
            {...control}
            name="value"
            rows={4}
            maxLength={2000}
            defaultValue={field.value ?? ''}
            className={controlClass}
          />
        )}
      </Field>
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
