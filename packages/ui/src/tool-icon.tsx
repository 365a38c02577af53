/** Platform icons on a 16 px grid with 1.5 px strokes. Separate, so that the public site does not load them. */
const drawings = {
  account: 'M8 2.5a2.75 2.75 0 1 0 .01 0ZM2.8 13.5c0-2.8 2.2-4.5 5.2-4.5s5.2 1.7 5.2 4.5',
  activity: 'M2 8h2.7l2-5 2.6 10 2-5H14',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1.2 1.5H2.8ZM6.5 14.2h3',
  billing: 'M2 3.5h12v9H2ZM2 6.5h12M4.5 9.5h2',
  calendar: 'M2.5 3.5h11v10h-11ZM2.5 6.5h11M5.5 2v2.5M10.5 2v2.5',
  check: 'm3.5 8.5 3 3 6-7',
  chevron: 'm6 4 4 4-4 4',
  chevrons: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  close: 'm4 4 8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11ZM6.2 3v10M9.8 3v10',
  deal: 'M3.5 1.5h6l3 3v10h-9ZM9.5 1.5v3h3M6 8h4M6 11h2.5',
  download: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  edit: 'M3 13l.6-2.9L11 2.7 13.3 5 5.9 12.4ZM9.4 4.3l2.3 2.3',
  enter: 'M13 4v4H3.5M6 5.5 3.5 8 6 10.5',
  email: 'M2 3.5h12v9H2ZM2 4.5l6 4.5 6-4.5',
  figures: 'M2.5 13.5h11M4 13V8M8 13V3M12 13V6',
  flag: 'M4 14V2.5M4 3h8l-1.8 2.7L12 8.5H4',
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4Z',
  invite: 'M6 2.5a2.5 2.5 0 1 0 .01 0ZM1.5 13.5c0-2.8 1.9-4.5 4.5-4.5s4.5 1.7 4.5 4.5M12.5 5v4M10.5 7h4',
  leave: 'M6.5 3h-4v10h4M10 5.5 12.5 8 10 10.5M6 8h6.5',
  lock: 'M3.5 7.5h9v6h-9ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  more: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  note: 'M3 2.5h10V10l-3.5 3.5H3ZM9.5 13.5V10H13M5.5 6h5M5.5 8.5H8',
  organization: 'M3 13.5v-11h6v11M9 6.5h4v7M1.5 13.5h13M5.5 5.5h1M5.5 8.5h1',
  people:
    'M6 2.5a2.5 2.5 0 1 0 .01 0ZM1.5 13.5c0-2.8 1.9-4.5 4.5-4.5s4.5 1.7 4.5 4.5M10.8 2.8a2.5 2.5 0 0 1 0 4.6M12.2 9.4c1.5.6 2.3 2 2.3 4.1',
  permissions: 'm8 2 5.3 2v4c0 3-2.3 5-5.3 6-3-1-5.3-3-5.3-6V4ZM5.7 8l1.7 1.7 3-3.4',
  phone:
    'M4 2h2.5l1 3-1.6 1.3c.7 1.6 1.8 2.7 3.4 3.4L10.6 8l3 1v2.6c0 .8-.6 1.4-1.4 1.4C6.9 13 3 9.1 3 3.4 3 2.6 3.4 2 4 2Z',
  picture: 'M2.5 3h11v10h-11ZM2.5 11l3-3 3 3 2-2 3 3M10.2 6v.01',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 2.5a4.5 4.5 0 1 0 .01 0ZM10.4 10.4l3.1 3.1',
  send: 'm2 7.5 12-5-4 12-2.8-5ZM7.2 9.5 14 2.5',
  settings: 'M2 4.5h6M12 4.5h2M10 3v3M2 11.5h2M8 11.5h6M6 10v3',
  show: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 0 .01 0Z',
  sports: 'M8 2a6 6 0 1 0 .01 0ZM2 8h12M8 2c-3.4 3.4-3.4 8.6 0 12M8 2c3.4 3.4 3.4 8.6 0 12',
  staff: 'M2.5 5.5h11v8h-11ZM6 5.5V3h4v2.5M2.5 9h11',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6ZM5.3 5.3v.01',
  upload: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 13.5h11',
  warning: 'M8 2.2 14.3 13.2H1.7ZM8 6.3v3.2M8 11.4v.01',
}

export type ToolIconName = keyof typeof drawings

/** Decorative: used beside text. */
export function ToolIcon({ name, className = 'size-4' }: { name: ToolIconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className={`${className} shrink-0 fill-none stroke-current`}
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
