import { Fragment, type ReactNode } from 'react'

type OnePanel = { id: string; isEmpty?: boolean | undefined; panel: ReactNode }

/** A column of panels. Empty ones come last, also for the keyboard. */
export function Panels({ panels }: { panels: readonly OnePanel[] }) {
  const ordered = panels.toSorted((one, other) => Number(one.isEmpty ?? false) - Number(other.isEmpty ?? false))
  return (
    <div className="panels">
      {ordered.map(({ id, panel }) => (
        <Fragment key={id}>{panel}</Fragment>
      ))}
    </div>
  )
}
