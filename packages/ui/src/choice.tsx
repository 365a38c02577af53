import { type ComponentProps, type ReactNode, useId } from 'react'

const markClass = 'mt-0.5 size-5 shrink-0 cursor-pointer accent-glacier disabled:cursor-not-allowed disabled:opacity-40'

/** Checkbox with label. The whole row is clickable. */
export function Checkbox({ children, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-3 text-sm text-ink max-md:-my-2.5 max-md:min-h-11 max-md:py-2.5">
      <input {...rest} type="checkbox" className={markClass} />
      <span className="pt-0.5">{children}</span>
    </label>
  )
}

/** Radio button as a card with name and description. */
export function RadioCard({
  title,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'className' | 'title'> & { title: ReactNode }) {
  const id = useId()
  return (
    <label className="flex h-full cursor-pointer items-start gap-3 rounded-md border border-line-strong bg-white p-4 transition-colors hover:border-slate has-checked:border-glacier has-checked:bg-glacier-pale has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-glacier">
      <input
        {...rest}
        type="radio"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-about`}
        className={`${markClass} focus-visible:outline-none`}
      />
      <span className="min-w-0 flex-1">
        <span id={`${id}-title`} className="block font-semibold text-ink">
          {title}
        </span>
        <span id={`${id}-about`} className="mt-0.5 block text-sm">
          {children}
        </span>
      </span>
    </label>
  )
}
