export type Point = {
  id: string
  /** A calendar day. */
  date: string
  value: number
  /** Formatted date and value for the table. */
  day: string
  text: string
}

const WIDTH = 96
const HEIGHT = 28
const EDGE = 4

/** A sparkline, with a table for screen readers. */
export function Sparkline({ name, points }: { name: string; points: readonly Point[] }) {
  const places = listAffiliations(points)
  const last = places.at(-1)
  return (
    <>
      {places.length > 1 && last && (
        <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="sparkline">
          <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
          <circle cx={last.x} cy={last.y} r="2.5" />
        </svg>
      )}
      {/* Firefox doesn't clip a table's caption, so the wrapper is hidden instead. */}
      <div className="sr-only">
        <table>
          <caption>{name} over time</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ id, day, text }) => (
              <tr key={id}>
                <td>{day}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Scales dates and values to coordinates. */
function listAffiliations(points: readonly Point[]) {
  const times = points.map(({ date }) => Date.parse(date))
  const values = points.map(({ value }) => value)
  return points.map((_, index) => ({
    x: along(times, index, EDGE, WIDTH - EDGE, index / Math.max(points.length - 1, 1)),
    y: along(values, index, HEIGHT - EDGE, EDGE, 0.5),
  }))
}

/** Linear interpolation between two edges; `otherwise` if all numbers are equal. */
function along(numbers: readonly number[], index: number, from: number, to: number, otherwise: number) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const share = most === least ? otherwise : ((numbers[index] ?? least) - least) / (most - least)
  return Math.round((from + share * (to - from)) * 10) / 10
}
