import type { JSX } from 'react'
import type { StepScene as Scene } from '../../../content/home'

/** Decorative illustration of a step. */
export function StepScene({ scene }: { scene: Scene }) {
  const Drawing = drawings[scene]
  return (
    <svg aria-hidden="true" viewBox="0 0 480 240" className="scene w-full">
      <Drawing />
    </svg>
  )
}

const drawings: Record<Scene, () => JSX.Element> = {
  register: Register,
  roles: Roles,
  deals: Deals,
  financials: Financials,
}

function Panel({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return <rect x={x} y={y} width={width} height={height} rx="14" className="fill-white stroke-line" />
}

function Register() {
  return (
    <>
      <Panel x={90} y={24} width={300} height={192} />
      <text x="116" y="62" className="scene-name fill-ink">
        Your organization
      </text>
      <rect x="116" y="80" width="248" height="36" rx="8" className="fill-snow stroke-line" />
      <text x="130" y="103" className="scene-note fill-slate">
        Ridgeline Sports Agency
      </text>
      <g className="fill-snow stroke-line">
        <rect x="116" y="128" width="78" height="30" rx="15" className="fill-glacier-pale stroke-glacier" />
        <rect x="202" y="128" width="64" height="30" rx="15" />
        <rect x="274" y="128" width="90" height="30" rx="15" />
      </g>
      <g textAnchor="middle" className="fill-slate">
        <text x="155" y="148" className="scene-note fill-glacier-deep">
          Agency
        </text>
        <text x="234" y="148" className="scene-note">
          Team
        </text>
        <text x="319" y="148" className="scene-note">
          Collective
        </text>
      </g>
      <rect x="116" y="172" width="248" height="30" rx="8" className="fill-glacier" />
      <text x="240" y="192" textAnchor="middle" className="scene-note fill-white">
        Register
      </text>
    </>
  )
}

const roles = [
  { name: 'Agent', may: [true, true, true] },
  { name: 'Coach', may: [true, true, false] },
  { name: 'Support staff', may: [true, false, false] },
  { name: 'Athlete', may: [true, false, true] },
]

function Roles() {
  return (
    <>
      <Panel x={60} y={16} width={360} height={208} />
      <g textAnchor="middle" className="fill-slate">
        {['See', 'Change', 'Approve'].map((right, column) => (
          <text key={right} x={234 + column * 70} y="46" className="scene-note">
            {right}
          </text>
        ))}
      </g>
      {roles.map(({ name, may }, row) => (
        <g key={name} transform={`translate(0 ${60 + row * 40})`}>
          <path d="M84 0h312" className="stroke-line" />
          <text x="84" y="26" className="scene-note fill-ink">
            {name}
          </text>
          {may.map((allowed, column) => {
            const x = 216 + column * 70
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
              <g key={column}>
                <rect x={x} y="10" width="36" height="20" rx="10" className={allowed ? 'fill-glacier' : 'fill-line'} />
                <circle cx={allowed ? x + 26 : x + 10} cy="20" r="7" className="fill-white" />
              </g>
            )
          })}
        </g>
      ))}
    </>
  )
}

const roster = [
  { initials: 'JO', name: 'Jonah Okoye', about: 'Baseball, college' },
  { initials: 'KN', name: 'Kaia Nakamura', about: 'Basketball, college' },
  { initials: 'TL', name: 'Theo Lind', about: 'Soccer, high school' },
]
const deals = [
  { company: 'Halden Sportswear', about: 'NIL, apparel', stage: 'Active', mark: 'fill-success' },
  { company: 'Tarn Running', about: 'NIL, footwear', stage: 'In review', mark: 'fill-summit' },
  { company: 'Northline Motors', about: 'Sponsorship', stage: 'Draft', mark: 'fill-line-strong' },
]

/** Roster with the deals of the open athlete. */
function Deals() {
  return (
    <>
      <Panel x={20} y={24} width={206} height={192} />
      {roster.map(({ initials, name, about }, index) => (
        <g key={name} transform={`translate(20 ${24 + index * 64})`}>
          {index === 0 && <path d="M1 14A13 13 0 0 1 14 1h178a13 13 0 0 1 13 13v50H1Z" className="fill-glacier-pale" />}
          {index > 0 && <path d="M0 0h206" className="stroke-line" />}
          <circle cx="34" cy="32" r="17" className={index === 0 ? 'fill-white' : 'fill-snow'} />
          <text x="34" y="37" textAnchor="middle" className="scene-note fill-glacier-deep">
            {initials}
          </text>
          <text x="62" y="29" className="scene-note fill-ink">
            {name}
          </text>
          <text x="62" y="47" className="scene-note fill-slate">
            {about}
          </text>
        </g>
      ))}
      {deals.map(({ company, about, stage, mark }, index) => (
        <g key={company} transform={`translate(244 ${24 + index * 68})`}>
          <Panel x={0} y={0} width={216} height={56} />
          <text x="16" y="25" className="scene-note fill-ink">
            {company}
          </text>
          <text x="16" y="43" className="scene-note fill-slate">
            {about}
          </text>
          <circle cx="134" cy="38" r="4" className={mark} />
          <text x="144" y="43" className="scene-note fill-slate">
            {stage}
          </text>
        </g>
      ))}
    </>
  )
}

function Financials() {
  return (
    <>
      <Panel x={40} y={16} width={400} height={208} />
      <text x="66" y="52" className="scene-name fill-ink">
        Earnings
      </text>
      <text x="414" y="52" textAnchor="end" className="scene-note fill-slate">
        updated just now
      </text>
      <path d="M66 92h348M66 132h348M66 172h348" className="stroke-line" />
      <path d="M66 178c40-4 58-34 96-30s56 8 88-18 54-8 82-26 44-26 82-30v124H66Z" className="fill-glacier-pale" />
      <path
        d="M66 178c40-4 58-34 96-30s56 8 88-18 54-8 82-26 44-26 82-30"
        className="fill-none stroke-glacier"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
      <circle cx="414" cy="74" r="7" className="fill-summit stroke-white" strokeWidth="3" />
    </>
  )
}
