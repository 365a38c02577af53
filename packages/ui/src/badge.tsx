import type { ReactNode } from 'react'

const looks = {
  quiet: 'bg-glacier-pale text-glacier-deep',
  'on-dark': 'border border-ink-line bg-ink-raised text-mist',
}

/** Static category label. */
export function Badge({ look = 'quiet', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-full px-3 py-0.5 text-xs font-semibold ${looks[look]}`}>{children}</span>
  )
}
