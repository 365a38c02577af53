import { positionName, positionsOf, type SportId } from '@sherpa/contracts/sports'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { ToolIcon } from '@sherpa/ui/tool-icon'

/** The contract's limit. */
const MOST = 5

/** The positions of an athlete, the main one first. */
export function PositionsField({
  sport,
  positions,
  onChange,
  error,
}: {
  sport: SportId | ''
  positions: string[]
  onChange: (positions: string[]) => void
  error: string | undefined
}) {
  const left = sport ? Object.entries(positionsOf(sport)).filter(([id]) => !positions.includes(id)) : []
  const isFull = positions.length >= MOST
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Positions"
        note="optional"
        error={error}
        hint={positions.length > 1 && 'The first one is the main position.'}
      >
        {(control) => (
          <Select
            {...control}
            value=""
            disabled={left.length === 0 || isFull}
            onChange={({ target }) => onChange([...positions, target.value])}
          >
            <option value="">{placeholder(sport, left.length, positions.length)}</option>
            {left.map(([id, { name }]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {positions.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {positions.map((id) => (
            <li
              key={id}
              className="inline-flex items-center rounded-tag border border-line bg-snow pl-2 text-xs text-ink"
            >
              {positionName(sport || null, id)}
              <button
                type="button"
                aria-label={`Remove ${positionName(sport || null, id)}`}
                onClick={() => onChange(positions.filter((one) => one !== id))}
                className="grid size-6 cursor-pointer place-items-center max-md:size-11"
              >
                <ToolIcon name="close" className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function placeholder(sport: SportId | '', left: number, chosen: number) {
  if (!sport) return 'Choose a sport first'
  if (chosen >= MOST) return `At most ${MOST}`
  if (left === 0) return chosen === 0 ? 'This sport has no positions' : 'No more positions'
  return chosen === 0 ? 'Choose a position' : 'Add another'
}
