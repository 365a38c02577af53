import type { ToolIconName } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { useCommands } from '../../../frame/palette/commands.ts'

/** The action of a panel, beside its heading; also a command of the palette. */
export function QuietButton({
  name,
  icon = 'plus',
  onClick,
  children,
}: {
  /** The full label, for screen readers and the palette. */
  name: string
  icon?: ToolIconName
  onClick: () => void
  children: string
}) {
  useCommands([{ title: name, icon, run: onClick }])
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className="-mr-2 inline-flex min-h-7 cursor-pointer items-center rounded-sm px-2 text-sm font-medium text-slate hover:bg-hover hover:text-ink max-md:min-h-11"
    >
      {children}
    </button>
  )
}

export function NothingYet({ children }: { children: ReactNode }) {
  return <p className="-mt-1 text-sm text-grey">{children}</p>
}
