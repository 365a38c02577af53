import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { useEffect, useId } from 'react'

/** What can be done on the screen that is shown. */
export type PaletteCommand = {
  title: string
  icon: ToolIconName
  /** An address to go to, or what is to be done: once the search is closed and the focus is back on the screen. */
  run: string | (() => void)
}

/** By the part of the screen that offers them. */
const offered = new Map<string, readonly PaletteCommand[]>()

/** Offers commands in the search for as long as a part of a screen is shown. */
export function useCommands(commands: readonly PaletteCommand[]) {
  const part = useId()
  // What they do may depend on what was drawn last.
  useEffect(() => {
    offered.set(part, commands)
  })
  useEffect(() => () => void offered.delete(part), [part])
}

export const commandsHere = () => [...offered.values()].flat()
