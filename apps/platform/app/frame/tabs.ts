/** Tabs; they scroll horizontally if they don't fit. */
export const tabStripClass = 'flex gap-4 overflow-x-auto text-sm font-medium whitespace-nowrap [scrollbar-width:none]'

/** Tabs above a hairline. On phones they fade at the edges, where the row is padded. */
export const tabsClass = `${tabStripClass} border-b border-line max-md:-mx-edge max-md:px-edge max-md:[mask-image:linear-gradient(to_right,transparent,black_1.25rem,black_calc(100%-1.25rem),transparent)]`

export const tabClass =
  'relative inline-flex h-9 items-center text-slate after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-full after:bg-ink not-aria-[current]:after:hidden hover:text-ink aria-[current]:text-ink max-md:h-11 max-md:min-w-11 max-md:shrink-0 max-md:justify-center'
