/** Marks the pressed one of several buttons. The filled button of the screen starts the import. */
export function Chosen() {
  return (
    <span aria-hidden="true" className="mr-1 text-success">
      ✓
    </span>
  )
}
