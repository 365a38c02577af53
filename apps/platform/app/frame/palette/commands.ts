import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { useEffect, useId } from 'react'

/** An address, one with state, or a function that runs after the palette has closed and focus is back. */
export type PaletteTarget = string | { to: string; state: object } | (() => void)

export type PaletteCommand = { title: string; icon: ToolIconName; run: PaletteTarget }

/** By component instance. */
const offered = new Map<string, readonly PaletteCommand[]>()

/** Registers commands while the component is mounted. */
export function useCommands(commands: readonly PaletteCommand[]) {
  const part = useId()
  // Commands may close over the latest render.
  useEffect(() => {
    offered.set(part, commands)
  })
  useEffect(() => () => void offered.delete(part), [part])
}

export const commandsHere = () => [...offered.values()].flat()
