/** Drawn here, so that pages without Sonar do not load it. */
export function SonarIcon({ className = 'size-4' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`${className} shrink-0 fill-none stroke-current stroke-[1.5]`}
    >
      <path strokeLinecap="round" d="M8 2a6 6 0 1 0 6 6M8 5.2A2.8 2.8 0 1 0 10.8 8M8 8l4.7-4.7" />
    </svg>
  )
}
