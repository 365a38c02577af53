/** Placeholder while a record loads. */
export function RecordSkeleton({ hasFigures = false, hasTabs = false }: { hasFigures?: boolean; hasTabs?: boolean }) {
  return (
    <div role="status" className="record-skeleton">
      <p className="sr-only">Loading…</p>
      <div className="record-head flex items-center gap-4">
        <span className="size-14 !rounded-full" />
        <div className="flex flex-col gap-2">
          <span className="h-6 w-44" />
          <span className="h-4 w-56 max-w-full" />
          {hasFigures && <span className="h-9 w-64 max-w-full" />}
        </div>
      </div>
      {hasTabs && <div className="record-tabs h-9 border-b border-line max-md:h-11" />}
      <div className="record-body">
        <div className="record-main">
          <div className="record-columns">
            <Lines count={9} />
            <Lines count={4} />
          </div>
        </div>
        <div className="record-side max-lg:hidden">
          <span className="h-24" />
        </div>
      </div>
    </div>
  )
}

function Lines({ count }: { count: number }) {
  return (
    <div className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static, identical items
        <span key={index} className="h-4" />
      ))}
    </div>
  )
}
