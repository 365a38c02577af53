import type { ImportMapping, WholeImport } from '@sherpa/contracts/athlete-import'
import { type SportId, sportNames } from '@sherpa/contracts/sports'
import { Select } from '@sherpa/ui/select'
import { useId } from 'react'

/** One question for the whole file. Positions depend on the sport. */
export function SportQuestion({
  whole: { sportGuess },
  mapping,
  onChange,
}: {
  whole: WholeImport
  mapping: ImportMapping
  onChange: (sport: SportId | null) => void
}) {
  const label = useId()
  const { sport } = mapping.defaults
  const needsSport = mapping.targets.includes('positions')
  return (
    <section
      aria-labelledby={label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-line bg-snow px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <h2 id={label} className="font-semibold text-ink">
          Which sport is this?
        </h2>
        <p className="text-grey">
          {sportGuess && sportGuess.sport === sport
            ? sportGuess.reason
            : sport === null && needsSport
              ? 'Positions stay empty without a sport.'
              : 'For athletes without a sport in the file.'}
        </p>
      </div>
      <div className="w-full sm:w-56">
        <Select
          size="small"
          aria-label="Sport"
          value={sport ?? ''}
          onChange={({ target }) => onChange((target.value || null) as SportId | null)}
        >
          <option value="">Several sports, or none</option>
          {Object.entries(sportNames).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </section>
  )
}
