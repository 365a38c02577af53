/** A row of links over a hairline, of which one is shown. Where they do not fit, they are the one thing that scrolls sideways. */
export const tabsClass =
  'flex gap-5 overflow-x-auto border-b border-line text-sm font-medium whitespace-nowrap [scrollbar-width:none] max-md:-mx-edge max-md:px-edge'

export const tabClass =
  'relative inline-flex h-9 items-center text-slate after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-full after:bg-ink not-aria-[current]:after:hidden hover:text-ink aria-[current]:text-ink max-md:h-11'
