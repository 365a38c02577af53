import type { SocialNetwork } from '../content/company'

/** Own icons of the three networks, not from brand kits. */
const drawings: Record<SocialNetwork, string> = {
  LinkedIn: 'M6 10v8M6 6.2v.1M11 18v-8M11 13.5c0-2 1.4-3.5 3.5-3.5S18 11.5 18 13.5V18',
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM16.8 7.1v.1',
  X: 'M4.5 5h4l11 14h-4ZM19 5l-6 6.4M5 19l6-6.4',
}

export function SocialIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5 fill-none stroke-current"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d={drawings[network]} />
    </svg>
  )
}
