/** The button that opens a row's menu: quiet, and large enough for a finger. */
export const rowMenuClass =
  'inline-grid size-7 cursor-pointer place-items-center rounded-sm text-grey hover:bg-quiet hover:text-ink max-md:size-11'
