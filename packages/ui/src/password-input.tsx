import { type ComponentProps, useState } from 'react'
import { controlClass } from './field.tsx'

/** Password input with a show button. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <input
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={`${controlClass} pr-20`}
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        className="absolute inset-y-1 right-1 min-w-16 max-md:inset-y-0 cursor-pointer rounded-sm px-3 text-sm font-semibold text-glacier hover:bg-snow"
      >
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> password</span>
      </button>
    </span>
  )
}
