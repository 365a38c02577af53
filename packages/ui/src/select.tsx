import type { ComponentProps } from 'react'
import { controlClass } from './field.tsx'

/** Native select with our control styles. */
export function Select({
  size = 'regular',
  ...rest
}: Omit<ComponentProps<'select'>, 'size' | 'className'> & { size?: 'regular' | 'small' }) {
  return (
    <span className="relative block">
      <select
        {...rest}
        className={`${controlClass} cursor-pointer appearance-none truncate pr-11 disabled:cursor-not-allowed ${size === 'small' ? 'min-h-11 py-2 text-sm' : ''}`}
      />
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="pointer-events-none absolute top-1/2 right-4 size-4 -translate-y-1/2 fill-none stroke-slate"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="m4 7 6 6 6-6" />
      </svg>
    </span>
  )
}
