import type { Need } from '@sherpa/contracts/home'

const [WIDTH, HEIGHT, EDGE] = [75, 26, 6]

/** A rising trail of approval steps, as small as a row. */
export function MiniTrail({ steps }: { steps: Need['trail'] }) {
  const current = steps.find(({ state }) => state === 'now')
  const place = (index: number) => {
    const share = steps.length > 1 ? index / (steps.length - 1) : 0
    return { x: EDGE + share * (WIDTH - 2 * EDGE), y: HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE) }
  }
  return (
    <span className="hidden w-26 shrink-0 lg:block">
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mini-trail">
        {steps.slice(1).map(({ name }, index) => {
          const [from, to] = [place(index), place(index + 1)]
          return (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order, and names may repeat
              key={`${name} ${index}`}
              d={`M${from.x + 6} ${from.y}L${to.x - 6} ${to.y}`}
              data-walked={steps[index]?.state === 'done' || undefined}
            />
          )
        })}
        {steps.map(({ name, state }, index) => {
          const { x, y } = place(index)
          // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order, and names may repeat
          return <circle key={`${name} ${index}`} cx={x} cy={y} r={state === 'done' ? 4 : 3.5} data-state={state} />
        })}
      </svg>
      {current && <span className="block truncate text-xs text-grey">{current.name}</span>}
    </span>
  )
}
