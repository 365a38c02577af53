/** The signs of the application's tools, in the manner of icon.tsx. A set of its own, so that the public site does not carry it. */
const drawings = {
  account: 'M12 4a4 4 0 1 0 .1 0ZM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7',
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  billing: 'M3 6h18v13H3ZM3 10.5h18M7 15h3',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevrons: 'm8 9.5 4-4 4 4M8 14.5l4 4 4-4',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  home: 'm3 11.5 9-7.5 9 7.5M6 10v10h12V10M10 20v-5h4v5',
  leave: 'M10 4H5v16h5M15 8l4 4-4 4M9 12h10',
  menu: 'M4 7h16M4 12h16M4 17h16',
  people: 'M9 4a3.5 3.5 0 1 0 .1 0ZM2 20c0-4 3-6.5 7-6.5s7 2.5 7 6.5M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14c2.5.5 4 2.5 4 6',
  permissions: 'm12 3 8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6ZM8.5 12l2.5 2.5 4.5-5',
  plus: 'M12 5v14M5 12h14',
  settings: 'M4 6h9M17 6h3M4 12h3M11 12h9M4 18h10M18 18h2M15 4v4M9 10v4M16 16v4',
  staff: 'M4 8h16v12H4ZM9 8V4h6v4M4 13h16M12 12v2',
  close: 'm6 6 12 12M18 6 6 18',
}

export type ToolIconName = keyof typeof drawings

/** Decoration beside words that say the same. */
export function ToolIcon({ name, className = 'size-5' }: { name: ToolIconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`${className} shrink-0 fill-none stroke-current`}
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
