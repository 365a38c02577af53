export type Point = {
  id: string
  /** When: a day of the calendar. */
  date: string
  value: number
  /** Both in words, for the table. */
  day: string
  text: string
}

const WIDTH = 96
const HEIGHT = 28
const EDGE = 4

/** How a value went, at a glance; and the same numbers as a table for those who do not see it. */
export function Sparkline({ name, points }: { name: string; points: readonly Point[] }) {
  const places = placesOf(points)
  const last = places.at(-1)
  return (
    <>
      {places.length > 1 && last && (
        <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="sparkline">
          <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
          <circle cx={last.x} cy={last.y} r="2.5" />
        </svg>
      )}
      {/* Around the table: Firefox does not clip the caption of a table to its box. */}
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

/** Days apart are drawn as far apart as they are; values from the lowest at the bottom to the highest at the top. */
function placesOf(points: readonly Point[]) {
  const times = points.map(({ date }) => Date.parse(date))
  const values = points.map(({ value }) => value)
  return points.map((_, index) => ({
    x: along(times, index, EDGE, WIDTH - EDGE, index / Math.max(points.length - 1, 1)),
    y: along(values, index, HEIGHT - EDGE, EDGE, 0.5),
  }))
}

/** Where one of some numbers lies between two edges; if they are all the same, at `otherwise` of the way. */
function along(numbers: readonly number[], index: number, from: number, to: number, otherwise: number) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const share = most === least ? otherwise : ((numbers[index] ?? least) - least) / (most - least)
  return Math.round((from + share * (to - from)) * 10) / 10
}
