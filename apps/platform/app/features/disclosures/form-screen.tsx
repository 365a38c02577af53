import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { DisclosureForm } from '@sherpa/contracts/disclosure'
import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'

/** Labels and order of the packet's fields. */
export function Component() {
  const { kind = 'nil-go' } = useParams()
  const { id: organization, name } = useOrganization()
  const query = disclosuresApi.useDisclosureFormQuery({ organization, kind })
  return (
    <>
      <ScreenHeading
        title="Report fields"
        within={name}
        lead="Use the labels and the order of the clearinghouse’s form. Filed reports keep theirs."
      />
      <Loaded query={query}>{(form) => <FormEditor key={form.version} kind={kind} form={form} />}</Loaded>
    </>
  )
}

function FormEditor({ kind, form }: { kind: string; form: DisclosureForm }) {
  const { id: organization } = useOrganization()
  const [fields, setFields] = useState(form.fields)
  const [change] = disclosuresApi.useChangeDisclosureFormMutation()
  const { busy, run } = useAction()
  function swap(from: number, to: number) {
    setFields((before) => {
      const [moved] = before.slice(from, from + 1)
      const rest = before.toSpliced(from, 1)
      return moved ? rest.toSpliced(to, 0, moved) : before
    })
  }
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <ol className="flex flex-col gap-2">
        {fields.map((field, index) => (
          <li key={field.key} className="flex items-center gap-2">
            <input
              aria-label={`Label of ${field.key}`}
              value={field.label}
              maxLength={80}
              onChange={({ target }) =>
                setFields((before) => before.map((one, at) => (at === index ? { ...one, label: target.value } : one)))
              }
              className={controlClass}
            />
            <Button
              look="secondary"
              size="small"
              disabled={index === 0}
              aria-label={`Move ${field.label} up`}
              onClick={() => swap(index, index - 1)}
            >
              <ToolIcon name="chevron" className="size-4 -rotate-90" />
            </Button>
            <Button
              look="secondary"
              size="small"
              disabled={index === fields.length - 1}
              aria-label={`Move ${field.label} down`}
              onClick={() => swap(index, index + 1)}
            >
              <ToolIcon name="chevron" className="size-4 rotate-90" />
            </Button>
          </li>
        ))}
      </ol>
      <Button
        busy={busy}
        className="self-start"
        onClick={() =>
          run(() => change({ organization, kind, body: { version: form.version, fields } }).unwrap(), 'Fields saved.')
        }
      >
        {busy ? 'Saving…' : 'Save'}
      </Button>
    </div>
  )
}
