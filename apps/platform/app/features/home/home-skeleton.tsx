const FIGURES = 5

/** Placeholder in the shape of Home. Appears after a delay (records.css). */
export function HomeSkeleton({ hasFigures }: { hasFigures: boolean }) {
  return (
    <div role="status" className="skeleton flex flex-col gap-7">
      <p className="sr-only">Loading…</p>
      {hasFigures && (
        <div className="facts facts-strip">
          {Array.from({ length: FIGURES }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static, identical items
            <div key={index} className="flex h-22.25 flex-col justify-center gap-2.5 px-4 lg:first:pl-0">
              <span className="h-3 w-24" />
              <span className="h-5 w-20" />
              <span className="h-3 w-16" />
            </div>
          ))}
        </div>
      )}
      <div className={hasFigures ? 'home-columns' : ''}>
        <Rows count={7} />
        {hasFigures && <Rows count={4} />}
      </div>
    </div>
  )
}

function Rows({ count }: { count: number }) {
  return (
    <div className="min-w-0">
      <div className="flex h-9 items-center border-b border-line">
        <span className="h-4 w-28" />
      </div>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static, identical items
        <div key={index} className="flex h-13 flex-col justify-center gap-2 border-b border-line-soft">
          <span className="h-3.5 w-1/2" />
          <span className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  )
}
