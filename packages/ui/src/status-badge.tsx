import type { ReactNode } from 'react'

const tones = {
  good: 'bg-success-pale text-success',
  // White on selected rows, which have the same background.
  info: 'bg-glacier-pale text-glacier-deep in-data-opened:bg-white in-data-selected:bg-white',
  warning: 'bg-summit-pale text-summit-ink',
  bad: 'bg-error-pale text-error',
  quiet: 'bg-quiet text-slate',
}

export type Tone = keyof typeof tones

/** Status as a word; the color is redundant. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}
