const looks = {
  'on-dark': 'border-ink-line text-white hover:bg-ink-raised',
  light: 'border-line bg-white text-ink hover:bg-snow',
}

/** Pauses animations (WCAG 2.2.2). Hidden with reduced motion. */
export function PauseButton({
  look,
  label,
  paused,
  onToggle,
}: {
  look: keyof typeof looks
  label: string
  paused: boolean
  onToggle: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={paused}
      onClick={onToggle}
      className={`grid size-11 cursor-pointer place-items-center rounded-full border transition-colors motion-reduce:hidden ${looks[look]}`}
    >
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-current">
        <path d={paused ? 'M4 2v12l10-6Z' : 'M3 2h3.5v12H3ZM9.5 2H13v12H9.5Z'} />
      </svg>
    </button>
  )
}
