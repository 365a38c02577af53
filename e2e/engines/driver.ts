/** Element handle with native input. */
export type Element = {
  click: () => Promise<void>
  type: (text: string) => Promise<void>
  setFile: (path: string) => Promise<void>
}

/** Minimal browser window interface per engine. `window.ts` builds on it for all engines. */
export type Driver = {
  goto: (address: string) => Promise<void>
  /** Runs a function's source in the page; arguments and result are JSON. */
  evaluate: (source: string, args: readonly unknown[]) => Promise<unknown>
  /** The same for a function that returns an element. */
  findElement: (source: string, args: readonly unknown[]) => Promise<Element | undefined>
  press: (key: Key) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Next downloaded file, if the engine saves downloads. */
  downloaded?: (name: string) => Promise<Buffer>
  /** Console errors since the window was opened. */
  errors: () => Promise<string[]>
  close: () => Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'Tab'

export type Engine = {
  /** Opens a window with isolated storage. */
  open: (size: { width: number; height: number }) => Promise<Driver>
  close: () => Promise<void>
}
