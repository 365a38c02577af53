/** Icons on a 24 px grid with 2 px strokes. */
const drawings = {
  chat: 'M4 5h16v11H9l-5 4ZM8 9h8M8 12h5',
  checklist: 'M10 6h10M10 12h10M10 18h10M3 6l1.5 1.5L7 5M3 12l1.5 1.5L7 11M3 18l1.5 1.5L7 17',
  clock: 'M12 3a9 9 0 1 0 .1 0ZM12 7v5l3.5 2',
  compass: 'M12 3a9 9 0 1 0 .1 0ZM15.5 8.5l-2 5-5 2 2-5Z',
  handshake: 'M3 8l4-2 5 2 5-2 4 2v8l-4 1-5 3-5-3-4-1ZM12 8l-3 3c1 1.5 3 1.5 4 0l4 4',
  layers: 'm12 3 9 5-9 5-9-5ZM3 12l9 5 9-5M3 16l9 5 9-5',
  lifebuoy:
    'M12 3a9 9 0 1 0 .1 0ZM12 8a4 4 0 1 0 .1 0ZM5.6 5.6l3.6 3.6M14.8 14.8l3.6 3.6M18.4 5.6l-3.6 3.6M9.2 14.8l-3.6 3.6',
  lock: 'M5 11h14v10H5ZM8 11V7a4 4 0 0 1 8 0v4M12 15v2',
  mail: 'M3 5h18v14H3ZM3 6l9 7 9-7',
  people: 'M9 4a3.5 3.5 0 1 0 .1 0ZM2 20c0-4 3-6.5 7-6.5s7 2.5 7 6.5M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14c2.5.5 4 2.5 4 6',
  phone: 'M6 3h4l1.5 5-2.5 2c1 2.5 2.5 4 5 5l2-2.5 5 1.5v4c0 1-1 2-2 2C11 20 4 13 4 5c0-1 1-2 2-2Z',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0ZM12 17v4',
  quote: 'M9 7c-3 1-4 3-4 6v4h5v-5H7c0-1.5.5-2.5 2-3ZM18 7c-3 1-4 3-4 6v4h5v-5h-3c0-1.5.5-2.5 2-3Z',
  shield: 'm12 3 8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6ZM8.5 12l2.5 2.5 4.5-5',
  sliders: 'M4 6h9M17 6h3M4 12h3M11 12h9M4 18h10M18 18h2M15 4v4M9 10v4M16 16v4',
  spark: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2Z',
  tag: 'M3 4h8l10 10-7 7L4 11ZM7.5 8v.1',
}

export type IconName = keyof typeof drawings

/** Decorative: used beside text. */
export function Icon({ name, className = 'size-6' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`${className} fill-none stroke-current`}
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
