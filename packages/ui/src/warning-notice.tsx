import type { ReactNode } from 'react'
import { ToolIcon } from './tool-icon.tsx'

/** Box that warns beside the content it is about. */
export function WarningNotice({
  title,
  action,
  children,
}: {
  title?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      role="note"
      className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-summit/40 bg-summit-pale px-4 py-3 text-sm text-summit-ink"
    >
      <ToolIcon name="warning" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-44 break-words">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
