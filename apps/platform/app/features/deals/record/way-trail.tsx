import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { Station } from './way.ts'

/** More stations than these stand below each other, however much room there is. */
const MOST_IN_A_ROW = 7

/** As the style sheet has it: the centers of the first and of the last station, in a drawing of 1000 by 244. */
const [LOWEST, HIGHEST] = [164, 50]

const icons = { done: 'check', next: 'flag', stopped: 'close' } as const

/** The stations as a list, and the rising dotted trail between them where there is room for it. */
export function WayTrail({ way }: { way: readonly Station[] }) {
  return (
    <ol className="way" data-stations={way.length} data-long={way.length > MOST_IN_A_ROW || undefined}>
      <svg aria-hidden="true" viewBox="0 0 1000 244" preserveAspectRatio="none">
        {way.slice(1).map(({ id }, index) => (
          <path
            key={id}
            d={pathBetween(index, way.length)}
            data-walked={way[index]?.state === 'done' || undefined}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {way.map((station, index) => (
        <li key={station.id} data-state={station.state}>
          <span className="way-node" aria-hidden="true">
            {station.state !== 'now' && (station.state !== 'next' || index === way.length - 1) && (
              <ToolIcon name={icons[station.state]} className="size-3.5" />
            )}
          </span>
          <StationWords station={station} />
        </li>
      ))}
    </ol>
  )
}

const states = { done: 'done', now: 'waiting', next: 'to come', stopped: 'stopped' }

function StationWords({ station: { name, state, who, when, words } }: { station: Station }) {
  return (
    <>
      <span className={`block text-sm font-semibold ${state === 'next' ? 'text-slate' : 'text-ink'}`}>
        {name}
        <span className="sr-only">, {states[state]}</span>
      </span>
      {who.map((line) => (
        <span key={line} className="block text-slate">
          {line}
        </span>
      ))}
      {when && <span className="block text-grey">{when}</span>}
      {words.map(({ by, text }) => (
        <q key={by} title={by} className="line-clamp-3 text-slate italic">
          {text}
        </q>
      ))}
    </>
  )
}

/** From one station to the next, leaving level and arriving level, as feet do on a slope. */
function pathBetween(index: number, count: number) {
  const place = (at: number) => ({
    x: round(((at + 0.5) / count) * 1000),
    y: round(LOWEST - (at / Math.max(count - 1, 1)) * (LOWEST - HIGHEST)),
  })
  const [from, to] = [place(index), place(index + 1)]
  const reach = (to.x - from.x) * 0.38
  return `M${from.x} ${from.y}C${round(from.x + reach)} ${round(from.y - 4)} ${round(to.x - reach)} ${round(to.y + 12)} ${to.x} ${to.y}`
}

const round = (number: number) => Math.round(number * 10) / 10
