import type { Need, Needs } from '@sherpa/contracts/home'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useId, useState } from 'react'
import { RemindPayerDialog } from '../finances/remind-payer-dialog.tsx'
import type { NeedsOf } from './need-words.ts'
import { NeedRow } from './needs-list.tsx'

const SHOWN = 4

/** What is late or waits about a record, each with its action. Hidden if there is nothing. */
export function AttentionCard({
  needs,
  of,
  first,
}: {
  needs: Needs
  of: NeedsOf
  /** A row that comes first, and has the filled button. */
  first?: ReactNode
}) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const [toRemind, setToRemind] = useState<Need>()
  const count = needs.groups.reduce((sum, group) => sum + group.count, first ? 1 : 0)
  const all = needs.groups.flatMap(({ rows }) => rows)
  if (count === 0) return null
  const rows = isWhole ? all : all.slice(0, SHOWN)
  return (
    <section aria-labelledby={id} className="attention">
      <h2 id={id} className="flex items-center gap-2 text-base font-semibold">
        <ToolIcon name="warning" className="size-4" />
        Needs attention
        <span className="font-normal tabular-nums">{count}</span>
      </h2>
      <ul className="divide-y divide-line-soft">
        {first}
        {rows.map((need, index) => (
          <NeedRow
            key={`${need.kind} ${need.id}`}
            need={need}
            of={of}
            today={needs.today}
            isNext={index === 0 && !first}
            onRemind={setToRemind}
          />
        ))}
      </ul>
      {rows.length < all.length && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="min-h-9 w-full cursor-pointer border-t border-line-soft text-sm font-medium text-glacier hover:underline max-md:min-h-11"
        >
          {all.length - rows.length} more
        </button>
      )}
      <RemindPayerDialog payment={toRemind} onClose={() => setToRemind(undefined)} />
    </section>
  )
}
