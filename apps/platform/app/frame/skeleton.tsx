/** Placeholder rows while data loads. Appears after a delay (records.css). */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div role="status" className="skeleton">
      <p className="sr-only">Loading…</p>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static, identical items
        <div key={index} className="flex h-10 items-center justify-between border-b border-line-soft">
          <span className="h-4 w-2/5" />
          <span className="h-4 w-1/6" />
        </div>
      ))}
    </div>
  )
}
