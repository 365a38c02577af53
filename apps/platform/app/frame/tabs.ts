/** Tabs; they scroll horizontally if they don't fit. */
export const tabStripClass = 'flex gap-4 overflow-x-auto text-sm font-medium whitespace-nowrap [scrollbar-width:none]'

/** Tabs above a hairline. */
export const tabsClass = `${tabStripClass} border-b border-line max-md:-mx-edge max-md:px-edge`

export const tabClass =
  'relative inline-flex h-9 items-center text-slate after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-full after:bg-ink not-aria-[current]:after:hidden hover:text-ink aria-[current]:text-ink max-md:h-11 max-md:min-w-11 max-md:shrink-0 max-md:justify-center'
