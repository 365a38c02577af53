import { type ReactNode, useId } from 'react'

/** Props of the control inside a field. */
export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label, control, and error or hint, associated for assistive technology. */
export function Field({
  label,
  note,
  hint,
  error,
  children,
}: {
  label: string
  /** Suffix of the label, such as "optional". */
  note?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  children: (control: FieldControl) => ReactNode
}) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        {label}
        {note && <span className="font-normal text-slate"> ({note})</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-sm">
          {hint}
        </div>
      )}
    </div>
  )
}

/** Styles of text controls in every state. */
export const controlClass =
  'min-h-field w-full rounded-md border border-line-strong bg-white px-field-x py-field-y text-input text-ink transition-colors placeholder:text-slate hover:border-slate file:mr-3 file:cursor-pointer file:rounded-sm file:border file:border-control file:px-2.5 file:font-quiet file:text-ink aria-invalid:border-error aria-invalid:bg-error-pale disabled:bg-snow'
