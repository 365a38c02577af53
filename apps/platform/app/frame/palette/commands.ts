import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { useEffect, useId } from 'react'

/** A command of the current screen. */
export type PaletteCommand = {
  title: string
  icon: ToolIconName
  /** An address, or a function that runs after the palette has closed and focus is back. */
  run: string | (() => void)
}

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
