import { type ContactKind, contactKinds, newNote, usualReaders } from '@sherpa/contracts/contact-log'
import { Button } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { GrowingTextArea } from '../../forms/growing-text-area.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { usePhone } from '../../list/use-phone.ts'
import { useLog } from './log-context.tsx'
import { readersInWords } from './log-sentence.ts'
import { type LogTarget, useLogCalls } from './log-target.ts'
import { useOfferedReaders } from './note-readers.tsx'

/** Adds notes. Ctrl+Enter submits. A contact is logged in the dialog, which takes over the typed text. */
export function NoteForm({ target, textRef }: { target: LogTarget; textRef?: Ref<HTMLTextAreaElement> }) {
  const { permissions } = useOrganization()
  const offered = useOfferedReaders(target.record)
  const [readers, setReaders] = useState(usualReaders(permissions))
  const { add } = useLogCalls(target)
  const log = useLog()
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  const isPhone = usePhone()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newNote,
    read: (typed) => ({ ...typed, kind: 'note' }),
    async send(body) {
      await add(body)
      formProps.ref.current?.reset()
      setReaders(usualReaders(permissions))
    },
  })
  const error = errors.get('text')

  function submitByShortcut(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) formProps.ref.current?.requestSubmit()
  }

  function logContact(kind: ContactKind) {
    const form = formProps.ref.current
    const text = form ? String(new FormData(form).get('text')) : ''
    log?.open({ kind, direction: 'out', text })
    form?.reset()
  }

  return (
    <form {...formProps} className="flex flex-col gap-2">
      <FormMessage failure={failureText} />
      <div className="group/note rounded-lg border border-line-strong bg-ground has-[textarea:focus-visible]:outline-3 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-(--focus-ring,var(--color-glacier)) has-aria-invalid:border-error">
        <GrowingTextArea
          ref={textRef}
          name="text"
          rows={isPhone ? 1 : 2}
          maxLength={5000}
          aria-label="Write a note"
          placeholder={isPhone ? 'Write a note or log a call' : 'Write a note'}
          aria-keyshortcuts="Control+Enter"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onFocus={() => setOpened(true)}
          onKeyDown={submitByShortcut}
          className="block max-h-80 min-h-14 w-full bg-transparent px-3 pt-2.5 max-md:min-h-11 text-input text-ink placeholder:text-grey focus-visible:outline-none"
        />
        {/* Phones show it once somebody writes, and keep it: if it closed on blur, a press below would miss its target. */}
        <div
          className={`flex items-center justify-end gap-2 p-2 ${isOpened ? '' : 'max-md:hidden max-md:group-has-[textarea:not(:placeholder-shown)]/note:flex'}`}
        >
          <input type="hidden" name="readers" value={readers} />
          <MenuButton
            align="end"
            name={`Visible to: ${readersInWords[readers]}. Change`}
            buttonClass="inline-flex min-h-7 cursor-pointer items-center gap-1 rounded-sm px-1.5 text-xs font-medium text-slate hover:bg-hover hover:text-ink max-md:min-h-11"
            label={
              <>
                Visible to: {readersInWords[readers]}
                <ToolIcon name="chevron" className="size-2.5 rotate-90" />
              </>
            }
          >
            {offered.map((one) => (
              <button
                key={one}
                type="button"
                aria-current={one === readers || undefined}
                className={menuItemClass}
                onClick={() => setReaders(one)}
              >
                {readersInWords[one]}
              </button>
            ))}
          </MenuButton>
          <Button type="submit" look="secondary" size="small" busy={busy}>
            Save
          </Button>
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-xs font-medium text-error">
          {error}
        </p>
      )}
      <fieldset
        className={`-mx-1.5 flex min-w-0 flex-wrap items-center gap-x-0.5 text-xs max-md:flex-nowrap max-md:overflow-x-auto max-md:[scrollbar-width:none] ${isOpened ? '' : 'max-md:hidden'}`}
      >
        <legend className="sr-only">Log contact</legend>
        <span aria-hidden="true" className="px-1.5 text-grey">
          Log
        </span>
        {(Object.entries(contactKinds) as [ContactKind, string][]).map(([kind, name]) => (
          <button
            key={kind}
            type="button"
            onClick={() => logContact(kind)}
            className="inline-flex min-h-7 cursor-pointer items-center rounded-sm px-1.5 font-medium text-slate hover:bg-hover hover:text-ink max-md:min-h-11 max-md:px-2"
          >
            {name}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
