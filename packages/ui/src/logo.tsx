/** Logo: a ridge with its summit, in the current text color. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <path
        d="M2.5 26.5 12.6 10l5.2 8.4 3-4.4 8.7 12.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="24.6" cy="6.6" r="3.1" className="fill-summit" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="text-2xl font-bold tracking-tight">Sherpa</span>
    </span>
  )
}
