/** Appears after a delay (`loading-note` in loading-note.css). */
export function LoadingNote({ children = 'Loading…' }: { children?: string }) {
  return (
    <p role="status" className="loading-note flex items-center gap-3 py-6 text-sm">
      <span aria-hidden="true" className="loading-ring size-5 rounded-full" />
      {children}
    </p>
  )
}
