import type { Deal } from '@sherpa/contracts/deal'
import { versionStages } from '@sherpa/contracts/deal-stage'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Day } from '../../../data/moments.tsx'
import { type Difference, differences } from './difference.ts'

export function VersionsPanel({ deal }: { deal: Deal }) {
  const { versions, newestVersion } = deal
  const [chosen, setChosen] = useState<{ before: number; after: number }>()
  // Defaults to the version in force, or the previous version.
  const before =
    chosen?.before ??
    (deal.versionInForce && deal.versionInForce !== newestVersion ? deal.versionInForce : newestVersion - 1)
  const after = chosen?.after ?? newestVersion
  const versionOf = (number: number) => versions.find((version) => version.number === number)
  const [former, present] = [versionOf(before), versionOf(after)]
  return (
    <Panel title={versions.length > 1 ? `Version ${after} vs. version ${before}` : 'Version'}>
      {versions.length > 1 && (
        <>
          <div className="-mt-1 flex items-center gap-2 pb-2 text-sm">
            <VersionSelect
              label="Compare version"
              versions={versions}
              value={before}
              onChange={(number) => setChosen({ before: number, after })}
            />
            <span>with</span>
            <VersionSelect
              label="with version"
              versions={versions}
              value={after}
              onChange={(number) => setChosen({ before, after: number })}
            />
          </div>
          {former && present && <DifferenceList found={differences(former, present)} />}
        </>
      )}
      <ul className="pt-2 text-sm">
        {versions.map(({ number, stage, frozenAt, frozenBy, createdAt, createdBy }) => (
          <li key={number} className="flex flex-wrap gap-x-3 py-1">
            <span className="w-20 font-medium text-ink">Version {number}</span>
            <span className="min-w-0 flex-1 text-grey">
              {number === deal.versionInForce && deal.stage === 'active' ? 'In force' : versionStages[stage]}
              {frozenAt ? ', locked ' : ', started '}
              <Day at={frozenAt ?? createdAt} />
              {(frozenBy ?? createdBy) && ` by ${(frozenBy ?? createdBy)?.name}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function VersionSelect({
  label,
  versions,
  value,
  onChange,
}: {
  label: string
  versions: Deal['versions']
  value: number
  onChange: (number: number) => void
}) {
  return (
    <Select aria-label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {versions.map(({ number }) => (
        <option key={number} value={number}>
          Version {number}
        </option>
      ))}
    </Select>
  )
}

export function DifferenceList({ found }: { found: readonly Difference[] }) {
  if (found.length === 0) return <p className="py-2 text-sm text-grey">No differences</p>
  return (
    <dl className="difference border-t border-line text-sm">
      {found.map(({ label, before, after }) => (
        <div
          key={`${label} ${before} ${after}`}
          className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-2 border-b border-line-soft py-2"
        >
          <dt className="text-grey">{label}</dt>
          <dd className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words tabular-nums">
            {before && <del className="min-w-0">{before}</del>}
            {before && after && <ToolIcon name="arrow" className="size-3 text-grey" />}
            {after ? <ins className="min-w-0">{after}</ins> : <span className="text-grey">removed</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
