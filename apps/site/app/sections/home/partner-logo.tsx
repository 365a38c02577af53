import type { PartnerMark } from '../../content/home'

const drawings: Record<PartnerMark, string> = {
  cloud: 'M12 28a7 7 0 0 1 1-14 10 10 0 0 1 19 3 6 6 0 0 1-1 11Z',
  scouting: 'M20 8a12 12 0 1 0 .1 0ZM20 14a6 6 0 1 0 .1 0ZM29 29l5 5',
  contracts: 'M11 6h13l7 7v21H11ZM24 6v7h7M16 20h10M16 27h7',
  compliance: 'M20 5 33 10v9c0 8-6 13-13 16-7-3-13-8-13-16v-9ZM14 19l5 5 8-9',
}

export function PartnerLogo({ mark, name }: { mark: PartnerMark; name: string }) {
  return (
    <div className="flex h-28 items-center justify-center gap-3 rounded-lg border border-line bg-white px-3 text-ink">
      <svg
        aria-hidden="true"
        viewBox="0 0 40 40"
        className="size-10 shrink-0 fill-none stroke-current"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d={drawings[mark]} />
      </svg>
      <span className="text-base leading-tight font-semibold">{name}</span>
    </div>
  )
}
