import type { ReactNode } from 'react'

/** Empty state with an explanation and an action. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-md border border-dashed border-line-strong/50 bg-snow px-5 py-6 text-center">
      <p className="font-semibold text-ink">{title}</p>
      {children && <p className="mx-auto mt-1 max-w-prose text-sm">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
