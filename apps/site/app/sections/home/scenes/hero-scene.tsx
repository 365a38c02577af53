const WIDTH = 600
const HEIGHT = 560

/** Illustration: roster, agreement with its approvals, and cash flow. */
export function HeroScene({ label }: { label: string }) {
  return (
    <div role="img" aria-label={label} className="scene relative">
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full">
        <Roster />
        <CashFlow />
        <Agreement />
      </svg>
      <ReachedCamps />
    </div>
  )
}

const athletes = [
  { initials: 'KN', name: 'Kaia Nakamura', role: 'Guard · Sophomore', status: 'Signed', look: 'signed' },
  { initials: 'TL', name: 'Theo Lind', role: 'Quarterback · Junior', status: 'NIL review', look: 'review' },
  { initials: 'PN', name: 'Priya Nair', role: 'Midfielder · Pro', status: 'Offer out', look: 'offer' },
  { initials: 'JO', name: 'Jonah Okoye', role: 'Pitcher · Senior', status: 'Signed', look: 'signed' },
]

function Roster() {
  return (
    <g transform="translate(14 16)">
      <rect width="452" height="336" rx="18" className="fill-ink-raised stroke-ink-line" />
      <text x="26" y="45" className="scene-title fill-white">
        Roster
      </text>
      <text x="426" y="45" textAnchor="end" className="scene-note fill-mist">
        4 athletes
      </text>
      {athletes.map(({ initials, name, role, status, look }, index) => (
        <g key={name} transform={`translate(0 ${66 + index * 65})`}>
          <path d="M26 0h400" className="stroke-ink-line" />
          <circle cx="48" cy="33" r="19" className="fill-ink-line" />
          <text x="48" y="38" textAnchor="middle" className="scene-note fill-white">
            {initials}
          </text>
          <text x="82" y="29" className="scene-name fill-white">
            {name}
          </text>
          <text x="82" y="48" className="scene-note fill-mist">
            {role}
          </text>
          <g className={`scene-${look}`}>
            <rect x="330" y="19" width="96" height="28" rx="14" />
            <text x="378" y="38" textAnchor="middle" className="scene-note">
              {status}
            </text>
          </g>
        </g>
      ))}
    </g>
  )
}

/** Position of the approvals, in SVG units. */
const agreement = { x: 266, y: 336 }
const camps = [
  { x: 44, y: 148, by: 'Agent', place: 'scene-camp-1' },
  { x: 144, y: 120, by: 'Compliance', place: 'scene-camp-2' },
  { x: 252, y: 92, by: 'Signed', place: 'scene-camp-3' },
]

function Agreement() {
  return (
    <g transform={`translate(${agreement.x} ${agreement.y})`}>
      <rect width="320" height="204" rx="18" className="fill-white" />
      <text x="24" y="39" className="scene-name fill-ink">
        NIL agreement
      </text>
      <text x="24" y="62" className="scene-note fill-slate">
        Theo Lind · apparel
      </text>
      <path d="M44 148c36 0 60-28 100-28s66-28 108-28" className="scene-trail fill-none stroke-summit" />
      {camps.map(({ x, y, by }) => (
        <g key={by}>
          <circle cx={x} cy={y} r="13" className="fill-white stroke-line" strokeWidth="3" />
          <text x={x} y={y + 34} textAnchor="middle" className="scene-note fill-slate">
            {by}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Animated parts are separate elements, so that the compositor moves them without repainting. */
function ReachedCamps() {
  return camps.map(({ by, place }) => (
    <svg key={by} aria-hidden="true" viewBox="0 0 30 30" className={`scene-camp ${place}`}>
      <circle cx="15" cy="15" r="15" className="fill-success" />
      <path d="m9 15 4.5 4.5 7.5-8.5" className="fill-none stroke-white" strokeWidth="2.5" />
    </svg>
  ))
}

const months = [34, 46, 40, 58, 52, 70, 84]

function CashFlow() {
  return (
    <g transform="translate(58 384)">
      <rect width="300" height="162" rx="18" className="fill-glacier" />
      <text x="24" y="38" className="scene-name fill-white">
        Cash flow
      </text>
      <text x="24" y="60" className="scene-note fill-white">
        this season
      </text>
      {months.map((height, index) => (
        <rect
          key={height}
          x={24 + index * 25}
          y={140 - height}
          width="15"
          height={height}
          rx="4"
          className={index === months.length - 1 ? 'fill-white' : 'fill-white opacity-50'}
        />
      ))}
    </g>
  )
}
