import { athletesApi } from '@sherpa/api-client/athletes'
import { newNote, noteKinds, usualReaders } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { FormMessage } from '../../../forms/form-message.tsx'
import { GrowingTextArea } from '../../../forms/growing-text-area.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useOfferedReaders } from './note-readers.tsx'
import { readersInWords } from './timeline-sentence.ts'

/** Adds notes and logs calls, emails and meetings. Ctrl+Enter submits. */
export function NoteForm({
  athlete,
  textRef,
  onSaved,
}: {
  athlete: string
  textRef?: Ref<HTMLTextAreaElement>
  onSaved?: () => void
}) {
  const { id: organization, permissions } = useOrganization()
  const offered = useOfferedReaders()
  const [add] = athletesApi.useAddNoteMutation()
  const id = useId()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newNote,
    async send(body) {
      await add({ organization, athlete, body }).unwrap()
      formProps.ref.current?.reset()
      onSaved?.()
    },
  })
  const error = errors.get('text')

  function submitByShortcut(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) formProps.ref.current?.requestSubmit()
  }

  return (
    <form {...formProps} className="flex flex-col gap-2">
      <FormMessage failure={failureText} />
      <div className="rounded-lg border border-line-strong bg-ground has-[textarea:focus-visible]:outline-3 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-(--focus-ring,var(--color-glacier)) has-aria-invalid:border-error">
        <GrowingTextArea
          ref={textRef}
          name="text"
          rows={2}
          maxLength={5000}
          aria-label="Write a note"
          placeholder="Write a note. Ctrl + Enter saves it."
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onKeyDown={submitByShortcut}
          className="block max-h-80 min-h-14 w-full bg-transparent px-3 pt-2.5 text-input text-ink placeholder:text-grey focus-visible:outline-none"
        />
        <div className="flex flex-wrap items-center justify-between gap-2 p-2">
          <fieldset className="flex flex-wrap gap-0.5">
            <legend className="sr-only">Type</legend>
            {Object.entries(noteKinds).map(([kind, name]) => (
              <label
                key={kind}
                className="inline-flex min-h-7 cursor-pointer items-center rounded-sm px-1.5 text-xs font-medium text-grey hover:text-ink has-checked:bg-quiet has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-(--focus-ring,var(--color-glacier)) max-md:min-h-11 max-md:px-2"
              >
                <input type="radio" name="kind" value={kind} defaultChecked={kind === 'note'} className="sr-only" />
                {name}
              </label>
            ))}
          </fieldset>
          <select
            name="readers"
            aria-label="Visible to"
            defaultValue={usualReaders(permissions)}
            className={`${controlClass} ml-auto min-h-7 w-auto py-0.5 pr-7 pl-2 text-xs max-md:min-h-11`}
          >
            {offered.map((readers) => (
              <option key={readers} value={readers}>
                {readersInWords[readers]}
              </option>
            ))}
          </select>
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
    </form>
  )
}
