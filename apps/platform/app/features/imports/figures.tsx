import { number } from './import-words.ts'

/** Row counts per outcome, with what follows from those that are not zero. */
export function Figures<Outcome extends string>({
  counts,
  heads,
  notes = {},
}: {
  counts: Record<NoInfer<Outcome>, number>
  heads: Record<Outcome, string>
  notes?: Partial<Record<NoInfer<Outcome>, string>>
}) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
      {(Object.keys(heads) as Outcome[]).map((outcome) => (
        <li key={outcome}>
          <span className="block text-xs text-grey">{heads[outcome]}</span>
          <span className="block text-2xl font-semibold text-ink tabular-nums">{number(counts[outcome])}</span>
          {counts[outcome] > 0 && notes[outcome] && <span className="block text-xs text-grey">{notes[outcome]}</span>}
        </li>
      ))}
    </ul>
  )
}
