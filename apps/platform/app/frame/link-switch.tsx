import { Link } from 'react-router'

/** A segmented control of links. */
export function LinkSwitch({
  label,
  choices,
}: {
  label: string
  choices: readonly { name: string; is: boolean; to: string }[]
}) {
  return (
    <nav aria-label={label} className="flex rounded-md border border-control p-0.5 max-md:p-0">
      {choices.map(({ name, is, to }) => (
        <Link
          key={name}
          to={to}
          preventScrollReset
          aria-current={is ? 'page' : undefined}
          className="inline-flex min-h-6 items-center rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-slate hover:text-ink aria-[current]:bg-quiet aria-[current]:text-ink max-md:min-h-11 max-md:px-2.5"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
