import { controlClass, Field } from '@sherpa/ui/field'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { spokenMoment } from '../../../behaviors/local-time'

const DateTimePicker = lazy(() => import('./date-time-picker'))

/** Shows the chosen moment, and opens a calendar to choose one. */
export function DateTimeField({
  name,
  label,
  placeholder,
  error,
  moment,
  onChoose,
}: {
  name: string
  label: string
  placeholder: string
  error: string | undefined
  moment: Date | undefined
  onChoose: (moment: Date) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)

  function openPicker() {
    setOpen(true)
    dialog.current?.showModal()
  }

  function openByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ' && event.key !== 'ArrowDown') return
    event.preventDefault()
    openPicker()
  }

  return (
    <>
      <Field label={label} error={error} hint={moment && `Selected: ${spokenMoment(moment)}`}>
        {(control) => (
          <input
            {...control}
            name={name}
            required
            readOnly
            autoComplete="off"
            aria-haspopup="dialog"
            value={moment ? spokenMoment(moment) : ''}
            placeholder={placeholder}
            onClick={openPicker}
            onKeyDown={openByKey}
            className={`${controlClass} cursor-pointer`}
          />
        )}
      </Field>
      <dialog
        ref={dialog}
        aria-label={label}
        onClose={() => setOpen(false)}
        className="picker m-auto max-h-[calc(100dvh-1rem)] w-[min(44rem,calc(100vw-1rem))] overflow-y-auto rounded-lg bg-white p-5 text-slate shadow-soft sm:p-8"
      >
        {open && (
          <Suspense fallback={<p role="status">Opening the calendar…</p>}>
            <DateTimePicker
              moment={moment}
              onCancel={() => dialog.current?.close()}
              onChoose={(chosen) => {
                dialog.current?.close()
                onChoose(chosen)
              }}
            />
          </Suspense>
        )}
      </dialog>
    </>
  )
}
