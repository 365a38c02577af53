/** An element that was found in a window, for input as the engine itself makes it. */
export type Element = {
  click: () => Promise<void>
  type: (text: string) => Promise<void>
  setFile: (path: string) => Promise<void>
}

/** What the journeys need of a browser window. `window.ts` builds everything else on it, once for all engines. */
export type Driver = {
  goto: (address: string) => Promise<void>
  /** Runs the source of a function in the page; arguments and result travel as JSON. */
  evaluate: (source: string, args: readonly unknown[]) => Promise<unknown>
  /** The same for a function that answers with an element. */
  findElement: (source: string, args: readonly unknown[]) => Promise<Element | undefined>
  press: (key: Key) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** The file of the next download, where the engine saves downloads. */
  downloaded?: (name: string) => Promise<Buffer>
  /** What the console said since the window was opened. */
  errors: () => Promise<string[]>
  close: () => Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'Tab'

export type Engine = {
  /** A window with a storage of its own, as another person or another device has it. */
  open: (size: { width: number; height: number }) => Promise<Driver>
  close: () => Promise<void>
}
