import { number } from './import-words.ts'

/** Row counts per outcome. */
export function Figures<Outcome extends string>({
  counts,
  heads,
}: {
  counts: Record<Outcome, number>
  heads: Record<Outcome, string>
}) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
      {(Object.keys(heads) as Outcome[]).map((outcome) => (
        <li key={outcome}>
          <span className="block text-xs text-grey">{heads[outcome]}</span>
          <span className="block text-2xl font-semibold text-ink tabular-nums">{number(counts[outcome])}</span>
        </li>
      ))}
    </ul>
  )
}
