import type { Disclosure, PacketField } from '@sherpa/contracts/disclosure'
import { isUnfiled } from '@sherpa/contracts/disclosure-state'
import { text } from '@sherpa/contracts/text'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { isSingleKey } from '../../frame/single-keys.ts'
import { addressOfField } from './packet-address.ts'
import { factOfField, useDisclosureChanges } from './use-disclosure-changes.tsx'

/** In the order of the form. `C` copies a field and moves to the next one. */
export function PacketPanel({ disclosure, onEdit }: { disclosure: Disclosure; onEdit: (field: PacketField) => void }) {
  const { id: organization, role, may } = useOrganization()
  const { fields, hash } = disclosure.packet
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set())
  const copyable = fields.filter(({ value }) => value !== null)
  const next = copyable.find(({ key }) => !copied.has(key))
  const isFiled = !isUnfiled(disclosure.state)
  const [isOpen, setOpen] = useState(!isFiled)
  const mayEdit = may('disclosures.edit') && !isFiled
  const addressOf = ({ key }: PacketField) => addressOfField(key, disclosure, organization)

  async function copy({ key, value, label }: PacketField) {
    try {
      await navigator.clipboard.writeText(value ?? '')
      setCopied((before) => new Set(before).add(key))
    } catch {
      showToast('error', `The browser did not allow to copy “${label}”. Select the text and copy it.`)
    }
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'c' || !isOpen || !next || !isSingleKey(event)) return
    event.preventDefault()
    void copy(next)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const content = (
    <>
      {[...Map.groupBy(fields, ({ group }) => group)].map(([group, ofGroup]) => (
        <section key={group} aria-label={group} className="mb-4">
          <h3 className="text-xs font-medium text-grey">{group}</h3>
          <dl>
            {ofGroup.map((field) => (
              <div
                key={field.key}
                className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line-soft py-1.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_auto] ${field === next ? 'bg-glacier-pale' : field.value === null && !field.hidden ? 'bg-summit-pale' : ''}`}
              >
                <dt className="text-grey max-sm:col-span-2">{field.label}</dt>
                <dd className="min-w-0 break-words text-ink">
                  {field.value ?? <MissingValue field={field} address={mayEdit ? addressOf(field) : undefined} />}
                </dd>
                <dd className="flex gap-2">
                  {mayEdit && !field.hidden && (
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Edit ${field.label}`}
                      onClick={() => onEdit(field)}
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
      {mayEdit && disclosure.kind !== 'other' && (
        <p className="mb-2 text-sm text-grey">
          Does the form differ?{' '}
          <Link
            to={`/organizations/${organization}/compliance/forms/${disclosure.kind}`}
            className={`${textLinkClass} touch-area`}
          >
            Change the fields to match the form
          </Link>
        </p>
      )}
      {hash && role !== 'athlete' && (
        <p className="text-xs break-all text-grey">
          Once filed, nobody can change it. SHA-256: <code>{hash}</code>
        </p>
      )}
    </>
  )
  if (isFiled) {
    return (
      <section aria-label="Packet">
        <details className="group" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 border-b border-line-soft text-sm text-slate hover:text-ink max-md:min-h-11">
            <ToolIcon name="chevron" className="size-3 shrink-0 text-grey group-open:rotate-90" />
            <span>
              <span className="font-semibold text-ink">Packet</span>,{' '}
              {copyable.length === 1 ? '1 field' : `${copyable.length} fields`}
              {hash ? ' as filed' : ''}
            </span>
          </summary>
          <div className="pt-4">{content}</div>
        </details>
      </section>
    )
  }
  return (
    <Panel
      title="Packet"
      actions={
        <span className="text-sm text-grey">
          {copied.size} of {copyable.length} copied
          <span className="max-md:hidden">
            . <kbd>C</kbd> copies and moves on
          </span>
        </span>
      }
    >
      {content}
    </Panel>
  )
}

/** Links to the record that lacks the value. */
function MissingValue({ field: { label, hidden }, address }: { field: PacketField; address: string | undefined }) {
  if (hidden) return <span className="text-grey">Hidden from your role</span>
  return (
    <span className="text-summit-ink">
      Missing
      {address && (
        <>
          .{' '}
          <Link to={address} className="touch-area font-medium underline">
            Enter it in the record<span className="sr-only">: {label}</span>
          </Link>
        </>
      )}
    </span>
  )
}

const answer = z.object({ value: text(2000) })

export function FieldForm({
  disclosure,
  field,
  onClose,
}: {
  disclosure: Disclosure
  field: PacketField
  onClose: () => void
}) {
  const { save, dialog } = useDisclosureChanges()
  // As it was when the person began to type: a live update must not hide what a colleague wrote.
  const [seen] = useState(disclosure)
  const { errors, failureText, busy, formProps } = useForm({
    schema: answer,
    async send({ value }) {
      await save({ [factOfField(field.key)]: value || null }, seen)
      onClose()
    },
  })
  return (
    <>
      <form {...formProps} className="flex flex-col gap-4">
        <FormMessage failure={failureText} />
        <Field
          label={field.label}
          hint={
            disclosure.kind !== 'other' && (
              <span className="text-grey">Leave it empty to use the value of the record.</span>
            )
          }
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
      {dialog}
    </>
  )
}
